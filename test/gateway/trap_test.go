package gateway

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"mcp-router/test/envoy"
)

// clientsIdle is the idle time-out of the clients' route where a VM ends: the only
// answer that is left to what waits for servers then. It is longer than a callout.
const clientsIdle = calloutTimeout + time.Second

// underWay are the requests that the VM's end finds, by what they do.
var underWay = map[string]struct {
	method, body string
	// waits is set for a request that waits for servers, and not for one that its
	// server has.
	waits bool
}{
	"lists":      {"POST", `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, true},
	"initialize": {"POST", `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{}}}`, true},
	"ends":       {"DELETE", "", true},
	"calls":      {"POST", `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"bad___count"}}`, false},
	"reads":      {"POST", `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"bad___begun"}}`, false},
}

// When the VM ends, requests that wait for servers are answered by the idle time-out
// of their route, replies under way never pass unread, and all that comes after goes
// on in the next VM, in the same sessions.
func TestTheVMEndsWhileRequestsWait(t *testing.T) {
	good, bad := newServer("good"), newServer("bad")
	t.Cleanup(good.Close)
	t.Cleanup(bad.Close)
	config, err := configureWith("panichook", map[string]any{"listCacheTTL": "0s"}, []*server{good, bad})
	if err != nil {
		t.Fatal(err)
	}
	if err := config.Set(envoy.Clients+"/clients/route/idle_timeout", clientsIdle.String()); err != nil {
		t.Fatal(err)
	}
	gateway := run(t, config, 1, good, bad)
	w, leaving := connectWith(t, gateway.url(), `{"elicitation":{}}`), connect(t, gateway.url())
	if got := w.call("good___count").get("result.content.0.text"); got != "good 1" {
		t.Fatalf("before: %q", got)
	}
	before := reloads(t, gateway)
	arrived, goOn := make(chan struct{}, len(underWay)), make(chan struct{})
	back := bad.instead(untilGoOn(arrived, goOn))
	defer back()

	type end struct {
		what string
		answered
		err error
	}
	ends := make(chan end, len(underWay))
	for what, request := range underWay {
		from := w
		if request.method == http.MethodDelete {
			from = leaving
		}
		go func() {
			a, err := from.send(t.Context(), request.method, request.body)
			ends <- end{what, a, err}
		}()
	}
	for range underWay {
		select {
		case <-arrived:
		case <-time.After(calloutTimeout):
			t.Fatal("not all requests are under way")
		}
	}
	trapped := time.Now()
	if status, body := w.try("POST", `{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"good___trap-hook"}}`); status != 503 {
		t.Errorf("the request that ends the VM: %d %s, want 503", status, body)
	}
	// The next VM is there while the last one's requests still wait: at once, but not
	// within a second of the last one's start.
	var next answered
	for tick := time.NewTicker(50 * time.Millisecond); next.status != 200 && time.Since(trapped) < clientsIdle/2; <-tick.C {
		next = w.call("good___count")
	}
	if got := next.get("result.content.0.text"); got != "good 2" {
		t.Errorf("the same session in the next VM: %d, %q", next.status, got)
	}
	close(goOn)
	for range underWay {
		e := <-ends
		if e.header.Get("Mcp-Session-Id") != "" || strings.Contains(e.body, `"id":2`) {
			t.Errorf("%s: what a server says reaches its client unread: %v, %s", e.what, e.header, e.body)
		}
		const slack = 100 * time.Millisecond // Envoy's timers look at a clock of their own
		if !underWay[e.what].waits {
			if e.err == nil && e.status != 503 {
				t.Errorf("%s: %d %s; want it broken off", e.what, e.status, e.body)
			}
			continue
		}
		if e.err != nil || e.status != 503 && e.status != 504 || e.took < clientsIdle-slack || e.took > clientsIdle+2*time.Second {
			t.Errorf("%s: %d after %s, %v; want 503 or 504 after %s", e.what, e.status, e.took, e.err, clientsIdle)
		}
	}
	back()
	w.list().mustHave(t, "good,bad", "")
	if got := w.call("bad___count").get("result.content.0.text"); got != "bad 1" {
		t.Errorf("the server that was waited for: %q", got)
	}
	connect(t, gateway.url()).list().mustHave(t, "good,bad", "")
	if got := reloads(t, gateway) - before; got != 1 {
		t.Errorf("%d VMs ended, want 1", got)
	}
}

// untilGoOn answers calls, with what no client may see as it is, once it may go on,
// and nothing else. It says when a request has arrived, and the reply to a call of
// "begun" has begun.
func untilGoOn(arrived chan<- struct{}, goOn <-chan struct{}) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body) // what is cut off is no call
		if strings.Contains(string(body), "begun") {
			streamed("data: "+question("1")+"\n\n")(w, r)
		}
		arrived <- struct{}{}
		if !strings.Contains(string(body), `"tools/call"`) {
			hang(w, r)
			return
		}
		select {
		case <-goOn:
		case <-r.Context().Done():
		}
		w.Header().Set("Mcp-Session-Id", "secret-of-bad")
		streamed("id: 9\ndata: "+question("2")+"\n\n")(w, r)
	}
}

// reloads is how many VMs Envoy has put in the place of one that ended.
func reloads(t *testing.T, gateway *stand) (n int) {
	t.Helper()
	counts, err := gateway.process.Stats(t.Context(), "vm_reload_success")
	if err != nil {
		t.Fatal(err)
	}
	for _, count := range counts {
		n += count
	}
	return n
}
