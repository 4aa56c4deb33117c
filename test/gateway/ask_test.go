package gateway

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// asker asks the client of each call by an elicitation, and says what it answered.
func asker(name string) *server {
	s := newServer(name)
	s.build = func() *mcp.Server {
		m := s.mcp()
		type none struct{}
		mcp.AddTool(m, &mcp.Tool{Name: "ask"}, func(ctx context.Context, req *mcp.CallToolRequest, _ none) (*mcp.CallToolResult, any, error) {
			answer, err := req.Session.Elicit(ctx, &mcp.ElicitParams{Message: name, RequestedSchema: map[string]any{"type": "object"}})
			if err != nil {
				return nil, nil, err
			}
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: fmt.Sprint(answer.Content["told"])}}}, nil, nil
		})
		return m
	}
	return s
}

// Two servers number their questions alike and ask one client at the same time:
// each gets the answer to its own.
func TestServersAskTheirClientAtTheSameTime(t *testing.T) {
	one, two := asker("one"), asker("two")
	t.Cleanup(one.Close)
	t.Cleanup(two.Close)
	gateway := start(t, map[string]any{}, one, two)
	// No question is answered before there is one of each server's.
	const calls = 4
	var both sync.WaitGroup
	both.Add(2 * calls)
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, &mcp.ClientOptions{
		ElicitationHandler: func(_ context.Context, req *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
			both.Done()
			both.Wait()
			return &mcp.ElicitResult{Action: "accept", Content: map[string]any{"told": "to " + req.Params.Message}}, nil
		},
	})
	session, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: gateway.url()}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	var wait sync.WaitGroup
	for range calls {
		for _, name := range []string{"one", "two"} {
			wait.Go(func() {
				if got, err := callText(t.Context(), session, name+"___ask"); got != "to "+name || err != nil {
					t.Errorf("server %s was answered %q, %v", name, got, err)
				}
			})
		}
	}
	wait.Wait()
}

// Who answers a server that is not there any more, or does not want the answer,
// hears so, and keeps its session; who leaves leaves nothing behind.
func aQuestionThatGoesWrong(t *testing.T, gateway *stand, _, bad *server) {
	w := connectWith(t, gateway.url(), `{"elicitation":{}}`)
	w.origin = "http://localhost:6274"
	back := bad.instead(say(200, "text/event-stream", "data: {\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"elicitation/create\",\"params\":{}}\n\n"))
	id := w.call("bad___count").get("id")
	back()
	if !strings.HasSuffix(id, ".7") {
		t.Fatalf("the question has the id %q", id)
	}
	answer := fmt.Sprintf(`{"jsonrpc":"2.0","id":%q,"result":{"action":"decline"}}`, id)
	for name, handler := range map[string]http.HandlerFunc{
		"no such session":  say(404, "application/json", `{"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"x"}}`),
		"no body":          func(rw http.ResponseWriter, _ *http.Request) { rw.WriteHeader(http.StatusNotFound) },
		"a reset":          func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
		"a failure":        func(rw http.ResponseWriter, _ *http.Request) { http.Error(rw, "trace", http.StatusInternalServerError) },
		"no authorization": func(rw http.ResponseWriter, _ *http.Request) { rw.WriteHeader(http.StatusUnauthorized) },
	} {
		back := bad.instead(handler)
		a := w.post(answer)
		back()
		if a.status != 400 || a.get("error.message") != `server "bad" did not take the answer` {
			t.Errorf("%s: %+v", name, a)
		}
		if got := a.header.Get("Access-Control-Allow-Origin"); got != w.origin {
			t.Errorf("%s: a page may not see it: allowed origin %q", name, got)
		}
	}
	var took string
	back = bad.instead(func(rw http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		took = string(body)
		say(200, "application/json", "null")(rw, r)
	})
	if a := w.post(answer); a.status != 202 || a.body != "" || took != `{"jsonrpc":"2.0","id":7,"result":{"action":"decline"}}` {
		t.Errorf("an answer that is taken: %+v; the server got %s", a, took)
	}
	back()
	if a := w.call("good___count"); a.get("result.content.0.text") == "" {
		t.Errorf("the session is over: %+v", a)
	}
}

// A result that is too long to be looked into passes, to clients that can be asked
// as to others, and so does what follows it.
func aLongResultPasses(t *testing.T, gateway *stand, _, bad *server) {
	w := connectWith(t, gateway.url(), `{"sampling":{}}`)
	long := `{"jsonrpc":"2.0","id":2,"result":{"x":"` + strings.Repeat("x", 3<<20) + `"}}`
	defer bad.instead(say(200, "text/event-stream", "data: "+long+"\n\ndata: {\"jsonrpc\":\"2.0\",\"id\":8,\"method\":\"ping\"}\n\n"))()
	a := w.call("bad___count")
	got, after, _ := strings.Cut(a.body, "\n\n")
	if a.status != 200 || got != long || !strings.HasSuffix(after, ".8\",\"method\":\"ping\"}\n\n") {
		t.Errorf("status %d, %d of %d bytes, then %q", a.status, len(got), len(long), after)
	}
}
