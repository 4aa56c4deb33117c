package gateway

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/tidwall/gjson"
)

// wire is a client that sends what a test says and nothing else.
type wire struct {
	t     *testing.T
	url   string
	token string
	// origin is that of the page it runs in, "" for none.
	origin string
}

// answered is what came back.
type answered struct {
	status int
	header http.Header
	body   string
	took   time.Duration
}

// get reads a value of the body by its gjson path.
func (a answered) get(path string) string { return gjson.Get(a.body, path).String() }

// connect opens a session of a client that can do nothing.
func connect(t *testing.T, url string) *wire {
	t.Helper()
	return connectWith(t, url, "{}")
}

// connectWith opens a session of a client with these capabilities.
func connectWith(t *testing.T, url, capabilities string) *wire {
	t.Helper()
	w := &wire{t: t, url: url}
	a := w.post(`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":` + capabilities + `,"clientInfo":{"name":"wire","version":"1"}}}`)
	if w.token = a.header.Get("Mcp-Session-Id"); a.status != 200 || w.token == "" {
		t.Fatalf("initialize: %+v", a)
	}
	if a := w.post(`{"jsonrpc":"2.0","method":"notifications/initialized"}`); a.status != 202 {
		t.Fatalf("initialized: %+v", a)
	}
	return w
}

func (w *wire) list() answered { return w.post(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`) }

func (w *wire) call(tool string) answered {
	return w.post(fmt.Sprintf(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":%q,"arguments":{}}}`, tool))
}

func (w *wire) post(body string) answered {
	w.t.Helper()
	a, err := w.send(w.t.Context(), http.MethodPost, body)
	if err != nil {
		w.t.Fatal(err)
	}
	return a
}

func (w *wire) send(ctx context.Context, method, body string) (a answered, err error) {
	req, err := http.NewRequestWithContext(ctx, method, w.url, strings.NewReader(body))
	if err != nil {
		return a, err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	if w.origin != "" {
		req.Header.Set("Origin", w.origin)
	}
	if w.token != "" {
		req.Header.Set("Mcp-Session-Id", w.token)
		req.Header.Set("Mcp-Protocol-Version", "2025-11-25")
	}
	began := time.Now()
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return a, err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	a = answered{status: resp.StatusCode, header: resp.Header, body: string(text), took: time.Since(began)}
	if strings.HasPrefix(resp.Header.Get("Content-Type"), "text/event-stream") {
		_, a.body, _ = strings.Cut(a.body, "data: {")
		a.body = "{" + a.body
	}
	return a, err
}

// mustSay fails unless the answer is a JSON-RPC error over HTTP 200 with this
// text.
func (a answered) mustSay(t *testing.T, text string) {
	t.Helper()
	if a.status != 200 || a.get("error.code") != "-32603" || a.get("error.message") != text {
		t.Errorf("got status %d, %s\nwant the error %q", a.status, a.body, text)
	}
}

// mustHave fails unless the list has tools of these servers and names those as
// unavailable, each a comma list.
func (a answered) mustHave(t *testing.T, servers, unavailable string) {
	t.Helper()
	var have []string
	for _, name := range gjson.Get(a.body, "result.tools.#.name").Array() {
		server, tool, _ := strings.Cut(name.String(), "___")
		if tool == "count" {
			have = append(have, server)
		}
	}
	var missing []string
	for _, name := range gjson.Get(a.body, `result._meta.mcp-router/unavailable`).Array() {
		missing = append(missing, name.String())
	}
	if a.status != 200 || strings.Join(have, ",") != servers || strings.Join(missing, ",") != unavailable {
		t.Errorf("list of %v without %v, status %d; want %s without %q\n%.400s", have, missing, a.status, servers, unavailable, a.body)
	}
}
