package e2e

import (
	"net/http"
	"reflect"
	"testing"
	"time"
)

// mustEqual compares whole values.
func mustEqual[T any](t *testing.T, what string, got, want T) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("%s =\n%+v\nwant\n%+v", what, got, want)
	}
}

// waitFor polls until the condition holds.
func waitFor(t *testing.T, what string, holds func() bool) {
	t.Helper()
	waitUpTo(t, replyLimit, what, holds)
}

func waitUpTo(t *testing.T, limit time.Duration, what string, holds func() bool) {
	t.Helper()
	deadline := time.After(limit)
	poll := time.NewTicker(time.Millisecond)
	defer poll.Stop()
	for !holds() {
		select {
		case <-poll.C:
		case <-deadline:
			t.Fatalf("waited %s for %s in vain", limit, what)
		}
	}
}

// mustBeIdle fails if any server got a request that the test has not looked at.
func (s *stand) mustBeIdle(t *testing.T) {
	t.Helper()
	for name, server := range s.servers {
		if n := server.Drain(); n != 0 {
			t.Errorf("%d unexpected requests at %s", n, name)
		}
	}
}

// clientHeaders are a request's headers without those that every Envoy adds.
func clientHeaders(header http.Header) http.Header {
	rest := header.Clone()
	for _, name := range []string{"X-Forwarded-Proto", "X-Request-Id", "X-Envoy-Expected-Rq-Timeout-Ms"} {
		rest.Del(name)
	}
	return rest
}
