package gateway

import (
	"iter"

	"mcp-router/exchange"
	"mcp-router/mcp"
	"mcp-router/session"
)

// client is the session that a request belongs to, as its token and the notes
// of this host tell it, and what the request itself has come by since. The zero
// client has none.
type client struct {
	*session.Session
	note note
}

// with returns the server's part of the session: what this host has noted since,
// else what the token says. ok is false when the session is not open with it.
func (c *client) with(s *server) (session.Server, bool) {
	if part, lost, ok := c.note.find(s.identity); ok {
		return part, !lost
	}
	if c.Session == nil {
		return session.Server{}, false
	}
	return c.Find(s.identity)
}

// parts goes through the servers that keep a session with the client, each with
// its part of it.
func (g *Gateway) parts(c client) iter.Seq2[*server, session.Server] {
	return func(yield func(*server, session.Server) bool) {
		for i := range g.servers {
			s := &g.servers[i]
			if part, open := c.with(s); open && part.ID != "" && !yield(s, part) {
				return
			}
		}
	}
}

// identify opens the session that a request names. One that is unknown, too old,
// ended or bound to somebody else gets 404, at which clients begin anew (MCP
// 2025-11-25, "Session Management"). A request without one has no session: some
// clients never send it.
func (g *Gateway) identify(req *exchange.Request, id []byte) (client, exchange.Decision) {
	if req.SessionID.Value == "" && req.SessionID.Lines <= 1 {
		return client{}, nil
	}
	token, ok := single(req, mcp.HeaderSessionID, req.SessionID)
	if !ok {
		return client{}, manySessions(id)
	}
	opened, err := g.sessions.Open(session.Token(token), g.world.Now())
	if err != nil || !g.bound(opened, req) {
		return client{}, unknownSession(id)
	}
	c := client{Session: opened, note: g.notes.load(opened.Nonce)}
	if c.note.ended {
		return client{}, unknownSession(id)
	}
	return c, nil
}

//go:noinline
func manySessions(id []byte) exchange.Decision {
	return exchange.ErrorReply(400, id, mcp.CodeInvalidRequest, "header Mcp-Session-Id is given with different values", exchange.Labels{Outcome: exchange.BadRequest})
}

//go:noinline
func unknownSession(id []byte) exchange.Decision {
	return exchange.ErrorReply(404, id, mcp.CodeSession, "Session not found", exchange.Labels{Outcome: exchange.UnknownSession})
}

// bound reports whether a session may be used with a request.
func (g *Gateway) bound(s *session.Session, req *exchange.Request) bool {
	if len(g.cfg.Gateway.BindSession) == 0 && s.Binding == (session.Binding{}) {
		return true
	}
	return s.Bound(g.binding(req))
}

// binding hashes what sessions are bound to of a request.
func (g *Gateway) binding(req *exchange.Request) session.Binding {
	names := g.cfg.Gateway.BindSession
	if len(names) == 0 {
		return session.Binding{}
	}
	values := make([]session.Value, len(names))
	for i, name := range names {
		for line, value := range req.Headers.All() {
			if line != name {
				continue
			}
			// Of several lines nobody knows which counts: all do.
			values[i] = session.Value{Present: true, Text: values[i].Text + value + "\n"}
		}
	}
	return session.Bind(values)
}
