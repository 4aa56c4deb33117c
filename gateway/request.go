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
	s.kept = slices.Concat(handed, traces, []string{mcp.HeaderSessionID, mcp.HeaderProtocolVersion}, s.ForwardHeaders)
	for _, edit := range s.edits {
		s.kept = append(s.kept, edit.Name)
	}
	return s
}

// handed are the headers of a client's that every server may see: what describes
// the body and the wanted reply, and MCP's own (but sessions and versions, which
// differ from server to server). The most frequent stand first.
var handed = []string{
	"content-type", "content-length", "accept",
	"x-forwarded-proto", // the host's own, of which it makes :scheme
	mcp.HeaderMethod, mcp.HeaderName, "transfer-encoding", "accept-language", "te",
}

// traces are the headers that join a request to a trace: W3C Trace Context and
// Baggage, B3, Jaeger, Envoy's request id.
var traces = []string{"x-request-id", "traceparent", "tracestate", "baggage", "b3", "uber-trace-id"}

// tracePrefix begins the names of B3's other headers.
const tracePrefix = "x-b3-"

func isTrace(name string) bool {
	return slices.Contains(traces, name) || strings.HasPrefix(name, tracePrefix)
}

// lets reports whether a header stays in a client's request to the server.
func (s *server) lets(name string) bool {
	for i := range s.kept {
		if s.kept[i] == name {
			return true
		}
	}
	return name == "" || name[0] == ':' || strings.HasPrefix(name, mcp.HeaderParamPrefix) || strings.HasPrefix(name, tracePrefix)
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

func milliseconds(d config.Duration) string { return strconv.FormatInt(int64(d), 10) }
