package e2e

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
)

// edited is a request to a path of the servers' host whose reply is edited.
func (s *stand) edited(t *testing.T, path string, editor map[string]any, more ...string) *http.Request {
	t.Helper()
	script := map[string]any{"end": "forward", "path": path, "authority": "mcp.example.com", "editor": editor}
	for i := 0; i+1 < len(more); i += 2 {
		script[more[i]] = more[i+1]
	}
	return s.post(t, strings.NewReader("{}"), scripted(script))
}

const amapPath = "/mcp-servers/mcp-rest-amap-server"

// forEachServer runs the test for both protocols on both sides of Envoy.
func forEachServer(t *testing.T, test func(t *testing.T, transport *http.Transport, path string)) {
	t.Helper()
	forEachProtocol(t, func(t *testing.T, transport *http.Transport) {
		for name, path := range map[string]string{"a server of HTTP/1.1": amapPath, "a server of HTTP/2": "/h2"} {
			t.Run(name, func(t *testing.T) { test(t, transport, path) })
		}
	})
}

func TestAReplysHeadIsEdited(t *testing.T) {
	s := puppeted.up(t)
	forEachServer(t, func(t *testing.T, transport *http.Transport, path string) {
		body := strings.Repeat("0123456789", 20_000)
		s.servers["rest-amap-server"].Script(t, say(200, jsonType, body, "Mcp-Session-Id", "s-1", "Content-Length", fmt.Sprint(len(body))))
		got := mustSend(t, transport, s.edited(t, path, map[string]any{"drop": []string{"mcp-session-id"}}))
		if got.Status != 200 || got.Body != body {
			t.Errorf("reply = %d, %d bytes, want 200 and the server's %d", got.Status, len(got.Body), len(body))
		}
		mustEqual(t, "headers", [3]string{got.Header.Get("Mcp-Session-Id"), got.Header.Get("X-Head"), got.Header.Get("Content-Length")},
			[3]string{"", `200 "application/json" "" true ""`, fmt.Sprint(len(body))})
		s.servers["rest-amap-server"].Drain()
	})
}

// Each event is sent only when the client has what the one before became.
func TestAnEventStreamIsEditedPieceByPiece(t *testing.T) {
	s := puppeted.up(t)
	forEachServer(t, func(t *testing.T, transport *http.Transport, path string) {
		pieces := []struct{ sent, seen string }{
			{"id: 1\ndata: {}\n\n", ">id: 1\n>data: {}\n>\n"},
			{"id: 2\nda", ">id: 2\n"}, // the rest is held back until it is a line
			{"ta: {}\n\n", ">data: {}\n>\n"},
			{"last", ""},
			{"", ">last"},
		}
		seen := make(chan struct{}, len(pieces))
		s.servers["rest-amap-server"].Script(t, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/event-stream")
			for i, piece := range pieces {
				_, _ = io.WriteString(w, piece.sent) // a lost client shows in the test
				_ = http.NewResponseController(w).Flush()
				if piece.seen == "" || i == len(pieces)-1 {
					continue // what the client has not seen, the end lets go
				}
				select {
				case <-seen:
				case <-r.Context().Done():
					return
				}
			}
		})
		resp, err := transport.RoundTrip(s.edited(t, path, map[string]any{"chunks": "lines"}))
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		for i, piece := range pieces {
			got := make([]byte, len(piece.seen))
			if _, err := io.ReadFull(resp.Body, got); err != nil || string(got) != piece.seen {
				t.Fatalf("piece %d = %q, %v, want %q", i, got, err, piece.seen)
			}
			if piece.seen != "" {
				seen <- struct{}{}
			}
		}
		if rest, err := io.ReadAll(resp.Body); err != nil || len(rest) != 0 {
			t.Errorf("after the last piece: %q, %v, want the end", rest, err)
		}
		s.servers["rest-amap-server"].Drain()
	})
}

// A reply with a length and one without, edited and looked at.
func TestABodyIsEdited(t *testing.T) {
	s := puppeted.up(t)
	forEachServer(t, func(t *testing.T, transport *http.Transport, path string) {
		line := strings.Repeat("x", 999) + "\n"
		body := strings.Repeat(line, 2000)
		for mode, want := range map[string]string{"lines": strings.Repeat(">"+line, 2000), "same": body} {
			s.servers["rest-amap-server"].Script(t, say(200, jsonType, body))
			got := mustSend(t, transport, s.edited(t, path, map[string]any{"chunks": mode}))
			if got.Body != want {
				t.Errorf("%s: %d bytes, want %d, all of them the same", mode, len(got.Body), len(want))
			}
			s.servers["rest-amap-server"].Drain()
		}
	})
}

// A reply is replaced whoever wrote it, and whether or not it has a body.
func TestAReplyIsReplaced(t *testing.T) {
	s := puppeted.up(t)
	forEachServer(t, func(t *testing.T, transport *http.Transport, path string) {
		for _, tt := range []struct {
			name, path, head string
			server           http.HandlerFunc
		}{
			{"a page", path, `401 "text/html" "" true "via_upstream"`, say(401, "text/html", strings.Repeat("<html>", 50_000), "Www-Authenticate", "Bearer")},
			{"a coded page", path, `502 "text/html" "br" true "via_upstream"`, say(502, "text/html", "?", "Content-Encoding", "br")},
			{"nothing", path, "", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNotFound) }},
			{"the host's, no connection", "/down", `503 "text/plain" "" true "upstream_reset_before_response_started{remote_connection_failure|delayed_connect_error:_Connection_refused}"`, nil},
			{"the host's, no route", "/no-such-route", "", nil},
			{"the host's, no cluster", "/gone", "", nil},
		} {
			s.servers["rest-amap-server"].Script(t, tt.server)
			got := mustSend(t, transport, s.edited(t, tt.path, map[string]any{"instead": "sorry", "drop": []string{"www-authenticate"}}))
			mustEqual(t, tt.name, [4]string{fmt.Sprint(got.Status), got.Header.Get("Content-Type"), got.Body, got.Header.Get("X-Head")},
				[4]string{"418", "text/x-instead", "sorry", tt.head})
			for _, name := range []string{"Content-Encoding", "Www-Authenticate"} {
				if value := got.Header.Get(name); value != "" {
					t.Errorf("%s: the reply still has %s: %s", tt.name, name, value)
				}
			}
			s.servers["rest-amap-server"].Drain()
		}
	})
}

func TestAnEditorThatPanicsNeverLeavesAReplyHanging(t *testing.T) {
	s := puppeted.up(t)
	forEachServer(t, func(t *testing.T, transport *http.Transport, path string) {
		s.servers["rest-amap-server"].Script(t, say(200, jsonType, `{"a":1}`))
		got := mustSend(t, transport, s.edited(t, path, map[string]any{}, "panic", "head"))
		mustEqual(t, "reply", [2]string{fmt.Sprint(got.Status), got.Body}, [2]string{"500", rpcError("null", -32603, "internal error of mcp-router")})

		// An event stream that would stay open.
		s.servers["rest-amap-server"].Script(t, func(w http.ResponseWriter, r *http.Request) {
			say(200, "text/event-stream", "data: secret\n\n")(w, r)
			_ = http.NewResponseController(w).Flush()
			<-r.Context().Done()
		})
		resp, err := transport.RoundTrip(s.edited(t, path, map[string]any{"chunks": "same"}, "panic", "chunk"))
		if err == nil {
			var body []byte
			body, err = io.ReadAll(resp.Body)
			resp.Body.Close()
			if len(body) != 0 {
				t.Errorf("the client got %q of a reply whose edit failed", body)
			}
		}
		if err == nil || errors.Is(err, t.Context().Err()) {
			t.Errorf("the reply ended with %v, want it broken off", err)
		}
		s.servers["rest-amap-server"].Drain()
	})
}

// A reply that ends with trailers never shows its end with a piece of the body.
// What is held back then cannot go out any more: the client must not take what it
// has for the whole.
func TestAReplyWithTrailersIsEditedOrBrokenOff(t *testing.T) {
	s := puppeted.up(t)
	transport := protocols()["HTTP/2.0"]
	t.Cleanup(transport.CloseIdleConnections)
	for _, tt := range []struct {
		sent   string
		editor map[string]any
		want   string
		broken bool
	}{
		{"data: {}\n\n", map[string]any{"chunks": "lines"}, ">data: {}\n>\n", false},
		{"data: {}\n\nlast", map[string]any{"chunks": "lines"}, ">data: {}\n>\n", true},
		{"data: {}\n\nlast", map[string]any{"instead": "sorry"}, "sorry", false},
		{"", map[string]any{"instead": "sorry"}, "", true},
	} {
		s.servers["rest-amap-server"].Script(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/event-stream")
			w.Header().Set("Trailer", "X-Checksum")
			_, _ = io.WriteString(w, tt.sent) // a lost client shows in the test
			w.Header().Set("X-Checksum", "1")
		})
		resp, err := transport.RoundTrip(s.edited(t, "/h2", tt.editor))
		var body []byte
		if err == nil {
			body, err = io.ReadAll(resp.Body)
			resp.Body.Close()
		}
		if string(body) != tt.want || (err != nil) != tt.broken {
			t.Errorf("%q, %v: got %q, %v, want %q, broken off %v", tt.sent, tt.editor, body, err, tt.want, tt.broken)
		}
		s.servers["rest-amap-server"].Drain()
	}
}
