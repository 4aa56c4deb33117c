// Command demo starts the example servers, the azd-azure-mcp companion and an
// Envoy with the repository's own azure-envoy.yaml, which is envoy.yaml and the
// companion. It lists tools and calls them through that, and then stays up for
// you to try. With DEMO=once it ends after the calls.
package main

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"os"
	"os/signal"
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

	config, err := localConfig()
	if err != nil {
		return err
	}
	azd, err := startCompanion(ctx, dir, config)
	if err != nil {
		return err
	}
	defer func() { _ = azd.Stop() }() // the demo is over, however it ended
	stopServers, err := startServers(ctx, config, catalog.AtURL("azd", azd.URL()))
	defer stopServers()
	if err != nil {
		return err
	}
	fmt.Println("Envoy compiles the plugin, which takes a few seconds ...")
	process, err := envoy.Start(ctx, dir, config, 1)
	if err != nil {
		return err
	}
	defer func() { _ = process.Stop() }() // the demo is over, however it ended
	address, err := process.Address(ctx, "mcp")
	if err != nil {
		return err
	}
	url := "http://" + address + "/mcp"
	if err := tour(ctx, os.Stdout, url); err != nil {
		return fmt.Errorf("%w\nEnvoy's log:\n%s", err, process.Log())
	}
	if os.Getenv("DEMO") != "once" {
		fmt.Printf(invitation, url)
		<-ctx.Done()
	}
	return nil
}

// startServers runs the example servers behind config's clusters; the catalog
// lists one more member. The returned function stops those that have started,
// also after an error.
func startServers(ctx context.Context, config *envoy.Config, member catalog.Member) (stop func(), err error) {
	var stops []func() error
	stop = func() {
		for _, stop := range stops {
			_ = stop() // the demo is over, however it ended
		}
	}
	fmt.Println("Example MCP servers:")
	for _, name := range fleet.Names() {
		address, stopOne, err := fleet.Start(ctx, name, "___", callLog(), member)
		if err != nil {
			return stop, err
		}
		stops = append(stops, stopOne)
		fmt.Printf("  %-20s http://%s\n", name, address)
		if err := config.Endpoint(name, address); err != nil {
			return stop, err
		}
	}
	return stop, nil
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

const invitation = `
It stays up: point an MCP client at

  %[1]s

or call a tool by hand, and see below which server answers (Ctrl-C ends it):

  curl %[1]s -H 'Content-Type: application/json' -H 'Accept: application/json, text/event-stream' \
    -d '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"rest-amap-server/get-weather","arguments":{"location":"New York"}}}'

`

// localConfig is the shipped configuration with the built module, on loopback.
func localConfig() (*envoy.Config, error) {
	wasm, err := module.Build("")
	if err != nil {
		return nil, err
	}
	config, err := envoy.Shipped("deploy/examples/azure-envoy.yaml", wasm)
	if err != nil {
		return nil, err
	}
	if os.Getenv("DEMO") != "once" && isFree(port) {
		return config, config.Port(port)
	}
	return config, nil
}

func isFree(port int) bool {
	listener, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
	if err != nil {
		return false
	}
	return listener.Close() == nil
}
