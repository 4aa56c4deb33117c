package e2e

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
)

// shippedBodyLimit is maxBodyBytes where the configuration does not set it.
const shippedBodyLimit = 4 << 20

// callOfSize is a routed call of exactly size bytes.
func callOfSize(size int) string {
	const head, tail = `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"rest-amap-server/t","arguments":{"pad":"`, `"}}}`
	return head + strings.Repeat("x", size-len(head)-len(tail)) + tail
}

// bodiesOf are the two ways to send a body: with its length ahead, and without.
func bodiesOf(text string) map[string]io.Reader {
	return map[string]io.Reader{
		"content-length":    strings.NewReader(text),
		"no content-length": io.MultiReader(strings.NewReader(text)),
	}
}

func TestBodiesUpToTheLimitAreRouted(t *testing.T) {
	tests := []struct {
		name  string
		stand *stand
		size  int
	}{
		{"shipped limit less one", shipped, shippedBodyLimit - 1},
		{"shipped limit", shipped, shippedBodyLimit},
		{"own limit less one", strict, strictBodyLimit - 1},
		{"own limit", strict, strictBodyLimit},
	}
	for _, tt := range tests {
		s, call := tt.stand.up(t), callOfSize(tt.size)
		want := strings.Replace(call, "rest-amap-server/", "", 1)
		forEachBody(t, tt.name, call, func(t *testing.T, transport *http.Transport, body io.Reader) {
			if got := mustSend(t, transport, s.post(t, body)); got.Status != 200 {
				t.Errorf("reply = %d %.200s, want 200", got.Status, got.Body)
			}
			request := s.servers["rest-amap-server"].Next(t)
			if request.Body != want || request.ContentLength != int64(len(want)) {
				t.Errorf("server got %d bytes, content-length %d, %.120s…; want the %d bytes sent with the name stripped",
					len(request.Body), request.ContentLength, request.Body, len(want))
			}
			s.mustBeIdle(t)
		})
	}
}

func TestBodiesOverTheLimitPassWhereNoPathIsOurs(t *testing.T) {
	s := shipped.up(t)
	call := callOfSize(shippedBodyLimit + 1)
	forEachBody(t, "limit and one", call, func(t *testing.T, transport *http.Transport, body io.Reader) {
		if got := mustSend(t, transport, s.post(t, body)); got.Status != 200 {
			t.Errorf("reply = %d %.200s, want 200", got.Status, got.Body)
		}
		s.mustReachCatalog(t, call)
	})
}

// Envoy sees a body of unknown length in reads of up to its connection's buffer
// limit. None of them may leap over the request's buffer limit before the plugin
// has seen that the body is over its own: Envoy would answer 413 by itself.
func TestBodiesFarOverTheLimitPassWhereNoPathIsOurs(t *testing.T) {
	s := shipped.up(t)
	for _, size := range []int{4_400_000, 5_000_000, 8_000_000, 16_000_000} {
		call := callOfSize(size)
		for range 2 {
			forEachBody(t, fmt.Sprint(size, " bytes"), call, func(t *testing.T, transport *http.Transport, body io.Reader) {
				if got := mustSend(t, transport, s.post(t, body)); got.Status != 200 {
					t.Errorf("reply = %d %.200s, want 200", got.Status, got.Body)
				}
				s.mustReachCatalog(t, call)
			})
		}
	}
}

// mustReachCatalog fails unless exactly one request arrived, untouched, at the
// route it came for.
func (s *stand) mustReachCatalog(t *testing.T, body string) {
	t.Helper()
	if request := s.servers["catalog"].Next(t); request.Body != body || request.Path != "/mcp" {
		t.Errorf("catalog got %d bytes at %s, want the %d bytes sent at /mcp", len(request.Body), request.Path, len(body))
	}
	s.mustBeIdle(t)
}

func TestBodiesOverTheLimitAreRefusedOnOurPaths(t *testing.T) {
	tests := []struct {
		name        string
		stand       *stand
		host        string
		size, limit int
	}{
		{"own limit and one", strict, "h", strictBodyLimit + 1, strictBodyLimit},
		{"a megabyte", strict, "h", 1 << 20, strictBodyLimit},
		{"shipped limit and one", ruled, "paths.example.com", shippedBodyLimit + 1, shippedBodyLimit},
		{"far over the shipped limit", ruled, "paths.example.com", 4 * shippedBodyLimit, shippedBodyLimit},
	}
	for _, tt := range tests {
		s := tt.stand.up(t)
		forEachBody(t, tt.name, callOfSize(tt.size), func(t *testing.T, transport *http.Transport, body io.Reader) {
			req := s.post(t, body)
			req.Host = tt.host
			got := mustSend(t, transport, req)
			want := fmt.Sprintf(`{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"body is larger than %d bytes"}}`, tt.limit)
			if got.Status != 413 || got.Body != want || got.Header.Get("Content-Type") != "application/json" {
				t.Errorf("reply = %d %.200s (%s), want 413 %s", got.Status, got.Body, got.Header.Get("Content-Type"), want)
			}
			s.mustBeIdle(t)
		})
	}
}

// forEachBody runs the test with the body framed in each way over each protocol.
func forEachBody(t *testing.T, name, text string, test func(*testing.T, *http.Transport, io.Reader)) {
	t.Helper()
	for framing := range bodiesOf("") {
		t.Run(name+", "+framing, func(t *testing.T) {
			forEachProtocol(t, func(t *testing.T, transport *http.Transport) {
				test(t, transport, bodiesOf(text)[framing])
			})
		})
	}
}
