package e2e

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// call is a tools/call of the given name.
func call(name string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":"a-1","method":"tools/call","params":{"name":%q}}`, name)
}

func rpcError(id string, code int, message string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"error":{"code":%d,"message":%q}}`, id, code, message)
}

// refusals are requests that the strict configuration answers by itself.
var refusals = []struct {
	name, body string
	headers    []string
	status     int
	reply      string
}{
	{"an unknown server", call("rest-amap/get-weather"), nil, 200,
		rpcError(`"a-1"`, -32602, `unknown server "rest-amap", did you mean rest-amap-server?`)},
	{"a tool that is denied", call("rest-amap-server/delete-all"), nil, 200,
		rpcError(`"a-1"`, -32602, `tool "delete-all" of server "rest-amap-server" is not available`)},
	{"no tool", call("rest-amap-server___"), nil, 200,
		rpcError(`"a-1"`, -32602, `server "rest-amap-server" is named without a tool`)},
	{"a batch", "[" + call("rest-amap-server/x") + "]", nil, 400, rpcError("null", -32600, "batch is not supported here")},
	{"two names", `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"rest-amap-server/x","Name":"down/y"}}`, nil, 400,
		rpcError("7", -32600, "method, id, params or params.name is given more than once")},
	{"a header that belies the body", call("rest-amap-server/x"),
		[]string{"MCP-Protocol-Version: 2026-07-28", "Mcp-Method: tools/call", "Mcp-Name: rest-amap-server/y"}, 400,
		rpcError(`"a-1"`, -32020, "header Mcp-Name does not match params.name")},
	{"a notification, which gets no answer", strings.Replace(call("rest-amap-server/delete-all"), `"id":"a-1",`, "", 1), nil, 202, ""},
}

func TestRefusalsAreTheFiltersOwn(t *testing.T) {
	s := strict.up(t)
	for _, tt := range refusals {
		t.Run(tt.name, func(t *testing.T) {
			forEachProtocol(t, func(t *testing.T, transport *http.Transport) {
				got := mustSend(t, transport, s.post(t, strings.NewReader(tt.body), tt.headers...))
				if got.Status != tt.status || got.Body != tt.reply {
					t.Errorf("reply = %d %s, want %d %s", got.Status, got.Body, tt.status, tt.reply)
				}
				s.mustBeIdle(t)
			})
		})
	}
}

func TestAConnectionLivesOnAfterARefusal(t *testing.T) {
	s := strict.up(t)
	conn := s.dial(t)
	for _, tt := range refusals {
		conn.mustWrite(t, http1Post(tt.body, tt.headers...))
		if got := conn.mustReply(t); got.Status != tt.status || got.Body != tt.reply {
			t.Errorf("%s: reply = %d %s, want %d %s", tt.name, got.Status, got.Body, tt.status, tt.reply)
		}
		conn.mustWrite(t, http1Post(exampleCall))
		if got := conn.mustReply(t); got.Status != 200 {
			t.Errorf("after %s: reply = %d %s, want 200", tt.name, got.Status, got.Body)
		}
		s.mustReachAmap(t)
	}
}

// http1Post is an HTTP/1.1 request as text.
func http1Post(body string, headers ...string) string {
	lines := append([]string{"POST /mcp HTTP/1.1", "Host: h", "Content-Type: application/json",
		fmt.Sprintf("Content-Length: %d", len(body))}, headers...)
	return strings.Join(lines, "\r\n") + "\r\n\r\n" + body
}

func TestRoutedRequestsCarryTheServersHeadersAndNotTheClients(t *testing.T) {
	s := strict.up(t)
	forEachProtocol(t, func(t *testing.T, transport *http.Transport) {
		mustSend(t, transport, s.post(t, strings.NewReader(exampleCall),
			"X-Mcp-Server: down", "X-Api-Key: the client's", "X-Api-Key: the client's other",
			"Mcp-Session-Id: s", "Authorization: Bearer t"))
		header := s.servers["rest-amap-server"].Next(t).Header
		mustEqual(t, "headers", header, merged(header, http.Header{
			"X-Mcp-Server":   {"rest-amap-server"},
			"X-Api-Key":      {"a secret of the configuration"},
			"Mcp-Session-Id": {"s"},
			"Authorization":  {"Bearer t"},
		}))
	})
}

func TestTheServerHeaderOfAClientNeverPasses(t *testing.T) {
	s := strict.up(t)
	mustSend(t, protocols()["HTTP/1.1"], s.post(t, strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`), "X-Mcp-Server: down"))
	if got, there := s.servers["catalog"].Next(t).Header["X-Mcp-Server"]; there {
		t.Errorf("catalog got X-Mcp-Server %q of the client", got)
	}
}

func merged(header, over http.Header) http.Header {
	all := header.Clone()
	for name, values := range over {
		all[name] = values
	}
	return all
}

func TestTheServerMaySpeakHTTP2(t *testing.T) {
	s := strict.up(t)
	transport := protocols()["HTTP/2.0"]
	t.Cleanup(transport.CloseIdleConnections)
	body := strings.Replace(exampleCall, "rest-amap-server/", "random-user-server/", 1)
	req := s.post(t, &lateEnd{text: body})
	req.Trailer = http.Header{"X-Checksum": {"1"}}
	if got := mustSend(t, transport, req); got.Status != 200 {
		t.Errorf("reply = %d %s, want 200", got.Status, got.Body)
	}
	request := s.servers["random-user-server"].Next(t)
	want := request
	want.Proto, want.Path = "HTTP/2.0", "/mcp-servers/mcp-random-user-server?source=router"
	want.Body, want.Trailer = exampleRouted, http.Header{"X-Checksum": {"1"}}
	mustEqual(t, "request at random-user-server", request, want)
}
