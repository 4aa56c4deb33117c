package gateway

import (
	"slices"
	"strconv"
	"strings"

	"mcp-router/config"
	"mcp-router/exchange"
	"mcp-router/mcp"
	"mcp-router/session"
)

// Envoy's headers that govern one request to an upstream.
const (
	headerRetries = "x-envoy-max-retries"
	headerTimeout = "x-envoy-upstream-rq-timeout-ms"
)

// newServer works out what every request to a server carries.
func newServer(cfg *config.Config, index int) server {
	s := server{Server: &cfg.Servers[index], index: index}
	s.identity = session.Hash(s.Identity())
	if s.Domain != "" {
		s.edits = append(s.edits, exchange.Set(":authority", s.Domain))
	}
	s.edits = append(s.edits,
		exchange.Set(":path", s.Path),
		// A route's retry_on would run a tool again, its time-out would cut it.
		exchange.Set(headerRetries, "0"),
		exchange.Set(headerTimeout, milliseconds(s.CallTimeout)))
	for _, header := range s.Headers {
		s.edits = append(s.edits, exchange.Set(header.Name, header.Value))
		s.headers = append(s.headers, [2]string{header.Name, header.Value})
	}
	if cfg.ServerHeader != "" {
		s.edits = append(s.edits, exchange.Set(cfg.ServerHeader, s.Name))
	}
	return s
}

// handed reports whether every server may see a client's header: what describes
// the body and the wanted reply, what joins traces, and MCP's own (but sessions
// and versions, which differ from server to server).
func handed(name string) bool {
	switch name {
	case "content-type", "content-length", "transfer-encoding", "accept", "accept-language", "te",
		"x-forwarded-proto", // the host's own, of which it makes :scheme
		mcp.HeaderMethod, mcp.HeaderName:
		return true
	}
	return isTrace(name) || strings.HasPrefix(name, mcp.HeaderParamPrefix)
}

// isTrace reports whether a header joins a request to a trace: W3C Trace Context
// and Baggage, B3, Jaeger, Envoy's request id.
func isTrace(name string) bool {
	switch name {
	case "traceparent", "tracestate", "baggage", "b3", "uber-trace-id", "x-request-id":
		return true
	}
	return strings.HasPrefix(name, "x-b3-")
}

// withheld are the edits that keep a client's other headers from a server.
func (s *server) withheld(req *exchange.Request, edits []exchange.HeaderEdit) []exchange.HeaderEdit {
	first := len(edits)
	for name := range req.Headers.All() {
		if name == "" || name[0] == ':' || handed(name) || slices.Contains(s.ForwardHeaders, name) || s.sets(name) {
			continue
		}
		edit := exchange.Remove(name)
		if !slices.Contains(edits[first:], edit) {
			edits = append(edits, edit)
		}
	}
	return edits
}

// sets reports whether a request to the server gets a header from us, so that
// the client's need not be removed.
func (s *server) sets(name string) bool {
	if name == mcp.HeaderSessionID || name == mcp.HeaderProtocolVersion {
		return true
	}
	for i := range s.edits {
		if s.edits[i].Name == name {
			return true
		}
	}
	return false
}

// callHeaders are the headers of a call of ours, made for a client's request.
func (s *server) callHeaders(req *exchange.Request, method string, part session.Server) [][2]string {
	authority := s.Domain
	if authority == "" {
		authority = req.Authority.Value
	}
	headers := append(make([][2]string, 0, 12+len(s.headers)), [2]string{":method", method}, [2]string{":path", s.Path}, [2]string{":authority", authority})
	if method == "POST" {
		headers = append(headers, [2]string{"content-type", exchange.ContentTypeJSON})
	}
	headers = append(headers, [2]string{"accept", exchange.ContentTypeJSON + ", " + exchange.ContentTypeEvents})
	if mcp.HasVersionHeader(part.Version) {
		headers = append(headers, [2]string{mcp.HeaderProtocolVersion, part.Version})
	}
	if part.ID != "" {
		headers = append(headers, [2]string{mcp.HeaderSessionID, string(part.ID)})
	}
	for name, value := range req.Headers.All() {
		if (isTrace(name) || slices.Contains(s.ForwardHeaders, name)) && !s.sets(name) {
			headers = append(headers, [2]string{name, value})
		}
	}
	return append(headers, s.headers...)
}

// post is a call of ours with a message.
func (s *server) post(req *exchange.Request, token int, method string, part session.Server, body []byte) exchange.Call {
	return exchange.Call{
		Token: token, Server: s.Name, Method: method, Cluster: s.Cluster,
		Headers: s.callHeaders(req, "POST", part), Body: body, TimeoutMs: uint32(s.CalloutTimeout),
	}
}

// forwardEdits turn a client's request into one that the server may see.
func (s *server) forwardEdits(req *exchange.Request, part session.Server) []exchange.HeaderEdit {
	edits := append(make([]exchange.HeaderEdit, 0, len(s.edits)+8), s.edits...)
	if part.ID != "" {
		edits = append(edits, exchange.Set(mcp.HeaderSessionID, string(part.ID)))
	} else if req.SessionID.Present() {
		edits = append(edits, exchange.Remove(mcp.HeaderSessionID))
	}
	// What the client says was agreed on with us.
	switch version := req.ProtocolVersion; {
	case !mcp.HasVersionHeader(part.Version):
		if version.Present() {
			edits = append(edits, exchange.Remove(mcp.HeaderProtocolVersion))
		}
	case version.Lines != 1 || version.Value != part.Version:
		edits = append(edits, exchange.Set(mcp.HeaderProtocolVersion, part.Version))
	}
	return s.withheld(req, edits)
}

func milliseconds(d config.Duration) string { return strconv.FormatInt(int64(d), 10) }
