package gateway

import (
	"mcp-router/exchange"
	"mcp-router/jsonrpc"
	"mcp-router/mcp"
	"mcp-router/session"
)

// probe asks a server whether it is stateless. Its question says nothing of the
// client: what the server answers is kept for all.
type probe struct {
	g      *Gateway
	server *server
	serves capabilities
	// again is set once the question was put a second time.
	again bool
}

// first implements greeting.
func (p *probe) first(req *exchange.Request, token int) exchange.Call {
	body := statelessRequest(mcp.MethodDiscover, []byte("{}"), p.g.info, nil)
	return p.server.ask(req, token, mcp.MethodDiscover, stateless, body)
}

// answer implements greeting. A server that does not know the question is of the
// session era, whatever status and error it says so with (MCP 2026-07-28,
// "Version negotiation"); one that fails or wants authorization may be of any.
func (p *probe) answer(req *exchange.Request, token int, reply exchange.CallReply) (*exchange.Call, *problem) {
	a := readAnswer(reply, false)
	if a.problem != nil {
		if a.problem.again && !p.again {
			// It refused what it supports: a client tries one of those (MCP 2026-07-28,
			// "Version negotiation"), and this is the only one of ours without sessions.
			p.again = true
			next := p.first(req, token)
			return &next, nil
		}
		if a.problem.refusesQuestion() {
			return nil, otherEra(mcp.Stateless)
		}
		return nil, a.problem
	}
	members := jsonrpc.Members(a.result, jsonrpc.Span{End: len(a.result)}, "supportedVersions", "capabilities")
	if holds(a.result, members[0].Span, mcp.RevisionStateless) {
		p.serves = readCapabilities(members[1].Of(a.result))
		return nil, nil
	}
	return nil, otherEra(mcp.Stateless)
}

// met implements greeting.
func (p *probe) met() (session.Server, capabilities) { return stateless, p.serves }

// stateless is the part of a server that has no sessions.
var stateless = session.Server{Version: mcp.RevisionStateless}

// refusesQuestion reports whether a server has understood a request and does not
// serve it: a JSON-RPC error, or a 4xx that is not about who asks or how often.
func (p *problem) refusesQuestion() bool {
	switch {
	case p.kind == sessionless, p.kind == needsSession:
		return true
	case p.kind == refused:
		return p.status == 0 || p.status/100 == 4 && p.status != 408 && p.status != 425 && p.status != 429
	}
	return false
}

// statelessRequest is a request of ours of the stateless era. more are further
// members of params, raw, with a comma in front.
func statelessRequest(method string, capabilities, info, more []byte) []byte {
	out := append([]byte(nil), `{"jsonrpc":"2.0","id":`+callID+`,"method":"`+method+`","params":{"_meta":{"`+
		mcp.MetaProtocolVersion+`":"`+mcp.RevisionStateless+`","`+mcp.MetaClientCapabilities+`":`...)
	out = append(out, capabilities...)
	if len(info) > 0 {
		out = append(append(out, `,"`+mcp.MetaClientInfo+`":`...), info...)
	}
	out = append(append(out, '}'), more...)
	return append(out, "}}"...)
}

// ask is a call of ours with a request. A stateless one has its method in a
// header too, and what it is about, which is then what the client's is.
func (s *server) ask(req *exchange.Request, token int, method string, part session.Server, body []byte) exchange.Call {
	call := s.post(req, token, method, part, body)
	if part.Version == mcp.RevisionStateless {
		call.Headers = append(call.Headers, [2]string{mcp.HeaderMethod, method})
		if row := mcp.MethodOf(method); row != nil && row.Mirrored {
			call.Headers = append(call.Headers, [2]string{mcp.HeaderName, req.MCPName.Value})
		}
	}
	return call
}
