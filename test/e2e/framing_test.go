package e2e

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/iotest"
)

// mustReachAmap fails unless exactly one request arrived, at rest-amap-server,
// as the example call with its name stripped and the exact content-length.
func (s *stand) mustReachAmap(t *testing.T) {
	t.Helper()
	request := s.servers["rest-amap-server"].Next(t)
	want := request
	want.Method, want.Authority, want.Path = "POST", "mcp.example.com", "/mcp-servers/mcp-rest-amap-server"
	want.Body, want.ContentLength = exampleRouted, int64(len(exampleRouted))
	mustEqual(t, "request at rest-amap-server", request, want)
	s.mustBeIdle(t)
}

func TestRoutingDoesNotDependOnFraming(t *testing.T) {
	s := shipped.up(t)
	forEachProtocol(t, func(t *testing.T, transport *http.Transport) {
		tests := []struct {
			name    string
			body    io.Reader
			headers []string
			change  func(*http.Request)
		}{
			{"content-length", strings.NewReader(exampleCall), nil, nil},
			{"no content-length", io.MultiReader(strings.NewReader(exampleCall)), nil, nil},
			{"one byte a frame", iotest.OneByteReader(strings.NewReader(exampleCall)), nil, nil},
			{"one byte a frame with content-length", iotest.OneByteReader(strings.NewReader(exampleCall)), nil,
				func(r *http.Request) { r.ContentLength = int64(len(exampleCall)) }},
			{"the end comes in a frame of its own", &lateEnd{text: exampleCall}, nil, nil},
			{"trailers", io.MultiReader(strings.NewReader(exampleCall)), nil,
				func(r *http.Request) { r.Trailer = http.Header{"X-Checksum": {"1"}} }},
			{"trailers after one byte a frame", iotest.OneByteReader(strings.NewReader(exampleCall)), nil,
				func(r *http.Request) { r.Trailer = http.Header{"X-Checksum": {"1"}} }},
			{"Expect: 100-continue", strings.NewReader(exampleCall), []string{"Expect: 100-continue"}, nil},
			{"a charset", strings.NewReader(exampleCall), []string{"Content-Type: Application/JSON; charset=utf-8"},
				func(r *http.Request) { r.Header["Content-Type"] = r.Header["Content-Type"][1:] }},
		}
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				req := s.post(t, tt.body, tt.headers...)
				if tt.change != nil {
					tt.change(req)
				}
				if got := mustSend(t, transport, req); got.Status != 200 {
					t.Errorf("reply = %d %s, want 200", got.Status, got.Body)
				}
				s.mustReachAmap(t)
			})
		}
	})
}

func TestEverySplitPointOfABodyOverHTTP2(t *testing.T) {
	s := shipped.up(t)
	transport := protocols()["HTTP/2.0"]
	t.Cleanup(transport.CloseIdleConnections)
	for i := 1; i < len(exampleCall); i++ {
		// Each Read of the client becomes a DATA frame, and each frame a call of the filter.
		body := io.MultiReader(strings.NewReader(exampleCall[:i]), strings.NewReader(exampleCall[i:]))
		if got := mustSend(t, transport, s.post(t, body)); got.Status != 200 {
			t.Fatalf("split at %d: reply = %d %s, want 200", i, got.Status, got.Body)
		}
		s.mustReachAmap(t)
	}
}

func TestEverySplitPointOfABodyOverHTTP1(t *testing.T) {
	s := shipped.up(t)
	conn := s.dial(t)
	for i := 1; i < len(exampleCall); i++ {
		before := s.received(t)
		text := http1Post(exampleCall)
		cut := len(text) - len(exampleCall) + i
		conn.mustWrite(t, text[:cut])
		s.waitReceived(t, before+cut)
		conn.mustWrite(t, text[cut:])
		if got := conn.mustReply(t); got.Status != 200 {
			t.Fatalf("split at %d: reply = %d %s, want 200", i, got.Status, got.Body)
		}
		s.mustReachAmap(t)
	}
}

func TestHeadersAndBodyMayArriveInOnePiece(t *testing.T) {
	s := shipped.up(t)
	conn := s.dial(t)
	conn.mustWrite(t, strings.Repeat(http1Post(exampleCall), 3))
	for range 3 {
		if got := conn.mustReply(t); got.Status != 200 {
			t.Errorf("reply = %d %s, want 200", got.Status, got.Body)
		}
	}
	for range 3 {
		if got := s.servers["rest-amap-server"].Next(t).Body; got != exampleRouted {
			t.Errorf("body at the server = %s, want %s", got, exampleRouted)
		}
	}
	s.mustBeIdle(t)
}

// received is the number of bytes that Envoy has read from clients.
func (s *stand) received(t *testing.T) int {
	t.Helper()
	n, err := s.process.Stat(t.Context(), "http.mcp.downstream_cx_rx_bytes_total")
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// waitReceived makes a split of the body one that Envoy sees: the rest is
// written once the first part has been read.
func (s *stand) waitReceived(t *testing.T, want int) {
	t.Helper()
	waitFor(t, "Envoy to read the first part", func() bool { return s.received(t) >= want })
}

// lateEnd reads as its text, then as nothing, then as the end.
type lateEnd struct {
	text  string
	reads int
}

func (r *lateEnd) Read(p []byte) (int, error) {
	r.reads++
	switch r.reads {
	case 1:
		return copy(p, r.text), nil
	case 2:
		return 0, nil
	}
	return 0, io.EOF
}
