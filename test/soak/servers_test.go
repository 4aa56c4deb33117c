package soak

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcp-router/test/envoy"
)

const (
	// forget is a text at which a server loses the session that it came in.
	forget = "lose this session"
	// slow is how long the slow tool takes, if it is waited for.
	slow = 200 * time.Millisecond
)

// newServers are one that keeps sessions and answers with event streams, and one
// that keeps none and answers with JSON.
func newServers(t *testing.T) []envoy.Server {
	t.Helper()
	return []envoy.Server{
		newServer(t, "stream", &mcp.StreamableHTTPOptions{}),
		newServer(t, "json", &mcp.StreamableHTTPOptions{Stateless: true, JSONResponse: true}),
	}
}

func newServer(t *testing.T, name string, options *mcp.StreamableHTTPOptions) envoy.Server {
	t.Helper()
	server := mcp.NewServer(&mcp.Implementation{Name: name, Version: "1"}, nil)
	type said struct {
		Text string `json:"text"`
	}
	echo := func(in said) *mcp.CallToolResult {
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: name + ": " + in.Text}}}
	}
	mcp.AddTool(server, &mcp.Tool{Name: "echo"}, func(_ context.Context, _ *mcp.CallToolRequest, in said) (*mcp.CallToolResult, any, error) {
		return echo(in), nil, nil
	})
	mcp.AddTool(server, &mcp.Tool{Name: "slow"}, func(ctx context.Context, _ *mcp.CallToolRequest, in said) (*mcp.CallToolResult, any, error) {
		select {
		case <-ctx.Done():
		case <-time.After(slow):
		}
		return echo(in), nil, nil
	})
	handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, options)
	running := httptest.NewServer(forgetful(handler))
	t.Cleanup(func() {
		running.CloseClientConnections()
		running.Close()
	})
	return envoy.Server{Name: name, URL: running.URL + "/mcp"}
}

// forgetful answers as a server that has lost the session when a request says so.
func forgetful(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		if bytes.Contains(body, []byte(forget)) {
			http.Error(w, "session not found", http.StatusNotFound)
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		next.ServeHTTP(w, r)
	})
}
