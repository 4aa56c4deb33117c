package gateway

import (
	"mcp-router/exchange"
	"mcp-router/mcp"
	"mcp-router/session"
)

// greeting brings one server to where it can be asked, call by call: opening for
// the session era, probe for the stateless one.
type greeting interface {
	// first is the call that begins it.
	first(req *exchange.Request, token int) exchange.Call
	// answer takes what became of the last call. It returns the next one, or none
	// when the server can be asked or has failed.
	answer(req *exchange.Request, token int, reply exchange.CallReply) (next *exchange.Call, failed *problem)
	// met is what came of it: how to ask the server, and what it can do.
	met() (session.Server, capabilities)
}

// greet begins what a message needs to ask a server.
func (g *Gateway) greet(m *message, s *server) greeting {
	if m.era == mcp.Stateless {
		return &probe{g: g, server: s}
	}
	return &opening{server: s, hello: g.helloFor(m)}
}

// ready returns how to ask a server for a message, if nothing needs to be found
// out before.
func (g *Gateway) ready(m *message, s *server) (session.Server, bool) {
	if m.era == mcp.Stateless {
		return stateless, g.speaks(s, mcp.Stateless) == speaks
	}
	return m.client.with(s)
}

// greeted notes what came of a greeting and returns the part to use. A server
// session that no session of the client's holds, because it has none or another
// request was faster, ends with the message.
func (g *Gateway) greeted(m *message, s *server, done greeting) session.Server {
	part, serves := done.met()
	g.health.learned(s.index, m.era, true)
	g.health.declared(s.index, serves)
	if m.era == mcp.Stateless {
		return part
	}
	used, kept := part, false
	if m.client.Session != nil {
		used = g.notes.opened(m.client.Nonce, part)
		kept = used.ID == part.ID
	}
	if !kept && part.ID != "" {
		m.after = append(m.after, s.farewell(m.Request, 0, part))
	}
	m.client.note.set(noted{Server: used})
	return used
}

// reach goes on with a server that can be asked, at once or after it was
// greeted, else with what is wrong with it.
func (g *Gateway) reach(m *message, s *server, labels exchange.Labels, then func(session.Server) exchange.Decision, otherwise func(*problem) exchange.Decision) exchange.Decision {
	if part, ok := g.ready(m, s); ok {
		return then(part)
	}
	if g.speaks(s, m.era) == speaksNot {
		return otherwise(otherEra(m.era))
	}
	plan := &reaching{g: g, m: m, server: s, greeting: g.greet(m, s), then: then, otherwise: otherwise}
	labels.Outcome = exchange.Failed
	return exchange.Ask{Calls: []exchange.Call{g.within(m, plan.greeting.first(m.Request, 0))}, Plan: plan, Labels: labels}
}

// reaching is a server that is being greeted.
type reaching struct {
	g         *Gateway
	m         *message
	server    *server
	greeting  greeting
	then      func(session.Server) exchange.Decision
	otherwise func(*problem) exchange.Decision
}

// Answer implements exchange.Plan.
func (p *reaching) Answer(token int, reply exchange.CallReply) exchange.Decision {
	next, failed := p.greeting.answer(p.m.Request, token, reply)
	if next != nil {
		return exchange.Ask{Calls: []exchange.Call{p.g.within(p.m, *next)}}
	}
	p.g.settled(p.m, p.server, failed)
	if failed != nil {
		return p.otherwise(failed)
	}
	return p.then(p.g.greeted(p.m, p.server, p.greeting))
}

// settled notes whether a server answers a message, and tells the log when that
// changes. For silence when there was no time left the server is not to blame.
func (g *Gateway) settled(m *message, s *server, p *problem) {
	switch {
	case m.ends != 0 && p != nil && p.kind == silent && g.world.Now() >= m.ends:
		return
	case p == nil:
		g.health.answered(s.index)
		g.warnOnce(s.Name, "")
		return
	case p.isEra():
		g.health.answered(s.index)
		g.health.learned(s.index, m.era, false)
		g.warnOnce(s.Name+" era", p.sentence(s.Name))
		return
	case p.skips():
		g.health.failed(s.index)
	case p.doubtsEra():
		g.health.forget(s.index, m.era)
	}
	g.warnOnce(s.Name, p.sentence(s.Name))
}

// isEra reports whether a server is only of another era than the client.
func (p *problem) isEra() bool { return p.kind == sessionless || p.kind == needsSession }

// doubtsEra reports whether a server answered as one of another era might.
func (p *problem) doubtsEra() bool {
	return p.kind == foreign || p.kind == refused && p.status/100 == 4
}
