package gateway

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcp-router/test/module"
)

// newStateless is a real MCP server without sessions. Its tool ask needs an answer
// of the user's.
func newStateless(t *testing.T, name string) *server {
	t.Helper()
	s := &server{name: name, counts: map[string]int{}}
	m := s.mcp()
	type none struct{}
	mcp.AddTool(m, &mcp.Tool{Name: "ask"}, func(_ context.Context, req *mcp.CallToolRequest, _ none) (*mcp.CallToolResult, any, error) {
		answer, ok := req.Params.InputResponses["sure"].(*mcp.ElicitResult)
		if !ok {
			return &mcp.CallToolResult{InputRequests: mcp.InputRequestMap{"sure": &mcp.ElicitParams{Message: "Sure?"}}, RequestState: "state \"é\\"}, nil, nil
		}
		text := &mcp.TextContent{Text: answer.Action + " " + req.Params.RequestState}
		return &mcp.CallToolResult{Content: []mcp.Content{text}}, nil, nil
	})
	handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return m }, &mcp.StreamableHTTPOptions{
		Stateless: true, DisableLocalhostProtection: true,
	})
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { s.serve(handler, w, r) }))
	t.Cleanup(s.Close)
	return s
}

// sideBySide is a gateway over a server that keeps sessions and one without.
func sideBySide(t *testing.T) (gateway *stand, old, modern *server) {
	t.Helper()
	old = newServer("old")
	t.Cleanup(old.Close)
	modern = newStateless(t, "new")
	return start(t, nil, old, modern), old, modern
}

// modernTools are those of the server without sessions.
var modernTools = []string{"new___ask", "new___count", "new___say_x20it_x2eagain"}

func TestAGoClientChoosesTheStatelessEra(t *testing.T) {
	gateway, old, modern := sideBySide(t)
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, &mcp.ClientOptions{
		ElicitationHandler: func(context.Context, *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
			return &mcp.ElicitResult{Action: "accept"}, nil
		},
	})
	session, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: gateway.url()}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	if got := session.InitializeResult(); got.ProtocolVersion != "2026-07-28" || got.ServerInfo.Name != "mcp-router" {
		t.Fatalf("discovered %+v", got)
	}
	list, err := session.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, tool := range list.Tools {
		names = append(names, tool.Name)
	}
	if !slices.Equal(names, modernTools) || list.TTLMs < 0 || list.CacheScope == "" {
		t.Errorf("list %v, ttl %d, scope %q", names, list.TTLMs, list.CacheScope)
	}
	if missing, _ := json.Marshal(list.Meta["mcp-router/unavailable"]); string(missing) != `["old"]` {
		t.Errorf("unavailable: %s", missing)
	}
	for tool, want := range map[string]string{"new/count": "new 1", "new___ask": "accept state \"é\\"} {
		if text, err := callText(t.Context(), session, tool); err != nil || text != want {
			t.Errorf("%s: %q, %v; want %q", tool, text, err, want)
		}
	}
	if _, err := callText(t.Context(), session, "old/count"); err == nil || !strings.Contains(err.Error(), `server "old" speaks only revisions with sessions`) {
		t.Errorf("a call to the other era: %v", err)
	}
	mustBeAskedOnlyForItsEra(t, old)
	for _, header := range modern.seenRequests() {
		if header.Get("Mcp-Session-Id") != "" || header.Get("Mcp-Protocol-Version") != "2026-07-28" || header.Get("Mcp-Method") == "" {
			t.Errorf("the stateless server got %v", header)
		}
	}
}

// mustBeAskedOnlyForItsEra fails if a server with sessions got more of stateless
// clients than the question whether it is one of theirs: a worker may ask for
// itself.
func mustBeAskedOnlyForItsEra(t *testing.T, s *server) {
	t.Helper()
	bodies := s.seenBodies()
	if len(bodies) == 0 || len(bodies) > 2 {
		t.Errorf("server %s was asked %d times, want once for each of two workers at most", s.name, len(bodies))
	}
	for _, body := range bodies {
		if !strings.Contains(body, `"method":"server/discover"`) {
			t.Errorf("server %s was asked %s", s.name, body)
		}
	}
}

func TestTypeScriptClientsOfBothErasAtOneURL(t *testing.T) {
	gateway, _, _ := sideBySide(t)
	root, err := module.Root()
	if err != nil {
		t.Fatal(err)
	}
	for era, tools := range map[string][]string{
		"auto": modernTools,
		// The server without sessions serves clients with them too.
		"legacy": append([]string{"old___count", "old___say_x20it_x2eagain"}, modernTools...),
	} {
		out, err := exec.CommandContext(t.Context(), "node", filepath.Join(root, "test", "typescript", "client.mjs"),
			gateway.url(), era, "new___say_x20it_x2eagain", `{"text":"é\""}`).CombinedOutput()
		var got struct {
			Tools []string `json:"tools"`
			Text  string   `json:"text"`
		}
		if err != nil || json.Unmarshal(out, &got) != nil || !slices.Equal(got.Tools, tools) || got.Text != `é"` {
			t.Errorf("%s: %v\n%s", era, err, out)
		}
	}
}

// stateless sends one request of the stateless era.
func stateless(ctx context.Context, t *testing.T, url, method, name, params string) (*http.Response, error) {
	t.Helper()
	body := `{"jsonrpc":"2.0","id":"q","method":"` + method + `","params":{` + params + `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}`
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for key, value := range map[string]string{
		"Content-Type": "application/json", "Accept": "application/json, text/event-stream",
		"MCP-Protocol-Version": "2026-07-28", "Mcp-Method": method, "Mcp-Name": name,
	} {
		if value != "" {
			req.Header.Set(key, value)
		}
	}
	return http.DefaultClient.Do(req)
}

func TestAStatelessCallEndsWhenItsClientLeaves(t *testing.T) {
	gateway, _, modern := sideBySide(t)
	call := func(ctx context.Context) error {
		reply, err := stateless(ctx, t, gateway.url(), "tools/call", "new/count", `"name":"new/count","arguments":{},`)
		if err != nil {
			return err
		}
		return reply.Body.Close()
	}
	if err := call(t.Context()); err != nil { // its era is known now
		t.Fatal(err)
	}
	arrived, left := make(chan struct{}), make(chan struct{})
	defer modern.instead(func(_ http.ResponseWriter, r *http.Request) {
		close(arrived)
		<-r.Context().Done()
		close(left)
	})()
	ctx, leave := context.WithTimeout(t.Context(), 20*time.Second)
	done := make(chan error, 1)
	go func() { done <- call(ctx) }()
	<-arrived
	leave()
	select {
	case <-left:
	case <-time.After(10 * time.Second):
		t.Fatal("the server goes on after its client has left")
	}
	if err := <-done; err == nil {
		t.Error("the call was answered")
	}
}

func TestStatusesOfTheStatelessEra(t *testing.T) {
	gateway, _, _ := sideBySide(t)
	for _, tc := range []struct {
		method, name, params string
		status               int
		body                 string
	}{
		{"server/discover", "", "", 200, `"supportedVersions":["2026-07-28",`},
		{"subscriptions/listen", "", `"notifications":{"toolsListChanged":true},`, 200, `"io.modelcontextprotocol/subscriptionId":"q"`},
		{"ping", "", "", 404, `"code":-32601`},
		{"initialize", "", "", 404, `"code":-32601`},
		{"tools/call", "new/count", `"name":"new/other",`, 400, `"code":-32020`},
		{"tools/call", "new/none", `"name":"new/none",`, 400, `"code":-32602`}, // the server's own
		{"tools/call", "old/count", `"name":"old/count",`, 200, `"code":-32603`},
	} {
		reply, err := stateless(t.Context(), t, gateway.url(), tc.method, tc.name, tc.params)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(reply.Body)
		_ = reply.Body.Close()
		if err != nil || reply.StatusCode != tc.status || !strings.Contains(string(body), tc.body) || !strings.Contains(string(body), `"q"`) {
			t.Errorf("%s: %d %s, %v; want %d with %s", tc.method, reply.StatusCode, body, err, tc.status, tc.body)
		}
		if id := reply.Header.Get("Mcp-Session-Id"); id != "" {
			t.Errorf("%s: a session id %q", tc.method, id)
		}
	}
	for _, method := range []string{http.MethodGet, http.MethodDelete} {
		req, _ := http.NewRequestWithContext(t.Context(), method, gateway.url(), nil)
		req.Header.Set("MCP-Protocol-Version", "2026-07-28")
		reply, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		_ = reply.Body.Close()
		if reply.StatusCode != http.StatusMethodNotAllowed || reply.Header.Get("Allow") != "POST" {
			t.Errorf("%s: %d, Allow %q", method, reply.StatusCode, reply.Header.Get("Allow"))
		}
	}
}
