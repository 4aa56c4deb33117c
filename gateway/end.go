package gateway

import (
	"mcp-router/exchange"
	"mcp-router/mcp"
	"mcp-router/session"
)

// end carries out a DELETE: the session is no more, here and at the servers
// (MCP 2025-11-25, "Session Management"). Other hosts with the same key cannot
// know; there the token lives until it is too old.
func (g *Gateway) end(req *exchange.Request) exchange.Decision {
	c, refusal := g.identify(req, nil)
	if refusal != nil {
		return refusal
	}
	if c.Session == nil {
		return exchange.ErrorReply(400, nil, mcp.CodeInvalidRequest, "header Mcp-Session-Id is missing", exchange.Labels{Outcome: exchange.BadRequest})
	}
	g.notes.end(c.Nonce)
	var calls []exchange.Call
	for s, part := range g.parts(c) {
		calls = append(calls, s.farewell(req, len(calls), part))
	}
	if len(calls) == 0 {
		return ended()
	}
	return exchange.Ask{Calls: calls, Plan: &ending{len(calls)}, Labels: exchange.Labels{Outcome: exchange.Failed}}
}

// farewell ends one server's session.
func (s *server) farewell(req *exchange.Request, token int, part session.Server) exchange.Call {
	return exchange.Call{
		Token: token, Server: s.Name, Cluster: s.Cluster,
		Headers: s.callHeaders(req, "DELETE", part), TimeoutMs: uint32(s.CalloutTimeout),
	}
}

func ended() exchange.Reply {
	return exchange.Reply{Status: 204, Labels: exchange.Labels{Outcome: exchange.AnsweredHere}}
}

// ending waits until the servers have been told. What they say to it changes
// nothing: some do not know DELETE.
type ending struct{ waiting int }

func (p *ending) Answer(int, exchange.CallReply) exchange.Decision {
	if p.waiting--; p.waiting > 0 {
		return nil
	}
	return ended()
}
