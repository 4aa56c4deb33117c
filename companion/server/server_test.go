package server

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcp-router/companion/provider"
	"mcp-router/learn"
)

// connected returns a client of a Server whose one provider is behind a URL.
func connected(t *testing.T, providing func() *mcp.Server, o mcp.StreamableHTTPOptions, options *mcp.ClientOptions) *mcp.ClientSession {
	t.Helper()
	return connectedAs(t, "2025-11-25", providing, o, options)
}

// connectedAs does so for a client of a revision.
func connectedAs(t *testing.T, version string, providing func() *mcp.Server, o mcp.StreamableHTTPOptions, options *mcp.ClientOptions) *mcp.ClientSession {
	t.Helper()
	behind := providing()
	web := httptest.NewServer(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return behind }, &o))
	life, end := context.WithCancel(context.Background())
	d := provider.NewDirectory(life, provider.Config{Servers: []provider.ServerEntry{{Name: "test", URL: web.URL}}})
	t.Cleanup(func() { end(); d.Close(); web.Close() })
	s, err := NewServer(t.Context(), d, learn.Settings{Name: "azure", Description: "d"})
	if err != nil {
		t.Fatal(err)
	}
	ours, theirs := mcp.NewInMemoryTransports()
	if _, err := s.mcp.Connect(t.Context(), theirs, nil); err != nil {
		t.Fatal(err)
	}
	session, err := mcp.NewClient(&mcp.Implementation{Name: "c", Version: "1"}, options).
		Connect(t.Context(), ours, &mcp.ClientSessionOptions{ProtocolVersion: version})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { session.Close() })
	return session
}

func TestQuestionsOfAProviderAreBounded(t *testing.T) {
	asked := 0
	behind := func() *mcp.Server {
		s := mcp.NewServer(&mcp.Implementation{Name: "s", Version: "1"}, nil)
		s.AddTool(&mcp.Tool{Name: "echo", InputSchema: map[string]any{"type": "object"}},
			func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				return &mcp.CallToolResult{InputRequests: mcp.InputRequestMap{"q": &mcp.ElicitParams{Message: "again?"}}}, nil
			})
		return s
	}
	c := connected(t, behind, mcp.StreamableHTTPOptions{Stateless: true}, &mcp.ClientOptions{ElicitationHandler: func(context.Context, *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
		asked++
		return &mcp.ElicitResult{Action: "accept"}, nil
	}})
	r, err := c.CallTool(t.Context(), &mcp.CallToolParams{Name: "azure", Arguments: map[string]any{"tool": "test", "command": "echo"}})
	if err != nil {
		t.Fatal(err)
	}
	text := r.Content[0].(*mcp.TextContent).Text
	if !r.IsError || !strings.Contains(text, "more than 10 times") || asked != maxInputRounds {
		t.Errorf("asked %d times, isError %v: %s", asked, r.IsError, text)
	}
}

func TestURLElicitationIsTheClients(t *testing.T) {
	behind := func() *mcp.Server {
		s := mcp.NewServer(&mcp.Implementation{Name: "s", Version: "1"}, nil)
		s.AddTool(&mcp.Tool{Name: "echo", InputSchema: map[string]any{"type": "object"}},
			func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				return nil, mcp.URLElicitationRequiredError([]*mcp.ElicitParams{{Mode: "url", URL: "https://login.example", ElicitationID: "e", Message: "log in"}})
			})
		return s
	}
	c := connected(t, behind, mcp.StreamableHTTPOptions{}, nil)
	_, err := c.CallTool(t.Context(), &mcp.CallToolParams{Name: "azure", Arguments: map[string]any{"tool": "test", "command": "echo"}})
	if e := provider.ProtocolError(err); e == nil || e.Code != mcp.CodeURLElicitationRequired || !strings.Contains(string(e.Data), "login.example") {
		t.Errorf("error %v", err)
	}
}

// Errors that the protocol has for the client reach it; others are for the model.
func TestErrorsOfProviders(t *testing.T) {
	tests := []struct {
		name   string
		code   int64
		state  string // that the client brings
		passes bool
	}{
		{"a capability that the client lacks", mcp.CodeMissingRequiredClientCapabilities, "", true},
		{"a state that the provider does not take", jsonrpc.CodeInvalidParams, "theirs", true},
		{"parameters that the provider does not take", jsonrpc.CodeInvalidParams, "", false},
		{"any other", -32000, "", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			behind := func() *mcp.Server {
				s := mcp.NewServer(&mcp.Implementation{Name: "s", Version: "1"}, nil)
				s.AddTool(&mcp.Tool{Name: "echo", InputSchema: map[string]any{"type": "object"}},
					func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
						return nil, &jsonrpc.Error{Code: tt.code, Message: "no", Data: []byte(`{"x":1}`)}
					})
				return s
			}
			c := connectedAs(t, "2026-07-28", behind, mcp.StreamableHTTPOptions{Stateless: true}, nil)
			r, err := c.CallTool(t.Context(), &mcp.CallToolParams{Name: "azure", RequestState: tt.state, Arguments: map[string]any{"tool": "test", "command": "echo"}})
			e := provider.ProtocolError(err)
			if passed := e != nil && e.Code == tt.code && string(e.Data) == `{"x":1}`; passed != tt.passes || !tt.passes && (err != nil || !r.IsError) {
				t.Errorf("%+v, %v", r, err)
			}
		})
	}
}
