package e2e

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"
)

const jsonType = "application/json"

// All that can become of a call, in one fan-out: each is told once, and none
// keeps the others or the client waiting beyond its deadline.
func TestEveryOutcomeOfACall(t *testing.T) {
	s := puppeted.up(t)
	const deadline = 300 * time.Millisecond
	big := strings.Repeat("x", 4<<20)
	s.servers["catalog"].Script(t, byPath(t, map[string]http.HandlerFunc{
		"/json":    say(200, jsonType, `{"a":1}`, "Mcp-Session-Id", "s-1"),
		"/events":  say(200, "text/event-stream", "data: {}\n\n"),
		"/empty":   func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusAccepted) },
		"/refused": say(401, "text/html", "<html>"),
		"/busy":    say(503, "text/plain", "later"),
		"/slow":    say(504, "text/plain", "too slow"),
		"/big":     say(200, jsonType, big),
		"/bigger":  say(200, jsonType, big+"x"),
		"/hang":    hang,
		"/reset":   func(w http.ResponseWriter, _ *http.Request) { reset(w) },
		"/half": func(w http.ResponseWriter, r *http.Request) {
			say(200, jsonType, "half")(w, r)
			_ = http.NewResponseController(w).Flush()
			reset(w)
		},
		"/headers": func(w http.ResponseWriter, r *http.Request) {
			say(200, "text/event-stream", "data: {}\n\n")(w, r)
			_ = http.NewResponseController(w).Flush()
			hang(w, r)
		},
	}))
	s.servers["rest-amap-server"].Script(t, say(200, jsonType, "h2"))
	want := []string{
		outcome(100, "answered", 200, jsonType, "s-1", `{"a":1}`),
		outcome(101, "answered", 200, "text/event-stream", "", "data: {}\n\n"),
		outcome(102, "answered", 202, "", "", ""),
		outcome(103, "answered", 401, "text/html", "", "<html>"),
		outcome(104, "answered", 503, "text/plain", "", "later"),
		outcome(105, "answered", 504, "text/plain", "", "too slow"),
		outcome(106, "answered", 200, jsonType, "", big),
		outcome(107, "no_answer", 0, "", "", ""),  // over MaxCallReply
		outcome(108, "no_answer", 0, "", "", ""),  // silent
		outcome(109, "no_answer", 0, "", "", ""),  // reset before the headers
		outcome(110, "no_answer", 0, "", "", ""),  // reset in the body
		outcome(111, "no_answer", 0, "", "", ""),  // silent after the headers
		outcome(112, "no_answer", 0, "", "", ""),  // connection refused
		outcome(113, "not_sent", 0, "", "", ""),   // no such cluster
		outcome(114, "overloaded", 0, "", "", ""), // no endpoint
		outcome(115, "overloaded", 0, "", "", ""), // too many requests for its circuit breaker
		outcome(116, "overloaded", 0, "", "", ""), // no place in its queue
		outcome(117, "answered", 200, jsonType, "", "h2"),
	}
	var calls []map[string]any
	for i, name := range []string{"json", "events", "empty", "refused", "busy", "slow", "big", "bigger", "hang", "reset", "half", "headers"} {
		call := askedOf(100+i, name, "catalog", deadline)
		if strings.HasPrefix(name, "big") {
			call["timeoutMs"] = 10_000
		}
		calls = append(calls, call)
	}
	calls = append(calls, askedOf(112, "x", "down", deadline), askedOf(113, "x", "nowhere", deadline), askedOf(114, "x", "empty", deadline),
		askedOf(115, "x", "full", deadline), askedOf(116, "x", "queue", deadline), askedOf(117, "x", "h2", deadline))
	forEachProtocol(t, func(t *testing.T, transport *http.Transport) {
		got := mustSend(t, transport, s.post(t, strings.NewReader("{}"), scripted(map[string]any{"rounds": rounds(calls), "report": "sorted"})))
		mustEqual(t, "reply", got.Body, strings.Join(want, "\n"))
		s.servers["catalog"].Drain()
		s.servers["rest-amap-server"].Drain()
	})
	const warning = `the host takes no call to server "x": is there a cluster "nowhere"?`
	if n := strings.Count(s.process.Log(), warning); n != 1 {
		t.Errorf("the log tells of the missing cluster %d times, want once", n)
	}
}

// A deadline frees the client even of a server that would answer later, and the
// answer that comes then changes nothing.
func TestADeadlineEndsTheWait(t *testing.T) {
	s := puppeted.up(t)
	answered := make(chan struct{})
	s.servers["catalog"].Script(t, func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-time.After(3 * time.Second):
		case <-r.Context().Done():
		}
		close(answered)
	})
	const deadline = 500 * time.Millisecond
	began := time.Now()
	got := mustSend(t, protocols()["HTTP/1.1"], s.post(t, strings.NewReader("{}"),
		scripted(map[string]any{"rounds": rounds([]map[string]any{askedOf(1, "hang", "catalog", deadline)})})))
	took := time.Since(began)
	mustEqual(t, "reply", got.Body, outcome(1, "no_answer", 0, "", "", ""))
	const tick = 5 * time.Millisecond // Envoy's clock of an event loop stands meanwhile
	if took < deadline-tick || took > deadline+time.Second {
		t.Errorf("it took %s, want %s and little more", took, deadline)
	}
	<-answered
	s.servers["catalog"].Drain()
}

// The host takes a deadline of 0 for none.
func TestACallWithoutADeadlineGetsOne(t *testing.T) {
	s := puppeted.up(t)
	s.servers["catalog"].Script(t, hang)
	got := mustSend(t, protocols()["HTTP/1.1"], s.post(t, strings.NewReader("{}"),
		scripted(map[string]any{"rounds": rounds([]map[string]any{askedOf(1, "hang", "catalog", 0)})})))
	mustEqual(t, "reply", got.Body, outcome(1, "no_answer", 0, "", "", ""))
	s.servers["catalog"].Drain()
}

// The plan's later rounds never happen for a client that has left.
func TestNothingMoreIsAskedForAClientThatHasLeft(t *testing.T) {
	s := puppeted.up(t)
	forEachProtocol(t, func(t *testing.T, transport *http.Transport) {
		release := make(chan struct{})
		s.servers["catalog"].Script(t, byPath(t, map[string]http.HandlerFunc{
			"/first": func(w http.ResponseWriter, r *http.Request) {
				<-release
				say(200, jsonType, "{}")(w, r)
			},
			"/after": say(200, jsonType, "{}"),
		}))
		script := func(path string, next ...string) map[string]any {
			lists := rounds([]map[string]any{askedOf(1, path, "catalog", 5*time.Second)})
			for _, name := range next {
				lists = append(lists, []map[string]any{askedOf(2, name, "catalog", time.Second)})
			}
			return map[string]any{"rounds": lists}
		}
		ctx, leave := context.WithCancel(t.Context())
		defer leave()
		req := s.post(t, strings.NewReader("{}"), scripted(script("first", "second"))).WithContext(ctx)
		before := s.left(t)
		go func() {
			if resp, err := transport.RoundTrip(req); err == nil {
				resp.Body.Close()
			}
		}()
		for path := ""; path != "/first"; { // an earlier test's request may come late
			path = s.servers["catalog"].Next(t).Path
		}
		leave()
		waitFor(t, "Envoy to see the client go", func() bool { return s.left(t) > before })
		close(release)
		// A call of another request, so that the first one's answer is behind us.
		got := mustSend(t, transport, s.post(t, strings.NewReader("{}"), scripted(script("after"))))
		mustEqual(t, "reply", got.Body, outcome(1, "answered", 200, jsonType, "", "{}"))
		mustEqual(t, "request at the server", s.servers["catalog"].Next(t).Path, "/after")
		s.mustBeIdle(t)
	})
}

// left is the number of requests whose client has left, by either protocol.
func (s *stand) left(t *testing.T) int {
	t.Helper()
	stats, err := s.process.Stats(t.Context(), "^http.mcp.downstream_(rq_rx_reset|cx_destroy_remote_active_rq)$")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, value := range stats {
		n += value
	}
	return n
}
