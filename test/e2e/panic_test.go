package e2e

import (
	"net/http"
	"strings"
	"testing"
)

func TestAPanicOfTheFilterIsA500AndNothingMore(t *testing.T) {
	s := panicking.up(t)
	forEachProtocol(t, func(t *testing.T, transport *http.Transport) {
		got := mustSend(t, transport, s.post(t, strings.NewReader(call("rest-amap-server/panic-hook"))))
		want := rpcError("null", -32603, "internal error of mcp-router")
		if got.Status != 500 || got.Body != want {
			t.Errorf("reply = %d %s, want 500 %s", got.Status, got.Body, want)
		}
		s.mustBeIdle(t)

		if got := mustSend(t, transport, s.post(t, strings.NewReader(exampleCall))); got.Status != 200 {
			t.Errorf("reply to the next call = %d %s, want 200", got.Status, got.Body)
		}
		s.mustReachAmap(t)
	})
	if log := s.process.Log(); !strings.Contains(log, "panic: panic hook") {
		t.Errorf("the log does not say what happened:\n%s", log)
	}
}
