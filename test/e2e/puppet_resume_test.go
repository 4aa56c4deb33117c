package e2e

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

// framing is a way for a body to come.
type framing struct {
	name, protocol string
	// pieces is the number of writes, 0 for one with its length.
	pieces  int
	trailer bool
}

var framings = []framing{
	{"with its length", "HTTP/1.1", 0, false},
	{"chunked", "HTTP/1.1", 1, false},
	{"chunked in 50 pieces", "HTTP/1.1", 50, false},
	{"in 50 frames", "HTTP/2.0", 50, false},
	{"with trailers", "HTTP/2.0", 3, true},
}

func (f framing) frame(req *http.Request, body string) {
	if f.pieces == 0 {
		req.Body, req.ContentLength = io.NopCloser(strings.NewReader(body)), int64(len(body))
		return
	}
	var parts []io.Reader
	for step := (len(body) + f.pieces - 1) / f.pieces; body != ""; body = body[min(step, len(body)):] {
		parts = append(parts, strings.NewReader(body[:min(step, len(body))]))
	}
	req.Body, req.ContentLength = io.NopCloser(io.MultiReader(parts...)), -1
	if f.trailer {
		req.Trailer = http.Header{"X-Checksum": {"1"}}
	}
}

// forwardToAmap is a script that ends by forwarding with a text in the first
// byte's place.
func forwardToAmap(lists [][]map[string]any) map[string]any {
	return map[string]any{
		"rounds": lists, "end": "forward", "path": "/mcp-servers/mcp-rest-amap-server", "authority": "mcp.example.com",
		"cut": 1, "insert": `{"put":"in front",`,
	}
}

// A request that waited for servers goes on as if it had not: rewritten, whole
// and with its exact length, however it was framed and however large it is.
func TestARequestGoesOnAfterCalls(t *testing.T) {
	s := puppeted.up(t)
	s.servers["catalog"].Script(t, say(200, jsonType, "{}"))
	call := []map[string]any{askedOf(1, "a", "catalog", 5*time.Second)}
	answer := outcome(1, "answered", 200, jsonType, "", "{}")
	exact := 0
	for _, f := range framings {
		transport := protocols()[f.protocol]
		t.Cleanup(transport.CloseIdleConnections)
		for _, size := range []int{1, 16 << 10, 64<<10 + 1, 1 << 20, 4<<20 - 64} {
			for n, lists := range [][][]map[string]any{rounds(call), rounds(call, call)} {
				name := fmt.Sprintf("%s over %s, %d bytes, %d rounds", f.name, f.protocol, size, n+1)
				body := "{" + strings.Repeat("x", size-1)
				req := s.post(t, nil, scripted(forwardToAmap(lists)))
				f.frame(req, body)
				if got := mustSend(t, transport, req); got.Status != 200 {
					t.Fatalf("%s: reply = %d %s, want 200", name, got.Status, got.Body)
				}
				request := s.servers["rest-amap-server"].Next(t)
				want := `{"put":"in front",` + body[1:]
				switch {
				case request.Body != want:
					t.Errorf("%s: %d bytes arrived, want %d, every one of them the same", name, len(request.Body), len(want))
				case request.ContentLength != int64(len(want)):
					t.Errorf("%s: content-length %d, want %d", name, request.ContentLength, len(want))
				default:
					exact++
				}
				got := [4]string{request.Method, request.Authority, request.Path, request.Header.Get("X-Answers")}
				mustEqual(t, name, got, [4]string{"POST", "mcp.example.com", "/mcp-servers/mcp-rest-amap-server", strings.Join(strings.Split(strings.Repeat(answer+";", n+1), ";")[:n+1], "; ")})
			}
		}
	}
	if exact != 50 {
		t.Errorf("%d of 50 bodies are byte-exact", exact)
	}
	s.servers["catalog"].Drain()
	s.mustBeIdle(t)
}

func TestARequestWithoutABodyGoesOnAfterCalls(t *testing.T) {
	s := puppeted.up(t)
	s.servers["catalog"].Script(t, say(200, jsonType, "{}"))
	forEachProtocol(t, func(t *testing.T, transport *http.Transport) {
		for _, method := range []string{http.MethodGet, http.MethodDelete, http.MethodPost} {
			req := s.request(t, method, "/mcp", nil, scripted(forwardToAmap(rounds([]map[string]any{askedOf(1, "a", "catalog", 5*time.Second)}))))
			if got := mustSend(t, transport, req); got.Status != 200 {
				t.Fatalf("%s: reply = %d %s, want 200", method, got.Status, got.Body)
			}
			request := s.servers["rest-amap-server"].Next(t)
			got := [4]string{request.Method, request.Authority, request.Path, request.Body}
			mustEqual(t, "request", got, [4]string{method, "mcp.example.com", "/mcp-servers/mcp-rest-amap-server", ""})
			s.servers["catalog"].Drain()
		}
	})
}

func TestARequestPassesAfterCalls(t *testing.T) {
	s := puppeted.up(t)
	s.servers["catalog"].Script(t, say(200, jsonType, "{}"))
	script := scripted(map[string]any{"rounds": rounds([]map[string]any{askedOf(1, "a", "catalog", 5*time.Second)}), "end": "pass"})
	forEachProtocol(t, func(t *testing.T, transport *http.Transport) {
		got := mustSend(t, transport, s.post(t, strings.NewReader(`{"whole":true}`), script))
		mustEqual(t, "reply", got.Status, 200)
		mustEqual(t, "the call", s.servers["catalog"].Next(t).Path, "/a")
		request := s.servers["catalog"].Next(t)
		mustEqual(t, "the request", [2]string{request.Path, request.Body}, [2]string{"/mcp", `{"whole":true}`})
	})
}
