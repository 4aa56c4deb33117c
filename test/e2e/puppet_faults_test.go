package e2e

import (
	"net/http"
	"strings"
	"testing"
	"time"
)

func TestAPlanThatPanicsIsA500AndNothingMore(t *testing.T) {
	s := puppeted.up(t)
	s.servers["catalog"].Script(t, say(200, jsonType, "{}"))
	calls := []map[string]any{askedOf(1, "a", "catalog", time.Second), askedOf(2, "b", "catalog", time.Second)}
	forEachProtocol(t, func(t *testing.T, transport *http.Transport) {
		got := mustSend(t, transport, s.post(t, strings.NewReader("{}"), scripted(map[string]any{"rounds": rounds(calls), "panic": "plan"})))
		want := rpcError("null", -32603, "internal error of mcp-router")
		if got.Status != 500 || got.Body != want {
			t.Errorf("reply = %d %s, want 500 %s", got.Status, got.Body, want)
		}
		got = mustSend(t, transport, s.post(t, strings.NewReader("{}"), scripted(map[string]any{"rounds": rounds(calls), "report": "sorted"})))
		mustEqual(t, "reply to the next", got.Body, outcome(1, "answered", 200, jsonType, "", "{}")+"\n"+outcome(2, "answered", 200, jsonType, "", "{}"))
		s.servers["catalog"].Drain()
	})
}

// What waits when a VM ends has nobody left who would answer: the clients'
// route must say for how long. What is already with a server goes on.
func TestATrapWhileRequestsWaitIsAnsweredByTheIdleTimeout(t *testing.T) {
	s := puppeted.up(t)
	s.servers["catalog"].Script(t, byPath(t, map[string]http.HandlerFunc{"/hang": hang, "/trap": say(200, jsonType, "{}")}))
	transport := protocols()["HTTP/2.0"]
	t.Cleanup(transport.CloseIdleConnections)
	waiting := make(chan reply, 1)
	began := time.Now()
	req := s.post(t, strings.NewReader("{}"), scripted(map[string]any{"rounds": rounds([]map[string]any{askedOf(1, "hang", "catalog", 10*time.Second)})}))
	go func() {
		resp, err := transport.RoundTrip(req)
		if err != nil {
			t.Error(err)
			close(waiting)
			return
		}
		waiting <- mustRead(t, resp)
	}()
	mustEqual(t, "the waiting request's call", s.servers["catalog"].Next(t).Path, "/hang")
	trap := mustSend(t, transport, s.post(t, strings.NewReader("{}"),
		scripted(map[string]any{"rounds": rounds([]map[string]any{askedOf(1, "trap", "catalog", time.Second)}), "panic": "trap"})))
	if trap.Status != 503 {
		t.Errorf("the request that ended the VM: %d %s, want 503", trap.Status, trap.Body)
	}
	const slack = 100 * time.Millisecond // Envoy's timers look at a clock of their own
	got := <-waiting
	if took := time.Since(began); got.Status != 503 && got.Status != 504 || took < clientsIdle-slack || took > clientsIdle+2*time.Second {
		t.Errorf("the request that waited: %d after %s, want 503 after %s", got.Status, took, clientsIdle)
	}
	next := mustSend(t, transport, s.post(t, strings.NewReader("{}"), scripted(map[string]any{"rounds": rounds([]map[string]any{askedOf(1, "trap", "catalog", time.Second)})})))
	mustEqual(t, "reply of the next VM", next.Body, outcome(1, "answered", 200, jsonType, "", "{}"))
	s.servers["catalog"].Drain()
}
