package e2e

import (
	"flag"
	"io"
	"net/http"
	"strings"
	"testing"

	"mcp-router/bench/router/proc"
	"mcp-router/test/worst"
)

// heavy is the shipped configuration on one worker.
var heavy = &stand{name: "heavy", workers: 1}

// times is how many bodies of each shape are sent, 4 MiB each: make worst sends
// ten times as many.
var times = flag.Int("times", 20, "bodies of each worst shape")

// A client's bodies cost the VM memory that never comes back, and past its limit
// it takes every stream of its worker with it.
func TestTheWorstBodiesLeaveMemoryAndVMAlone(t *testing.T) {
	// Envoy, the compiled module and a heap of a few bodies, in bytes.
	const mostRSS = 300_000_000
	s := heavy.up(t)
	transport := protocols()["HTTP/1.1"]
	t.Cleanup(transport.CloseIdleConnections)
	for _, shape := range worst.Shapes {
		body := shape.Body(shippedBodyLimit)
		t.Run(shape.Name, func(t *testing.T) {
			for range *times {
				got := mustSend(t, transport, s.post(t, strings.NewReader(body)))
				if got.Status != http.StatusOK && got.Status != http.StatusBadRequest {
					t.Fatalf("reply = %d %.200s, want 200 or 400", got.Status, got.Body)
				}
				s.forget()
			}
			rss, err := proc.RSS(s.process.PID())
			if err != nil {
				t.Fatal(err)
			}
			if rss > mostRSS {
				t.Errorf("Envoy has %d MB, want at most %d", rss/1e6, int(mostRSS/1e6))
			}
			s.mustStillRoute(t, transport)
		})
	}
}

// forget drops what the servers got: they keep whole bodies.
func (s *stand) forget() {
	for _, server := range s.servers {
		server.Drain()
	}
}

// mustStillRoute fails unless a normal call is routed, by the VM of the start.
func (s *stand) mustStillRoute(t *testing.T, transport *http.Transport) {
	t.Helper()
	if got := mustSend(t, transport, s.post(t, io.NopCloser(strings.NewReader(exampleCall)))); got.Status != http.StatusOK {
		t.Errorf("reply to a normal call = %d %.200s, want 200", got.Status, got.Body)
	}
	s.mustReachAmap(t)
	s.mustKeepItsVM(t)
}

// mustKeepItsVM fails if a VM has ended since the test began.
func (s *stand) mustKeepItsVM(t *testing.T) {
	t.Helper()
	for name, n := range s.mustReloads(t) {
		if lost := n - s.reloads[name]; lost != 0 {
			t.Errorf("%s has grown by %d: the VM was lost", name, lost)
		}
	}
}

// mustReloads are Envoy's counts of VMs that it has replaced.
func (s *stand) mustReloads(t *testing.T) map[string]int {
	t.Helper()
	counts, err := s.process.Stats(t.Context(), `vm_reload`)
	if err != nil {
		t.Fatal(err)
	}
	return counts
}
