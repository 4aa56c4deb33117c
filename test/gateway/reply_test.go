package gateway

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// Events pass as they come: the client has the first before the server writes the
// second. Nothing of the stream changes but its ids, whatever length it claims.
func eventsPassUndelayed(t *testing.T, gateway *stand, _, bad *server) {
	w := connect(t, gateway.url())
	seen := make(chan string)
	back := bad.instead(func(rw http.ResponseWriter, _ *http.Request) {
		rw.Header().Set("Content-Type", "text/event-stream")
		rw.Header().Set("Mcp-Session-Id", "sid-unwanted")
		for i := range 3 {
			_, _ = fmt.Fprintf(rw, "id: %d\ndata: {\"n\":%d}\n\n", i, i)
			if flusher, ok := rw.(http.Flusher); ok {
				flusher.Flush()
			}
			<-seen
		}
	})
	defer back()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, w.url, strings.NewReader(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"bad___count"}}`))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Mcp-Session-Id", w.token)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if id := resp.Header.Get("Mcp-Session-Id"); id != "" {
		t.Errorf("the reply carries the session id %q", id)
	}
	lines := bufio.NewScanner(resp.Body)
	for i := range 3 {
		var event []string
		for lines.Scan() && lines.Text() != "" {
			event = append(event, lines.Text())
		}
		id, data := strings.TrimPrefix(event[0], "id: "), fmt.Sprintf(`data: {"n":%d}`, i)
		if tag, own, ok := strings.Cut(id, "."); !ok || len(tag) != 8 || own != fmt.Sprint(i) || event[1] != data {
			t.Errorf("event %d is %q", i, event)
		}
		seen <- ""
	}
}

func aStreamWithALengthIsEditedWhole(t *testing.T, gateway *stand, _, bad *server) {
	w := connect(t, gateway.url())
	const text = "id: 1\ndata: {\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"x\":\"y\"}}\n\n"
	defer bad.instead(func(rw http.ResponseWriter, _ *http.Request) {
		rw.Header().Set("Content-Type", "text/event-stream")
		rw.Header().Set("Content-Length", fmt.Sprint(len(text)))
		_, _ = io.WriteString(rw, text)
	})()
	if a := w.call("bad___count"); a.get("result.x") != "y" || a.header.Get("Content-Length") != "" {
		t.Errorf("got %+v", a)
	}
}

// A call runs once, and as long as it takes, whatever the server's route says of
// retries and time-outs.
func aCallRunsOnce(t *testing.T, gateway *stand, _, bad *server) {
	w := connect(t, gateway.url())
	var runs atomic.Int32
	for name, handler := range map[string]http.HandlerFunc{
		"503":   func(rw http.ResponseWriter, _ *http.Request) { rw.WriteHeader(http.StatusServiceUnavailable) },
		"reset": func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
	} {
		runs.Store(0)
		back := bad.instead(func(rw http.ResponseWriter, r *http.Request) {
			runs.Add(1)
			handler(rw, r)
		})
		a := w.call("bad___count")
		back()
		if n := runs.Load(); n != 1 || a.status != 200 || a.get("error.code") != "-32603" {
			t.Errorf("%s: %d runs, %+v", name, n, a)
		}
	}
	const slow = 1500 * time.Millisecond // the route would cut it after 1 s
	defer bad.instead(func(rw http.ResponseWriter, r *http.Request) {
		select {
		case <-time.After(slow):
		case <-r.Context().Done():
		}
		rw.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(rw, `{"jsonrpc":"2.0","id":2,"result":{"x":"late"}}`)
	})()
	if a := w.call("bad___count"); a.get("result.x") != "late" {
		t.Errorf("a call of %s: %+v", slow, a)
	}
}

// A page that may use the gateway sees every answer, refusals too; another one
// gets nothing.
func browsersSeeEveryAnswer(t *testing.T, gateway *stand, _, bad *server) {
	w := connect(t, gateway.url())
	w.origin = "http://localhost:6274"
	allows := func(what string, a answered, status int) {
		t.Helper()
		if got := a.header.Get("Access-Control-Allow-Origin"); a.status != status || got != w.origin {
			t.Errorf("%s: status %d, allowed origin %q", what, a.status, got)
		}
	}
	allows("a list", w.list(), 200)
	allows("a notification", w.post(`{"jsonrpc":"2.0","method":"notifications/cancelled"}`), 202)
	allows("no JSON", w.post(`{`), 400)
	a, err := w.send(t.Context(), http.MethodGet, "")
	if err != nil {
		t.Fatal(err)
	}
	allows("a GET", a, 405)
	if a.header.Get("Allow") != "POST, DELETE" {
		t.Errorf("a GET is told Allow: %q", a.header.Get("Allow"))
	}
	for name, handler := range map[string]http.HandlerFunc{
		"an error with a body":    func(rw http.ResponseWriter, _ *http.Request) { http.Error(rw, "trace", http.StatusInternalServerError) },
		"an error without a body": func(rw http.ResponseWriter, _ *http.Request) { rw.WriteHeader(http.StatusInternalServerError) },
		"a challenge": func(rw http.ResponseWriter, _ *http.Request) {
			rw.Header().Set("WWW-Authenticate", `Bearer resource_metadata="https://internal.example"`)
			rw.WriteHeader(http.StatusUnauthorized)
		},
	} {
		back := bad.instead(handler)
		a := w.call("bad___count")
		back()
		allows(name, a, 200)
		if a.get("error.code") != "-32603" || a.header.Get("WWW-Authenticate") != "" || strings.Contains(a.body, "trace") {
			t.Errorf("%s: %+v", name, a)
		}
	}
	good := w.token
	w.token = "gone"
	allows("an unknown session", w.list(), 404)
	w.token, w.origin = good, "https://evil.example"
	if a := w.list(); a.status != 403 || a.header.Get("Access-Control-Allow-Origin") != "" {
		t.Errorf("another page: %+v", a)
	}
}
