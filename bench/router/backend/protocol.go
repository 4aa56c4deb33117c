package backend

import (
	"bytes"
	"fmt"
	"net"
	"net/http"
	"strings"
)

// The members by which messages are told apart. Clients, Envoy and the gateway
// all write them without spaces.
const (
	callMethod       = `"method":"tools/call"`
	listMethod       = `"method":"tools/list"`
	initializeMethod = `"method":"initialize"`
	discoverMethod   = `"method":"server/discover"`
)

const sessionHeader = "Mcp-Session-Id"

// sessionID is the id of every session with a server, as long as a UUID.
func sessionID(name string) string { return fmt.Sprintf("%.36s", name+"-"+strings.Repeat("0", 36)) }

// knows reports whether a request is of one of our sessions, or of none: calls
// may come without.
func (s *Server) knows(req *http.Request) bool {
	id := req.Header.Get(sessionHeader)
	return id == "" || id == sessionID(s.name)
}

// answerOther answers all but calls, in either era. Notifications get 202.
func (s *Server) answerOther(conn net.Conn, req *http.Request, body []byte) error {
	id := idOf(body)
	has := func(method string) bool { return bytes.Contains(body, []byte(method)) }
	switch {
	case has(initializeMethod):
		return write(conn, "200 OK", "mcp-session-id: "+sessionID(s.name)+"\r\n", fmt.Appendf(nil,
			`{"jsonrpc":"2.0","id":%s,"result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":%q,"version":"1"}}}`, id, s.name))
	case !s.knows(req):
		return write(conn, "404 Not Found", "", nil)
	case id == nil:
		return write(conn, "202 Accepted", "", nil)
	case has(listMethod):
		return write(conn, "200 OK", "", fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"result":%s}`, id, s.tools))
	case has(discoverMethod):
		return write(conn, "200 OK", "", fmt.Appendf(nil,
			`{"jsonrpc":"2.0","id":%s,"result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"serverInfo":{"name":%q,"version":"1"},"ttlMs":60000,"cacheScope":"public"}}`, id, s.name))
	}
	return write(conn, "200 OK", "", fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"Method not found"}}`, id))
}

// idOf is the raw id of a request, wherever it stands; nil for none.
func idOf(body []byte) []byte {
	_, rest, found := bytes.Cut(body, []byte(`"id":`))
	if !found {
		return nil
	}
	end := bytes.IndexAny(rest, ",}")
	if end < 0 {
		return nil
	}
	return rest[:end]
}
