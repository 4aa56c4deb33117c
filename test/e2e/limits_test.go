package e2e

import (
	"fmt"
	"io"
	"net/http"
	"slices"
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

func TestBodiesOverEnvoysBufferLimitPassWhereNoPathIsOurs(t *testing.T) {
	s := shipped.up(t)
	call := callOfSize(3 * shippedBodyLimit)
	t.Run("content-length", func(t *testing.T) {
		forEachProtocol(t, func(t *testing.T, transport *http.Transport) {
			if got := mustSend(t, transport, s.post(t, strings.NewReader(call))); got.Status != 200 {
				t.Errorf("reply = %d %.200s, want 200", got.Status, got.Body)
			}
			s.mustReachCatalog(t, call)
		})
	})
	// Envoy answers 413 by itself when what it reads at once leaps over its
	// buffer limit, so the length must not be crossed in one leap.
	t.Run("no content-length", func(t *testing.T) {
		conn := s.dial(t)
		conn.mustWrite(t, "POST /mcp HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n")
		for piece := range slices.Chunk([]byte(call), 32<<10) {
			before := s.received(t)
			conn.mustWrite(t, fmt.Sprintf("%x\r\n%s\r\n", len(piece), piece))
			s.waitReceived(t, before+len(piece))
		}
		conn.mustWrite(t, "0\r\n\r\n")
		if got := conn.mustReply(t); got.Status != 200 {
			t.Errorf("reply = %d %.200s, want 200", got.Status, got.Body)
		}
		s.mustReachCatalog(t, call)
	})
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
	s := strict.up(t)
	for name, size := range map[string]int{"limit and one": strictBodyLimit + 1, "a megabyte": 1 << 20} {
		forEachBody(t, name, callOfSize(size), func(t *testing.T, transport *http.Transport, body io.Reader) {
			got := mustSend(t, transport, s.post(t, body))
			const want = `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"body is larger than 65536 bytes"}}`
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
