package gateway

import (
	"strings"

	"mcp-router/exchange"
	"mcp-router/mcp"
)

// allowed are the methods of the endpoint, for the header Allow.
const allowed = "POST, DELETE"

// Head decides by the headers alone. It returns nil when the body is needed;
// Route, or TooLarge when it is too long, then has the last word.
func (g *Gateway) Head(req *exchange.Request) exchange.Decision {
	// Preflight requests carry nothing to judge and are for the CORS filter
	// before us, or the route.
	if !req.On(g.cfg.Paths) || req.Method.Value == "OPTIONS" {
		return exchange.Pass{Labels: exchange.Labels{Outcome: exchange.Passed}}
	}
	if refusal := g.admit(req); refusal != nil {
		return refusal
	}
	if req.Method.Value == "POST" {
		return g.headOfPost(req)
	}
	return g.headOfOther(req)
}

// headOfOther decides about what is no POST.
//
//go:noinline
func (g *Gateway) headOfOther(req *exchange.Request) exchange.Decision {
	switch req.Method.Value {
	case "GET", "DELETE":
		if req.MirrorsBody() {
			// Without sessions there is nothing to listen to or to end (MCP 2026-07-28,
			// "Streamable HTTP").
			return notAllowed("POST")
		}
	}
	switch req.Method.Value {
	case "DELETE":
		// A body of a DELETE means nothing; the whole request must be there before
		// servers can be asked (RFC 9110 section 9.3.5).
		if !req.EndOfStream {
			return nil
		}
		return g.end(req)
	case "GET":
		return g.stream(req)
	}
	return notAllowed(allowed)
}

// headOfPost holds back a POST whose body can be a message.
func (g *Gateway) headOfPost(req *exchange.Request) exchange.Decision {
	length, _ := req.BodyLength()
	if exchange.IsJSON(req.ContentType.Value) && !req.ContentEncoding.Present() && !req.EndOfStream && length <= g.cfg.MaxBodyBytes {
		return nil
	}
	return g.refuseHead(req)
}

// refuseHead refuses a POST that cannot be a message; nil for one that can.
//
//go:noinline
func (g *Gateway) refuseHead(req *exchange.Request) exchange.Decision {
	labels := exchange.Labels{Outcome: exchange.BadRequest}
	switch {
	case !exchange.IsJSON(req.ContentType.Value):
		return exchange.ErrorReply(415, nil, mcp.CodeInvalidRequest, "content-type must be application/json", labels)
	case req.Coded():
		return exchange.ErrorReply(415, nil, mcp.CodeInvalidRequest, "content-encoding is not supported", labels)
	case req.EndOfStream:
		return exchange.ErrorReply(400, nil, mcp.CodeParseError, "the request has no body", labels)
	}
	if length, ok := req.BodyLength(); ok && length > g.cfg.MaxBodyBytes {
		return g.TooLarge(req)
	}
	return nil
}

// TooLarge decides about a request whose body exceeds MaxBodyBytes.
func (g *Gateway) TooLarge(*exchange.Request) exchange.Decision {
	return exchange.ErrorReply(413, nil, mcp.CodeInvalidRequest, exchange.TooLargeMessage(g.cfg.MaxBodyBytes),
		exchange.Labels{Outcome: exchange.TooLarge})
}

// notAllowed refuses an HTTP method; GET too where no stream is offered (MCP
// 2025-11-25, "Listening for Messages from the Server").
func notAllowed(allowed string) exchange.Reply {
	return exchange.Reply{Status: 405, Headers: [][2]string{{"allow", allowed}}, Labels: exchange.Labels{Outcome: exchange.MethodNotAllowed}}
}

// single returns the one value of a header. Equal lines, and equal values joined
// by commas, count as one: hops copy them. ok is false for values that differ:
// readers would not agree which counts.
func single(req *exchange.Request, name string, field exchange.Field) (value string, ok bool) {
	if v := field.Value; field.Lines <= 1 && strings.IndexByte(v, ',') < 0 && (v == "" || v[0] > ' ' && v[len(v)-1] > ' ') {
		return v, true
	}
	return singleOf(req, name)
}

// singleOf is single for a value that may be several, or has white space around it.
//
//go:noinline
func singleOf(req *exchange.Request, name string) (value string, ok bool) {
	first := true
	for line, text := range req.Headers.All() {
		if line != name {
			continue
		}
		for part := range strings.SplitSeq(text, ",") {
			part = strings.Trim(part, " \t")
			if !first && part != value {
				return "", false
			}
			value, first = part, false
		}
	}
	return value, true
}
