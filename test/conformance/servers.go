//go:build conformance

package conformance

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/tidwall/gjson"

	"mcp-router/examples/servers/amap"
	"mcp-router/test/daemon"
)

// startFixture runs the Go SDK's server for the suite, which has the tools,
// prompts and resources that the suite asks for, and returns its URL. Stateless it
// speaks 2026-07-28, else the revisions with sessions.
func startFixture(t *testing.T, stateless bool) string {
	t.Helper()
	dir := t.TempDir()
	program := filepath.Join(dir, "fixture")
	build := exec.Command("go", "build", "-o", program, "github.com/modelcontextprotocol/go-sdk/conformance/everything-server")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	address := freeAddress(t)
	log, err := os.Create(filepath.Join(dir, "log"))
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	cmd := exec.Command(program, "-http", address, fmt.Sprintf("-stateless=%v", stateless))
	cmd.Stderr = log
	process, err := daemon.Start(cmd)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = process.Stop() }) // it knows no other end than by a signal
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	if err := process.Until(ctx, func() bool { return listens(address) }); err != nil {
		t.Fatal(err)
	}
	return "http://" + address + "/"
}

func freeAddress(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().String()
}

func listens(address string) bool {
	conn, err := net.Dial("tcp", address)
	if err != nil {
		return false
	}
	return conn.Close() == nil
}

// neighbour is the server beside the fixture: one of the examples, which has a
// prompt and resources here too, so that every list is merged of two. It counts
// what it is asked.
type neighbour struct {
	*httptest.Server

	mu    sync.Mutex
	asked map[string]int
}

func startNeighbour(t *testing.T, stateless bool) *neighbour {
	t.Helper()
	n := &neighbour{asked: map[string]int{}}
	server := amap.New()
	server.AddPrompt(&mcp.Prompt{Name: "trip", Description: "Plans a trip."}, func(context.Context, *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
		return &mcp.GetPromptResult{Messages: []*mcp.PromptMessage{{Role: "user", Content: &mcp.TextContent{Text: "Plan a trip."}}}}, nil
	})
	read := func(_ context.Context, r *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: r.Params.URI, Text: "a map"}}}, nil
	}
	server.AddResource(&mcp.Resource{Name: "world", URI: "map://world"}, read)
	server.AddResourceTemplate(&mcp.ResourceTemplate{Name: "city", URITemplate: "map://city/{name}"}, read)
	handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, &mcp.StreamableHTTPOptions{Stateless: stateless})
	n.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body) // what is cut off fails in the handler
		r.Body = io.NopCloser(bytes.NewReader(body))
		if method := gjson.GetBytes(body, "method").String(); method != "" {
			n.mu.Lock()
			n.asked[method]++
			n.mu.Unlock()
		}
		handler.ServeHTTP(w, r)
	}))
	t.Cleanup(n.Close)
	return n
}

// counts returns how often it was asked each method.
func (n *neighbour) counts() map[string]int {
	n.mu.Lock()
	defer n.mu.Unlock()
	return maps.Clone(n.asked)
}
