package gateway

import (
	"context"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// What the stream server says reaches clients at once, and a notice that its
// tools have changed makes the list that was kept until then a thing of the past.
func TestClientsHearTheStreamServer(t *testing.T) {
	live := mcp.NewServer(&mcp.Implementation{Name: "live", Version: "1"}, nil)
	add := func(name string) {
		type none struct{}
		mcp.AddTool(live, &mcp.Tool{Name: name}, func(context.Context, *mcp.CallToolRequest, none) (*mcp.CallToolResult, any, error) {
			return &mcp.CallToolResult{}, nil, nil
		})
	}
	add("first")
	streams := &server{name: "live", counts: map[string]int{}}
	streams.Server = httptest.NewServer(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return live }, &mcp.StreamableHTTPOptions{DisableLocalhostProtection: true}))
	silent := newServer("json")
	t.Cleanup(streams.Close)
	t.Cleanup(silent.Close)
	gateway := start(t, map[string]any{"streamServer": "live", "listCacheTTL": "1h"}, streams, silent)

	changed := make(chan struct{}, 1)
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, &mcp.ClientOptions{
		ToolListChangedHandler: func(context.Context, *mcp.ToolListChangedRequest) {
			select {
			case changed <- struct{}{}:
			default:
			}
		},
	})
	session, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: gateway.url()}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := session.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	requireTools(t, session, []string{"json___count", "json___say_x20it_x2eagain", "live___first"})
	add("second")
	select {
	case <-changed:
	case <-time.After(20 * time.Second):
		t.Fatal("the client heard nothing")
	}
	requireTools(t, session, []string{"json___count", "json___say_x20it_x2eagain", "live___first", "live___second"})
}

func requireTools(t *testing.T, session *mcp.ClientSession, want []string) {
	t.Helper()
	list, err := session.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, tool := range list.Tools {
		got = append(got, tool.Name)
	}
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Fatalf("tools %q, want %q", got, want)
	}
}
