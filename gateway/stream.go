package gateway

import (
	"mcp-router/exchange"
	"mcp-router/mcp"
	"mcp-router/session"
	"mcp-router/sse"
)

// stream carries out a GET: it goes on with a stream that broke off, at the
// server whose it was, which the id of its last event tells (MCP 2025-11-25,
// "Resumability and Redelivery"), or begins that of the one server whose
// messages clients get.
func (g *Gateway) stream(req *exchange.Request) exchange.Decision {
	if !req.LastEventID.Present() && g.cfg.Gateway.StreamServer == "" {
		return notAllowed(allowed)
	}
	c, refusal := g.identify(req, nil)
	if refusal != nil {
		return refusal
	}
	if c.Session == nil {
		return notAllowed(allowed)
	}
	if req.LastEventID.Present() {
		return g.resume(req, c)
	}
	return g.streamOf(req, c, func(s *server) bool { return s.Name == g.cfg.Gateway.StreamServer })
}

// resume goes on behind the event that the request names.
func (g *Gateway) resume(req *exchange.Request, c client) exchange.Decision {
	id, ok := lastEvent(req)
	if !ok {
		return notAllowed(allowed)
	}
	identity, own, ok := sse.Untag(id)
	if !ok {
		return notAllowed(allowed)
	}
	return g.streamOf(req, c, func(s *server) bool { return s.identity == identity }, exchange.Set(mcp.HeaderLastEventID, own))
}

// lastEvent returns the one id that a request goes on behind; ok is false for lines
// that differ. A line is one value: ids may hold commas.
func lastEvent(req *exchange.Request) (id string, ok bool) {
	id = req.LastEventID.Value
	if req.LastEventID.Lines > 1 {
		for name, value := range req.Headers.All() {
			if name == mcp.HeaderLastEventID && value != id {
				return "", false
			}
		}
	}
	return id, true
}

// streamOf sends a GET to the server that is meant, if the client's session is
// open with it.
func (g *Gateway) streamOf(req *exchange.Request, c client, meant func(*server) bool, more ...exchange.HeaderEdit) exchange.Decision {
	for s, part := range g.parts(c) {
		if meant(s) {
			return g.forwardStream(req, c, s, part, more)
		}
	}
	return notAllowed(allowed)
}

func (g *Gateway) forwardStream(req *exchange.Request, c client, s *server, part session.Server, more []exchange.HeaderEdit) exchange.Decision {
	m := &message{Request: req, client: c}
	edits := g.forwardEdits(s, req, part)
	if s.CallTimeout > 0 {
		// A stream is no call: it lasts as long as its client listens.
		edits = append(edits, exchange.Set(headerTimeout, "0"))
	}
	return &exchange.Forward{Headers: append(edits, more...), Editor: g.newReply(m, s, part), Labels: exchange.Labels{Server: s.Name, Outcome: exchange.Forwarded}}
}
