package azure

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// patience is how long anything may take before a test gives up on it.
const patience = 60 * time.Second

// The providers: one for the clients of each era, so that each meets one that
// is neither installed nor started.
const (
	storage = "storage"
	archive = "archive"
)

// eras are the protocol's two: with sessions, which the router cannot keep, and
// without.
var eras = []struct{ version, provider string }{{"2025-11-25", storage}, {"2026-07-28", archive}}

// client is an MCP client of the router.
type client struct {
	t       *testing.T
	stand   *stand
	session *mcp.ClientSession

	mu       sync.Mutex
	progress []string
}

// connect opens a client that says yes to whatever it is asked, and whose model
// wants to see the containers.
func (s *stand) connect(t *testing.T, version string) *client {
	t.Helper()
	c := &client{t: t, stand: s}
	session, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, &mcp.ClientOptions{
		ElicitationHandler: func(context.Context, *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
			return &mcp.ElicitResult{Action: "accept", Content: map[string]any{"sure": true}}, nil
		},
		CreateMessageHandler: choose, //nolint:staticcheck // sampling is deprecated (SEP-2577), and still there
		ProgressNotificationHandler: func(_ context.Context, r *mcp.ProgressNotificationClientRequest) {
			c.mu.Lock()
			defer c.mu.Unlock()
			c.progress = append(c.progress, r.Params.Message)
		},
	}).Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: s.url}, &mcp.ClientSessionOptions{ProtocolVersion: version})
	if err != nil {
		t.Fatalf("connect: %v", err)
	}
	t.Cleanup(func() { session.Close() })
	if got := session.InitializeResult().ProtocolVersion; got != version {
		t.Fatalf("negotiated %s, want %s", got, version)
	}
	c.session = session
	return c
}

// choose is a model's choice of a provider or a command.
//
//nolint:staticcheck // as above
func choose(_ context.Context, r *mcp.CreateMessageRequest) (*mcp.CreateMessageResult, error) {
	choice := storage
	if strings.Contains(r.Params.Messages[0].Content.(*mcp.TextContent).Text, "container_list") {
		choice = `{"command":"container_list","parameters":{"account":"a"}}`
	}
	return &mcp.CreateMessageResult{Role: "assistant", Model: "m", Content: &mcp.TextContent{Text: choice}}, nil
}

func (c *client) progressed() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.progress)
}

// args are the tool's arguments.
type args map[string]any

// call calls the companion's tool by one of its names.
func (c *client) call(name string, a args) *mcp.CallToolResult {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(c.t.Context(), patience)
	defer cancel()
	params := &mcp.CallToolParams{Name: name, Arguments: a}
	params.SetProgressToken("p")
	result, err := c.session.CallTool(ctx, params)
	if err != nil {
		c.t.Fatalf("call %s %v: %v", name, a, err)
	}
	return result
}

// learned calls the tool and returns the names in its answer.
func (c *client) learned(name string, a args) []string {
	c.t.Helper()
	result := c.call(name, a)
	var answer struct{ Tools []struct{ Name string } }
	if err := json.Unmarshal([]byte(textOf(result)), &answer); err != nil || result.IsError {
		c.t.Fatalf("learn %v: %q is no list: %v", a, textOf(result), err)
	}
	var names []string
	for _, tool := range answer.Tools {
		names = append(names, tool.Name)
	}
	return names
}

// textOf is the result's first text.
func textOf(r *mcp.CallToolResult) string {
	for _, block := range r.Content {
		if text, ok := block.(*mcp.TextContent); ok {
			return text.Text
		}
	}
	return ""
}

func mustEqual(t *testing.T, what string, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s = %q, want %q", what, got, want)
	}
}

// waitFor polls until the condition holds.
func waitFor(t *testing.T, what string, holds func() bool) {
	t.Helper()
	deadline := time.After(patience)
	poll := time.NewTicker(5 * time.Millisecond)
	defer poll.Stop()
	for !holds() {
		select {
		case <-poll.C:
		case <-deadline:
			t.Fatalf("waited %s for %s in vain", patience, what)
		}
	}
}
