package e2e

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"strings"
	"testing"
)

func TestWhatIsNotOursPassesUntouched(t *testing.T) {
	s := shipped.up(t)
	tests := []struct {
		name, method, path, body string
		headers                  []string
	}{
		{"GET of a stream", "GET", "/mcp", "", []string{"Accept: text/event-stream", "Mcp-Session-Id: s", "Last-Event-Id: 7"}},
		{"GET with a query", "GET", "/mcp?cursor=a%2Fb", "", nil},
		{"DELETE of a session", "DELETE", "/mcp", "", []string{"Mcp-Session-Id: s"}},
		{"OPTIONS without CORS headers", "OPTIONS", "/mcp", "", nil},
		{"PUT of a call", "PUT", "/mcp", exampleCall, []string{"Content-Type: application/json"}},
		{"POST without a body", "POST", "/mcp", "", []string{"Content-Type: application/json"}},
		{"POST of another type", "POST", "/mcp", exampleCall, []string{"Content-Type: text/plain"}},
		{"POST without a type", "POST", "/mcp", exampleCall, nil},
		{"gzip", "POST", "/mcp", gzipped(exampleCall), []string{"Content-Type: application/json", "Content-Encoding: gzip"}},
		{"initialize", "POST", "/mcp", `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}`, []string{"Content-Type: application/json"}},
		{"a notification", "POST", "/mcp", `{"jsonrpc":"2.0","method":"notifications/initialized"}`, []string{"Content-Type: application/json"}},
		{"a list", "POST", "/mcp", "{ \"method\" : \"tools/list\", \"id\":9007199254740993, \"jsonrpc\":\"2.0\"}\r\n", []string{"Content-Type: application/json"}},
		{"a name without a prefix", "POST", "/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get-weather"}}`, []string{"Content-Type: application/json"}},
		{"an unknown server", "POST", "/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"nobody/get-weather"}}`, []string{"Content-Type: application/json"}},
		{"not JSON", "POST", "/mcp", exampleCall + "}", []string{"Content-Type: application/json"}},
		{"deep nesting", "POST", "/mcp", strings.Repeat("[", 100_000), []string{"Content-Type: application/json"}},
		{"bytes that are no UTF-8", "POST", "/mcp", "\xff\xfe{\x00}\x00", []string{"Content-Type: application/json"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			forEachProtocol(t, func(t *testing.T, transport *http.Transport) {
				req := s.request(t, tt.method, tt.path, strings.NewReader(tt.body), tt.headers...)
				if got := mustSend(t, transport, req); got.Status != 200 {
					t.Errorf("reply = %d %s, want 200", got.Status, got.Body)
				}
				request := s.servers["catalog"].Next(t)
				want := request
				want.Method, want.Authority, want.Path, want.Body = tt.method, s.address, tt.path, tt.body
				mustEqual(t, "request at the catalog", request, want)
				for name, values := range req.Header {
					mustEqual(t, name, request.Header[name], values)
				}
				s.mustBeIdle(t)
			})
		})
	}
}

func TestARequestOfAnotherPathIsNotHeldForItsBody(t *testing.T) {
	s := strict.up(t)
	conn := s.dial(t)
	conn.mustWrite(t, "POST /other HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nContent-Length: 5\r\n\r\n")
	// Only a request whose headers have gone on can be answered before its body.
	if got := conn.mustReply(t); got.Status != 404 {
		t.Errorf("reply before the body = %d, want the route table's 404", got.Status)
	}
	s.mustBeIdle(t)
}

func gzipped(text string) string {
	var buf bytes.Buffer
	w := gzip.NewWriter(&buf)
	_, _ = io.WriteString(w, text) // a buffer takes all
	_ = w.Close()
	return buf.String()
}
