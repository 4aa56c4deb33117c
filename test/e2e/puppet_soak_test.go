package e2e

import (
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"mcp-router/bench/router/proc"
)

// Big answers of servers, taken in at full rate: the collector has to keep up
// with them, or the VM's memory grows to its limit. Without the yield after each
// Envoy had 505 to 523 MB after these 400 requests, with it 250.
func TestBigAnswersLeaveMemoryAndVMAlone(t *testing.T) {
	// Envoy, the compiled module and the heap, in bytes.
	const mostRSS = 350_000_000
	const clients, requestsEach = 8, 50
	s := puppeted.up(t)
	s.servers["catalog"].Script(t, say(200, jsonType, strings.Repeat("x", 650_000)))
	script := scripted(map[string]any{"litter": 60_000, "rounds": rounds([]map[string]any{askedOf(1, "a", "catalog", 10*time.Second)})})
	var wg sync.WaitGroup
	for range clients {
		wg.Go(func() {
			transport := protocols()["HTTP/1.1"]
			defer transport.CloseIdleConnections()
			for range requestsEach {
				resp, err := transport.RoundTrip(s.post(t, strings.NewReader("{}"), script))
				if err != nil {
					t.Error(err)
					return
				}
				if resp.Body.Close(); resp.StatusCode != http.StatusOK {
					t.Errorf("reply = %d, want 200", resp.StatusCode)
					return
				}
			}
		})
	}
	wg.Wait()
	rss, err := proc.RSS(s.process.PID())
	if err != nil {
		t.Fatal(err)
	}
	if rss > mostRSS {
		t.Errorf("Envoy has %d MB, want at most %d", rss/1e6, int(mostRSS/1e6))
	}
	s.servers["catalog"].Drain()
	got := mustSend(t, protocols()["HTTP/1.1"], s.post(t, strings.NewReader("{}"), scripted(forwardToAmap(nil))))
	if got.Status != 200 {
		t.Errorf("reply to the next request = %d %.200s, want 200", got.Status, got.Body)
	}
	s.servers["rest-amap-server"].Drain()
	s.mustKeepItsVM(t)
}
