package gateway

import (
	"net/http"
	"strconv"
	"testing"
	"time"
)

// One gateway sees all of these, too.
func TestFailures(t *testing.T) {
	gateway, _, bad := pair(t)
	t.Run("lists without a server that fails", func(t *testing.T) { listsWithout(t, gateway, bad) })
	t.Run("a list of ever new pages", func(t *testing.T) { everNewPages(t, gateway, bad) })
	t.Run("a reply that breaks off", func(t *testing.T) { aReplyThatBreaksOff(t, gateway, bad) })
	t.Run("a server that does not open", func(t *testing.T) { aServerThatDoesNotOpen(t, gateway, bad) })
}

// A server that fails in the middle of its list, or before, is left out within its
// time; the other's tools are there.
func listsWithout(t *testing.T, gateway *stand, bad *server) {
	w := connect(t, gateway.url())
	for _, tt := range []struct {
		name  string
		fault http.HandlerFunc
		// waits is set if the server's time is used up.
		waits bool
	}{
		{"stalls", stall, true},
		{"trickles", trickle, true},
		{"leaves the stream open", leaveOpen, true},
		{"hangs up", hangUp, false},
		{"breaks off", breakOff, false},
		{"redirects", redirect, false},
		{"fails", say(500, "text/plain", "broken"), false},
		{"wants authorization", say(401, "application/json", `{"error":"unauthorized"}`), false},
		{"accepts", say(202, "", ""), false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			back := bad.instead(tt.fault)
			defer back()
			limit := slack
			if tt.waits {
				limit += calloutTimeout
			}
			a := w.list()
			a.mustHave(t, "good", "bad")
			if a.took > limit {
				t.Errorf("the list took %s, want %s at most", a.took, limit)
			}
			a = w.list()
			a.mustHave(t, "good", "bad")
			if a.took > slack {
				t.Errorf("the next list took %s, want it at once", a.took)
			}
			back()
			w.call("bad___count") // ends the time that it is left out
			w.list().mustHave(t, "good,bad", "")
		})
	}
}

// A server whose pages never end has those that are read of it.
func everNewPages(t *testing.T, gateway *stand, bad *server) {
	w := connect(t, gateway.url())
	page := make(chan int, 1)
	page <- 0
	defer bad.instead(func(rw http.ResponseWriter, r *http.Request) {
		n := <-page + 1
		page <- n
		say(200, "application/json", `{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"`+strconv.Itoa(n)+`","inputSchema":{"type":"object"}}],"nextCursor":"`+strconv.Itoa(n)+`"}}`)(rw, r)
	})()
	a := w.list()
	if n, total := a.get("result.tools.#"), <-page; n != "52" || total != 50 {
		t.Errorf("%s tools of %d pages, want 2 of the good server and 50: %.300s", n, total, a.body)
	}
	if a.took > calloutTimeout+slack {
		t.Errorf("the list took %s", a.took)
	}
}

// What a server answers to a call reaches the client if it is MCP. Anything else is
// an error that says whose fault it is, and the session stays good.
func TestCallsOfServersThatFail(t *testing.T) {
	const callTimeout = time.Second
	good, bad := newServer("good"), newServer("bad")
	t.Cleanup(good.Close)
	t.Cleanup(bad.Close)
	config, err := configure(nil, []*server{good, bad})
	if err != nil {
		t.Fatal(err)
	}
	if err := config.SetOfServers("callTimeout", callTimeout.String()); err != nil {
		t.Fatal(err)
	}
	w := connect(t, run(t, config, 1, good, bad).url())
	calls := 0
	for _, tt := range []struct {
		name  string
		fault http.HandlerFunc
		want  string
		// lost is set if the server's session goes with it.
		lost bool
	}{
		{"hangs", hang, `server "bad" did not answer in time`, false},
		{"hangs up", hangUp, `connection to server "bad" failed`, false},
		{"answers HTML", say(200, "text/html", "<html></html>"), `server "bad" did not answer in MCP`, false},
		{"redirects", redirect, `server "bad" answered with status 302`, false},
		{"is a teapot", say(418, "application/json", `{"I":"am"}`), `server "bad" answered with status 418`, false},
		{"fails", say(500, "text/plain", "broken"), `server "bad" answered with status 500`, false},
		{"is overloaded", say(503, "application/json", `{"error":"overloaded"}`), `server "bad" answered with status 503`, false},
		{"wants authorization", say(401, "application/json", "{}"), `server "bad" requires authorization (status 401)`, false},
		{"forbids", say(403, "", ""), `server "bad" requires authorization (status 403)`, false},
		{"throttles", say(429, "application/json", `{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"slow down"}}`), `server "bad" answered with status 429`, false},
		{"refuses in plain text", say(400, "text/plain", "Bad Request"), `server "bad" answered with status 400`, false},
		{"forgets", say(404, "text/plain", "session not found"), `session with server "bad" was lost; call again`, true},
		{"forgets, in its SDK's words", say(400, "application/json", `{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"no such session"}}`), `session with server "bad" was lost; call again`, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			back := bad.instead(tt.fault)
			a := w.call("bad___count")
			back()
			a.mustSay(t, tt.want)
			if a.took > callTimeout+slack {
				t.Errorf("it took %s", a.took)
			}
			calls++
			if tt.lost {
				calls = 1
			}
			// What failed did not run, and runs not later either.
			if got, want := w.call("bad___count").get("result.content.0.text"), "bad "+strconv.Itoa(calls); got != want {
				t.Errorf("the next call: %q, want %q", got, want)
			}
		})
	}
	if got := w.call("good___count").get("result.content.0.text"); got != "good 1" {
		t.Errorf("the good server answers %q", got)
	}
}

// When the head of a reply has gone to the client nothing can stand in its place;
// but the end comes, and the session stays good.
func aReplyThatBreaksOff(t *testing.T, gateway *stand, bad *server) {
	w := connect(t, gateway.url())
	back := bad.instead(breakOff)
	began := time.Now()
	a, err := w.send(t.Context(), http.MethodPost, `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"bad___count"}}`)
	back()
	if err == nil {
		t.Errorf("reply %+v, want it to break off", a)
	}
	// Envoy waits a second for a client to see the end before it closes the
	// connection (delayed_close_timeout).
	if took := time.Since(began); took > time.Second+slack {
		t.Errorf("it took %s", took)
	}
	if got := w.call("bad___count").get("result.content.0.text"); got != "bad 1" {
		t.Errorf("the next call: %q", got)
	}
}

// A server that cannot be opened keeps nobody from using the others, and is there as
// soon as it can be.
func aServerThatDoesNotOpen(t *testing.T, gateway *stand, bad *server) {
	for _, tt := range []struct {
		name  string
		fault http.HandlerFunc
		want  string
	}{
		{"hangs", hang, `server "bad" does not answer`},
		{"stalls", stall, `server "bad" does not answer`},
		{"answers HTML", say(200, "text/html", "<html></html>"), `server "bad" did not answer in MCP`},
		{"fails", say(500, "", ""), `server "bad" answered with status 500`},
		{"wants authorization", say(401, "", ""), `server "bad" requires authorization (status 401)`},
		{"speaks a version of its own", say(200, "application/json", `{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"1999-01-01","capabilities":{}}}`), `server "bad" did not answer in MCP`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			back := bad.instead(tt.fault)
			defer back()
			began := time.Now()
			w := connect(t, gateway.url())
			if took := time.Since(began); took > calloutTimeout+slack {
				t.Errorf("a session took %s", took)
			}
			w.list().mustHave(t, "good", "bad")
			w.call("bad___count").mustSay(t, tt.want)
			if got := w.call("good___count").get("result.content.0.text"); got != "good 1" {
				t.Errorf("the good server answers %q", got)
			}
			back()
			for _, want := range []string{"bad 1", "bad 2"} {
				if got := w.call("bad___count").get("result.content.0.text"); got != want {
					t.Errorf("a call after it: %q, want %q", got, want)
				}
			}
			w.list().mustHave(t, "good,bad", "")
		})
	}
}
