// Package peers runs the MCP clients and servers that others have made against each
// other: straight, which proves the drivers, and through the gateway.
package peers

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"mcp-router/test/module"
)

var (
	// folder is test/peers, where drivers and servers run; scratch is for files.
	folder, scratch string
	// environment has a home of its own, because MCP Inspector keeps files there.
	environment []string
	// goClient and goServer are built from the Go SDK's packages.
	goClient, goServer string
	// running are the servers and clients the clients, which all tests share.
	running []*server
	clients []*client
)

func TestMain(m *testing.M) {
	code, err := run(m)
	if err != nil {
		fmt.Fprintln(os.Stderr, "peers:", err)
		code = 1
	}
	os.Exit(code)
}

func run(m *testing.M) (code int, err error) {
	dir, err := os.MkdirTemp("", "mcp-router-peers-")
	if err != nil {
		return 1, err
	}
	defer os.RemoveAll(dir)
	scratch = dir
	if err := prepare(dir); err != nil {
		return 1, err
	}
	defer func() {
		err = errors.Join(err, ofBothEras.stop(), asPrinted.stop())
		for _, s := range running {
			s.stop()
		}
	}()
	if running, err = startServers(context.Background(), dir); err != nil {
		return 1, err
	}
	return m.Run(), nil
}

// prepare finds what make peers fetched and builds the Go ones.
func prepare(dir string) (err error) {
	if folder, err = os.Getwd(); err != nil {
		return err
	}
	for _, need := range []string{tool(".tools/node/bin/node"), tool(python1), tool(python2), everything} {
		if _, err := os.Stat(need); err != nil {
			return fmt.Errorf("make peers fetches it: %w", err)
		}
	}
	nodeFolder := filepath.Dir(tool(".tools/node/bin/node"))
	if err := os.Setenv("PATH", nodeFolder+string(os.PathListSeparator)+os.Getenv("PATH")); err != nil {
		return err
	}
	environment = append(os.Environ(), "HOME="+dir)
	goClient, goServer = filepath.Join(dir, "client"), filepath.Join(dir, "server")
	clients = newClients()
	return errors.Join(
		build(goClient, "./clients/gosdk"),
		build(goServer, "github.com/modelcontextprotocol/go-sdk/conformance/everything-server"),
	)
}

func build(binary, pkg string) error {
	if out, err := exec.Command("go", "build", "-o", binary, pkg).CombinedOutput(); err != nil {
		return fmt.Errorf("go build %s: %w\n%s", pkg, err, out)
	}
	return nil
}

// tool is the path of a program below the repository's root.
func tool(path string) string {
	root, err := module.Root()
	if err != nil {
		panic(err) // tests run inside the repository
	}
	return filepath.Join(root, path)
}

// Each client lists and calls each server without a gateway between. What fails here
// is not the gateway's fault.
func TestStraight(t *testing.T) {
	for _, c := range clients {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			reports, err := c.straight()
			if err != nil {
				t.Fatal(err)
			}
			for i, s := range running {
				t.Run(s.name, func(t *testing.T) { checkStraight(t, c, s, reports[i]) })
			}
		})
	}
}

func checkStraight(t *testing.T, c *client, s *server, got report) {
	t.Helper()
	want := withoutSessions
	if c.legacy || s.legacy {
		want = withSessions
	}
	if !c.silent && got.Protocol != want {
		t.Errorf("negotiated %q, want %s", got.Protocol, want)
	}
	if got.Error != "" || !slices.Contains(got.Tools, s.call.Tool) {
		t.Errorf("listed %q and failed with %q, want %s among them", got.Tools, got.Error, s.call.Tool)
	}
	if len(got.Calls) != 1 || got.Calls[0].Text != s.want || got.Calls[0].Error != "" {
		t.Errorf("calls = %+v, want %q", got.Calls, s.want)
	}
}
