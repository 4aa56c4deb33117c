// Command demo shows what mcp-router does: first gateway mode, one URL over three
// MCP servers, one of which keeps sessions; then router mode, with the
// azd-azure-mcp companion among the servers. Everything is real and runs on this
// machine, Envoy included. Then it stays up for you to try. With DEMO=once it ends
// after the calls.
package main

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"syscall"

	"mcp-router/examples/servers/catalog"
	"mcp-router/examples/servers/fleet"
	"mcp-router/test/envoy"
	"mcp-router/test/module"
)

// port is envoy.yaml's; if it is taken the demo gets a free one.
const port = 10000

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "demo:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	dir, err := os.MkdirTemp("", "mcp-router-demo-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	var stops stack
	defer stops.run()
	wasm, err := module.Build("")
	if err != nil {
		return err
	}
	url, err := showGateway(ctx, filepath.Join(dir, "gateway"), wasm, &stops)
	if err != nil {
		return err
	}
	routerURL, err := showRouter(ctx, filepath.Join(dir, "router"), wasm, &stops)
	if err != nil {
		return err
	}
	if os.Getenv("DEMO") != "once" {
		fmt.Printf(invitation, url, routerURL)
		<-ctx.Done()
	}
	return nil
}

// stack holds what ends the things that have been started, the last one first.
type stack struct{ stops []func() error }

func (s *stack) push(stop func() error) { s.stops = append(s.stops, stop) }

func (s *stack) run() {
	for _, stop := range slices.Backward(s.stops) {
		_ = stop() // the demo is over, however it ended
	}
}

// startEnvoy runs a configuration and returns the URL of its endpoint.
func startEnvoy(ctx context.Context, dir string, config *envoy.Config, stops *stack) (*envoy.Process, string, error) {
	fmt.Println("Envoy compiles the plugin, which takes a few seconds ...")
	process, err := envoy.Start(ctx, dir, config, 1)
	if err != nil {
		return nil, "", err
	}
	stops.push(process.Stop)
	address, err := process.Address(ctx, "mcp")
	return process, "http://" + address + "/mcp", err
}

// startServer runs an example server and prints where.
func startServer(ctx context.Context, name string, stops *stack, members ...catalog.Member) (address string, err error) {
	address, stop, err := fleet.Start(ctx, name, "___", callLog(), members...)
	if err != nil {
		return "", err
	}
	stops.push(stop)
	fmt.Printf("  %-20s http://%s\n", name, address)
	return address, nil
}

// callLog shows which server got a call, which is what the demo is about.
func callLog() *slog.Logger {
	return slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{
		ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			if a.Key == slog.TimeKey || a.Key == slog.LevelKey {
				return slog.Attr{}
			}
			return a
		},
	}))
}

func isFree(port int) bool {
	listener, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
	if err != nil {
		return false
	}
	return listener.Close() == nil
}

const invitation = `
It stays up (Ctrl-C ends it), and shows below which server gets a call. Try it:

  npx @modelcontextprotocol/inspector --cli %[1]s --transport http --method tools/list
  claude mcp add --transport http mcp-router %[1]s
  {"mcpServers": {"mcp-router": {"type": "http", "url": "%[1]s"}}}

or by hand, without a session:

  curl %[1]s -H 'Content-Type: application/json' -H 'Accept: application/json, text/event-stream' \
    -d '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"rest-amap-server___get-weather","arguments":{"location":"New York"}}}'

Router mode is at %[2]s.
`
