package e2e

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcp-router/examples/servers/catalog"
	"mcp-router/examples/servers/fleet"
	"mcp-router/test/envoy"
	"mcp-router/test/module"
)

// What the recipe for router mode prints, with servers that are as strict
// as their SDK makes them: they answer on /mcp only, and to hosts they know.
func TestTheRecipeForRouterModeListsAndCalls(t *testing.T) {
	s := mustStartOwnServers(t, "py", "everything")
	want := append([]string{}, exampleTools...)
	want = append(want, "py___who", "everything___who")
	t.Run("the Go client", func(t *testing.T) {
		for _, server := range []string{"py", "everything"} {
			client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
			conn, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: "http://" + s.address + "/mcp"}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if version := conn.InitializeResult().ProtocolVersion; version != "2025-11-25" {
				t.Errorf("negotiated %s, want the older era", version)
			}
			if err := conn.Close(); err != nil {
				t.Error(err)
			}
			got, err := s.withGoClient(t.Context(), "2025-11-25", server+"___who", `{}`)
			if err != nil {
				t.Fatal(err)
			}
			mustEqual(t, "session", got, session{want, server})
		}
	})
	t.Run("the TypeScript client", func(t *testing.T) {
		for _, era := range []string{"legacy", "auto"} {
			got := s.mustRunTypeScriptClient(t, era, "everything___who", `{}`)
			mustEqual(t, era, got, session{want, "everything"})
		}
	})
	t.Run("a forged header", func(t *testing.T) {
		one := protocols()["HTTP/1.1"]
		defer one.CloseIdleConnections()
		got := mustSend(t, one, s.post(t, strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"who"}}`), "x-mcp-server: py"))
		if !strings.Contains(got.Body, "catalog lists tools only") {
			t.Errorf("reply = %d %s, want the catalog's", got.Status, got.Body)
		}
	})
}

func mustStartOwnServers(t *testing.T, names ...string) *stand {
	t.Helper()
	wasm, err := module.Build("")
	if err != nil {
		t.Fatal(err)
	}
	config, err := envoy.FromRecipe("docs/router-mode.md")
	if err != nil {
		t.Fatal(err)
	}
	if err := config.Local(wasm); err != nil {
		t.Fatal(err)
	}
	var members []catalog.Member
	for _, name := range names {
		address := mustStartStrictServer(t, name)
		if err := config.Endpoint(name, address); err != nil {
			t.Fatal(err)
		}
		member, err := catalog.ParseMember(name + "=http://" + address + "/mcp")
		if err != nil {
			t.Fatal(err)
		}
		members = append(members, member)
	}
	address, stop, err := fleet.Start(t.Context(), catalog.Name, "___", slog.New(slog.DiscardHandler), members...)
	if err != nil {
		t.Fatal(err)
	}
	s := &stand{name: "own-servers", workers: 1, closers: []func() error{stop}}
	t.Cleanup(func() {
		if err := s.stop(); err != nil {
			t.Error(err)
		}
	})
	if err := config.Endpoint(catalog.Name, address); err != nil {
		t.Fatal(err)
	}
	if err := s.startEnvoy(config); err != nil {
		t.Fatal(err)
	}
	return s
}

// mustStartStrictServer is a stateless server of one tool, which says its name.
func mustStartStrictServer(t *testing.T, name string) (address string) {
	t.Helper()
	server := mcp.NewServer(&mcp.Implementation{Name: name, Version: "1"}, nil)
	server.AddTool(&mcp.Tool{Name: "who", InputSchema: json.RawMessage(`{"type":"object"}`)},
		func(_ context.Context, _ *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: name}}}, nil
		})
	mux := http.NewServeMux()
	mux.Handle("/mcp", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, &mcp.StreamableHTTPOptions{Stateless: true}))
	running := httptest.NewServer(mux)
	t.Cleanup(running.Close)
	return running.Listener.Addr().String()
}
