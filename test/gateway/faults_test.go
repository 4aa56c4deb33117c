package gateway

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tidwall/gjson"
)

// pair is a gateway over a good server and one that a test spoils. Nothing is
// cached, so that every list asks.
func pair(t *testing.T) (gateway *stand, good, bad *server) {
	t.Helper()
	good, bad = newServer("good"), newServer("bad")
	t.Cleanup(good.Close)
	t.Cleanup(bad.Close)
	return start(t, map[string]any{"listCacheTTL": "0s"}, good, bad), good, bad
}

// Servers that answer as they should not, and clients that leave, leave nothing
// behind: one gateway sees them all.
func TestFaults(t *testing.T) {
	gateway, good, bad := pair(t)
	for _, tt := range []struct {
		name string
		run  func(t *testing.T, gateway *stand, good, bad *server)
	}{
		{"a server that hangs", aServerThatHangs},
		{"a server that lies", aServerThatLies},
		{"a server that forgets its session", aServerThatForgetsItsSession},
		{"a client that leaves", aClientThatLeaves},
		{"events pass undelayed", eventsPassUndelayed},
		{"a stream with a length", aStreamWithALengthIsEditedWhole},
		{"a call runs once", aCallRunsOnce},
		{"browsers", browsersSeeEveryAnswer},
		{"a client without a session", aClientWithoutASession},
		{"many clients at once", callsAreNeitherCrossedNorRepeated},
		{"a question that goes wrong", aQuestionThatGoesWrong},
		{"a long result", aLongResultPasses},
		{"a server that is killed", aServerThatIsKilled}, // the last: it stays so
	} {
		t.Run(tt.name, func(t *testing.T) { tt.run(t, gateway, good, bad) })
	}
}

func aServerThatIsKilled(t *testing.T, gateway *stand, _, bad *server) {
	w := connect(t, gateway.url())
	w.list().mustHave(t, "good,bad", "")
	bad.CloseClientConnections()
	bad.Close()
	if a := w.list(); a.took > time.Second {
		t.Errorf("the list took %s", a.took)
	} else {
		a.mustHave(t, "good", "bad")
	}
	w.call("bad___count").mustSay(t, `connection to server "bad" failed`)
	if got := w.call("good___count").get("result.content.0.text"); got != "good 1" {
		t.Errorf("the good server answers %q", got)
	}
	// A client that comes now gets a session with what is there.
	other := connect(t, gateway.url())
	other.list().mustHave(t, "good", "bad")
	other.call("bad___count").mustSay(t, `server "bad" does not answer`)
}

func aServerThatHangs(t *testing.T, gateway *stand, _, bad *server) {
	w := connect(t, gateway.url())
	back := bad.instead(hang)
	// The host's clock may be a little ahead of ours.
	if a := w.list(); a.took < calloutTimeout-100*time.Millisecond || a.took > calloutTimeout+time.Second {
		t.Errorf("the list took %s, want the server's %s", a.took, calloutTimeout)
	} else {
		a.mustHave(t, "good", "bad")
	}
	if a := w.list(); a.took > 500*time.Millisecond {
		t.Errorf("the next list took %s, want it at once", a.took)
	} else {
		a.mustHave(t, "good", "bad")
	}
	back()
	// A good answer to a call ends the time that it is left out.
	if got := w.call("bad___count").get("result.content.0.text"); got != "bad 1" {
		t.Errorf("the server that is back answers %q", got)
	}
	w.list().mustHave(t, "good,bad", "")
}

func hang(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }

func aServerThatLies(t *testing.T, gateway *stand, _, bad *server) {
	w := connect(t, gateway.url())
	list := func(id, entries, more string) string {
		return `{"jsonrpc":"2.0","id":` + id + `,"result":{"tools":[` + entries + `]` + more + `}}`
	}
	const tool = `{"name":"count","inputSchema":{"type":"object"}}`
	tests := []struct {
		name, mediaType, body string
		// have are the servers whose tools are there.
		have string
	}{
		{"with another id", "application/json", list("2", tool, ""), "good"},
		{"with an id of another type", "application/json", list(`"1"`, tool, ""), "good"},
		{"without an id", "application/json", list("null", tool, ""), "good"},
		{"with HTML", "application/json", "<html>", "good"},
		{"with another media type", "text/html", list("1", tool, ""), "good,bad"},
		{"with no list", "application/json", `{"jsonrpc":"2.0","id":1,"result":[]}`, "good"},
		{"with a list of another type", "application/json", `{"jsonrpc":"2.0","id":1,"result":{"tools":{}}}`, "good"},
		{"with half of one", "application/json", list("1", tool, "")[:60], "good"},
		{"with nesting without end", "application/json", list("1", strings.Repeat(`[`, 100000), ""), "good"},
		{"with a cursor without end", "application/json", list("1", tool, `,"nextCursor":"again"`), "good,bad"},
		{"with 10 MB", "application/json", list("1", tool+","+`{"name":"x","description":"`+strings.Repeat("x", 10<<20)+`"}`, ""), "good"},
		{"with nothing", "application/json", "", "good"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var asked atomic.Int32
			back := bad.instead(func(rw http.ResponseWriter, _ *http.Request) {
				asked.Add(1)
				rw.Header().Set("Content-Type", tt.mediaType)
				_, _ = rw.Write([]byte(tt.body))
			})
			defer back()
			unavailable := "bad"
			if tt.have == "good,bad" {
				unavailable = ""
			}
			w.list().mustHave(t, tt.have, unavailable)
			if n := asked.Load(); n < 1 || n > 2 {
				t.Errorf("the server was asked %d times", n)
			}
			back()
			w.call("bad___count") // ends the time that it is left out
		})
	}
}

func aServerThatForgetsItsSession(t *testing.T, gateway *stand, _, bad *server) {
	w := connect(t, gateway.url())
	w.call("bad___count")
	back := bad.instead(func(rw http.ResponseWriter, _ *http.Request) {
		http.Error(rw, "session not found", http.StatusNotFound)
	})
	w.call("bad___count").mustSay(t, `session with server "bad" was lost; call again`)
	back()
	if got := w.call("bad___count").get("result.content.0.text"); got != "bad 1" {
		t.Errorf("the call after the loss: %q, want the first of a new session", got)
	}
	if got := w.call("bad___count").get("result.content.0.text"); got != "bad 2" {
		t.Errorf("the call after that: %q, want the second", got)
	}
}

func aClientThatLeaves(t *testing.T, gateway *stand, _, bad *server) {
	w := connect(t, gateway.url())
	for _, body := range []string{
		`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"bad___count"}}`,
		`{"jsonrpc":"2.0","id":2,"method":"tools/list"}`,
	} {
		arrived, gone := make(chan struct{}, 8), make(chan struct{}, 8)
		back := bad.instead(func(_ http.ResponseWriter, r *http.Request) {
			arrived <- struct{}{}
			<-r.Context().Done()
			gone <- struct{}{}
		})
		ctx, leave := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() {
			_, err := w.send(ctx, http.MethodPost, body)
			done <- err
		}()
		<-arrived
		leave()
		if err := <-done; !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", body, err)
		}
		// A call is reset at once, a list's request ends by its deadline.
		select {
		case <-gone:
		case <-time.After(calloutTimeout + 2*time.Second):
			t.Errorf("%s: the server's request goes on", body)
		}
		back()
		if got := w.call("good___count"); got.status != 200 {
			t.Errorf("after that: %+v", got)
		}
	}
	if got := w.call("bad___count").get("result.content.0.text"); got != "bad 1" {
		t.Errorf("the call after those: %q", got)
	}
}

func TestSessionsGoOnInAnotherEnvoyWithTheSameKey(t *testing.T) {
	servers := []*server{newServer("good"), newServer("bad")}
	for _, s := range servers {
		t.Cleanup(s.Close)
	}
	first := start(t, nil, servers...)
	w := connect(t, first.url())
	second := start(t, nil, servers...)
	for i, gateway := range []*stand{first, second, first, second} {
		w.url = gateway.url()
		want := fmt.Sprintf("bad %d", i+1)
		if got := w.call("bad___count").get("result.content.0.text"); got != want {
			t.Errorf("call %d: %q, want %q", i, got, want)
		}
	}
	foreign := start(t, map[string]any{"name": "another"}, servers...)
	w.url = foreign.url()
	if a := w.list(); a.status != 404 || a.get("error.code") != "-32001" {
		t.Errorf("a gateway of another name: %+v", a)
	}
	w.url = first.url()
	if a, err := w.send(t.Context(), http.MethodDelete, ""); err != nil || a.status != 204 {
		t.Errorf("DELETE: %+v, %v", a, err)
	}
	if a := w.list(); a.status != 404 {
		t.Errorf("after DELETE: %+v", a)
	}
}

// Many clients at once, all numbering their requests alike: nobody gets another
// one's answer, and no call runs twice.
func callsAreNeitherCrossedNorRepeated(t *testing.T, gateway *stand, good, bad *server) {
	const clients, calls = 12, 10
	failures := make(chan error, clients*calls*2)
	done := make(chan struct{})
	for n := range clients {
		w := connect(t, gateway.url())
		go func() {
			defer func() { done <- struct{}{} }()
			for i := range calls {
				for _, s := range []string{"good", "bad"} {
					text := fmt.Sprintf("%s of client %d, call %d", s, n, i)
					body := fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"%s/say it.again","arguments":{"text":%q}}}`, s, text)
					a, err := w.send(t.Context(), http.MethodPost, body)
					if got := a.get("result.content.0.text"); err != nil || got != text {
						failures <- fmt.Errorf("got %q (%s), %w, want %q", got, a.body, err, text)
					}
				}
			}
		}()
	}
	for range clients {
		<-done
	}
	close(failures)
	for err := range failures {
		t.Error(err)
	}
	for _, s := range []*server{good, bad} {
		said := 0
		for _, body := range s.seenBodies() {
			if gjson.Get(body, "params.name").String() == "say it.again" {
				said++
			}
		}
		if said != clients*calls {
			t.Errorf("server %s got %d calls, want %d", s.name, said, clients*calls)
		}
	}
}

// A client that never sends a session id is served all the same, and leaves no
// session behind.
func aClientWithoutASession(t *testing.T, gateway *stand, good, _ *server) {
	w := &wire{t: t, url: gateway.url()}
	given := len(good.givenSessions())
	for range 2 {
		if got := w.call("good___count").get("result.content.0.text"); got != "good 1" {
			t.Errorf("call: %q", got)
		}
	}
	w.list().mustHave(t, "good,bad", "")
	opened := good.givenSessions()[given:]
	if len(opened) != 3 {
		t.Errorf("%d sessions were opened, want 3", len(opened))
	}
	tick, deadline := time.NewTicker(10*time.Millisecond), time.After(5*time.Second)
	defer tick.Stop()
	for !containsAll(good.endedSessions(), opened) {
		select {
		case <-tick.C:
		case <-deadline:
			t.Fatalf("sessions %v were opened, only %v ended", opened, good.endedSessions())
		}
	}
}

func containsAll(all, some []string) bool {
	for _, one := range some {
		if !slices.Contains(all, one) {
			return false
		}
	}
	return true
}
