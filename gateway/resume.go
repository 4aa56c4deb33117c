package gateway

import (
	"mcp-router/exchange"
	"mcp-router/mcp"
	"mcp-router/session"
	"mcp-router/sse"
)

// resume carries out a GET: it goes on with a stream that broke off, at the
// server whose it was, which the id of its last event tells (MCP 2025-11-25,
// "Resumability and Redelivery"). No other stream is offered.
func (g *Gateway) resume(req *exchange.Request) exchange.Decision {
	if !req.LastEventID.Present() {
		return notAllowed()
	}
	c, refusal := g.identify(req, nil)
	if refusal != nil {
		return refusal
	}
	id, ok := single(req, mcp.HeaderLastEventID, req.LastEventID)
	if !ok || c.Session == nil {
		return notAllowed()
	}
	identity, own, ok := sse.Untag(id)
	if !ok {
		return notAllowed()
	}
	for i := range g.servers {
		if s := &g.servers[i]; s.identity == identity {
			if part, open := c.with(s); open && part.ID != "" {
				return g.resumeAt(req, c, s, part, own)
			}
		}
	}
	return notAllowed()
}

func (g *Gateway) resumeAt(req *exchange.Request, c client, s *server, part session.Server, id string) exchange.Decision {
	m := &message{Request: req, client: c}
	edits := append(s.forwardEdits(req, part), exchange.Set(mcp.HeaderLastEventID, id))
	return exchange.Forward{Headers: edits, Editor: g.newReply(m, s, part), Labels: exchange.Labels{Server: s.Name, Outcome: exchange.Forwarded}}
}
