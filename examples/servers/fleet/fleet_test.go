package fleet_test

import (
	"encoding/json"
	"log/slog"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcp-router/examples/servers/catalog"
	"mcp-router/examples/servers/fleet"
)

func TestTools(t *testing.T) {
	tests := []struct {
		server, separator string
		want              []string
	}{
		{"random-user-server", "", []string{"get-random-user", "get-random-users"}},
		{"rest-amap-server", "", []string{"geocode", "get-distance", "get-weather"}},
		{"notebook", "", []string{"add-note", "read-notes"}},
		{"catalog", "___", []string{
			"random-user-server___get-random-user", "random-user-server___get-random-users",
			"rest-amap-server___geocode", "rest-amap-server___get-distance", "rest-amap-server___get-weather",
		}},
		{"catalog", "/", []string{
			"random-user-server/get-random-user", "random-user-server/get-random-users",
			"rest-amap-server/geocode", "rest-amap-server/get-distance", "rest-amap-server/get-weather",
		}},
	}
	for _, tt := range tests {
		t.Run(tt.server+tt.separator, func(t *testing.T) {
			if got := mustList(t, connect(t, tt.server, tt.separator)); !slices.Equal(got, tt.want) {
				t.Errorf("tools = %q, want %q", got, tt.want)
			}
		})
	}
}

func TestCalls(t *testing.T) {
	tests := []struct {
		name, server, tool string
		args               map[string]any
		want               string
	}{
		{"a known city has weather", "rest-amap-server", "get-weather", map[string]any{"location": "New York"},
			`{"celsius":21,"humidityPct":48,"location":"New York","sky":"sunny"}`},
		{"letter case and space around a city do not matter", "rest-amap-server", "geocode", map[string]any{"address": " new york"},
			`{"latitude":40.71,"longitude":-74.01}`},
		{"a distance is along the great circle", "rest-amap-server", "get-distance",
			map[string]any{"origin": "London", "destination": "New York"}, `{"kilometres":5570}`},
		{"an unknown city is the tool's error, with what would work", "rest-amap-server", "get-weather",
			map[string]any{"location": "Atlantis"}, `error: no place "Atlantis" in the offline atlas, which has Beijing`},
		{"a distance from nowhere", "rest-amap-server", "get-distance",
			map[string]any{"origin": "Atlantis", "destination": "London"}, `error: no place "Atlantis"`},
		{"a distance to nowhere", "rest-amap-server", "get-distance",
			map[string]any{"origin": "London", "destination": "Atlantis"}, `error: no place "Atlantis"`},
		{"too many users", "random-user-server", "get-random-users", map[string]any{"count": 101},
			"error: count must be 1 to 100, got 101"},
		{"an empty note", "notebook", "add-note", map[string]any{"note": " "}, "error: note must not be empty"},
		{"the catalogue runs nothing", "catalog", "rest-amap-server___get-weather", nil,
			`catalog lists tools only: mcp-router should have routed "rest-amap-server___get-weather"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			result, err := connect(t, tt.server, "___").CallTool(t.Context(), &mcp.CallToolParams{Name: tt.tool, Arguments: tt.args})
			if got := outcome(t, result, err); !strings.Contains(got, tt.want) {
				t.Errorf("%s(%v) = %s, want %s", tt.tool, tt.args, got, tt.want)
			}
		})
	}
}

func TestUsersAreAsManyAsAsked(t *testing.T) {
	session := connect(t, "random-user-server", "")
	result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "get-random-users", Arguments: map[string]any{"count": 3}})
	if got := strings.Count(outcome(t, result, err), `"email"`); got != 3 {
		t.Errorf("get-random-users(3) gave %d users", got)
	}
}

func TestASeedGivesTheSameUserAgain(t *testing.T) {
	session := connect(t, "random-user-server", "")
	var got [2]string
	for i := range got {
		result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "get-random-user", Arguments: map[string]any{"seed": 7}})
		got[i] = outcome(t, result, err)
	}
	if got[0] != got[1] || !strings.Contains(got[0], "@example.com") {
		t.Errorf("get-random-user(seed 7) twice = %q", got)
	}
}

// Each session has notes of its own, which last as long as it does.
func TestTheNotebookKeepsSessionsApart(t *testing.T) {
	session := connect(t, "notebook", "")
	var got []string
	for _, call := range []struct {
		tool string
		args map[string]any
	}{
		{"add-note", map[string]any{"note": "buy milk"}},
		{"add-note", map[string]any{"note": strings.Repeat("n", 1001)}},
		{"read-notes", map[string]any{}},
	} {
		result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: call.tool, Arguments: call.args})
		got = append(got, outcome(t, result, err))
	}
	result, err := connect(t, "notebook", "").CallTool(t.Context(), &mcp.CallToolParams{Name: "read-notes", Arguments: map[string]any{}})
	got = append(got, outcome(t, result, err))
	want := []string{`{"notes":["buy milk"]}`, "error: a session keeps 100 notes of 1000 bytes", `{"notes":["buy milk"]}`, `{"notes":[]}`}
	if !slices.Equal(got, want) {
		t.Errorf("outcomes %q, want %q", got, want)
	}
}

// A member hangs, then serves, then is gone, all while the catalog runs.
func TestTheCatalogListsMembersThatServe(t *testing.T) {
	member := newMember(t)
	session := connect(t, "catalog", "___", catalog.AtURL("later", "http://"+member.Listener.Addr().String()+"/mcp"))

	before := mustList(t, session)
	member.Start()
	both := mustList(t, session)
	member.Close()
	after := mustList(t, session)

	if want := append(slices.Clone(before), "later___geocode", "later___get-distance", "later___get-weather"); !slices.Equal(both, want) {
		t.Errorf("with the member = %q, want %q", both, want)
	}
	if !slices.Equal(after, before) || len(before) != 5 {
		t.Errorf("before the member = %q, after it = %q, want the same 5", before, after)
	}
}

// newMember returns a server that has its address and does not serve yet.
func newMember(t *testing.T) *httptest.Server {
	t.Helper()
	handler, err := fleet.Handler("rest-amap-server", "", slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	member := httptest.NewUnstartedServer(handler)
	t.Cleanup(member.Close)
	return member
}

func TestUnknownServer(t *testing.T) {
	if _, _, err := fleet.Start(t.Context(), "nobody", "___", slog.New(slog.DiscardHandler)); err == nil {
		t.Error(`Start("nobody") gave a server, want an error`)
	}
}

// connect serves the named server and opens a session with the SDK's client.
func connect(t *testing.T, server, separator string, members ...catalog.Member) *mcp.ClientSession {
	t.Helper()
	address, stop, err := fleet.Start(t.Context(), server, separator, slog.New(slog.DiscardHandler), members...)
	if err != nil {
		t.Fatalf("start %s: %v", server, err)
	}
	t.Cleanup(func() { _ = stop() })
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: "http://" + address + "/mcp", DisableStandaloneSSE: true}, nil)
	if err != nil {
		t.Fatalf("connect to %s: %v", server, err)
	}
	t.Cleanup(func() { session.Close() })
	return session
}

// mustList returns the names of all tools.
func mustList(t *testing.T, session *mcp.ClientSession) []string {
	t.Helper()
	var names []string
	for tool, err := range session.Tools(t.Context(), nil) {
		if err != nil {
			t.Fatalf("list tools: %v", err)
		}
		names = append(names, tool.Name)
	}
	return names
}

// outcome is one line: the structured content, or the tool's or the protocol's error.
func outcome(t *testing.T, result *mcp.CallToolResult, err error) string {
	t.Helper()
	if err != nil {
		return "refused: " + err.Error()
	}
	if result.IsError {
		return "error: " + result.Content[0].(*mcp.TextContent).Text
	}
	data, err := json.Marshal(result.StructuredContent)
	if err != nil {
		t.Fatalf("structured content: %v", err)
	}
	return string(data)
}
