package gateway

import (
	"mcp-router/exchange"
	"mcp-router/mcp"
)

// read sends a resources/read to the server whose the resource is. One that no
// list tells of, as links in results need not be (MCP 2025-11-25, "Resource
// Links"), is asked of the servers in turn: never of all at once, since each sees
// what is asked for.
func (g *Gateway) read(m *message) exchange.Decision {
	uri, refusal := m.uri()
	if refusal != nil {
		return refusal
	}
	return g.owner(m, uri, resourcePlaces, false, func(s *server, _ bool) exchange.Decision {
		if s == nil {
			return g.readInTurn(m, uri)
		}
		return g.deliver(m, delivery{server: s})
	})
}

// readInTurn asks the servers that have resources, in configuration order.
func (g *Gateway) readInTurn(m *message, uri string) exchange.Decision {
	p := &reading{g: g, m: m, uri: uri}
	return p.next(true)
}

// reading is a resource that is asked of the servers in turn.
type reading struct {
	g   *Gateway
	m   *message
	uri string
	// server is the place of the next one; errand is with the one before it.
	server int
	errand *errand
	// silent is the first server that did not say whether it has the resource.
	silent *server
	why    *problem
}

// next asks the next server. begins is true for the first one, whose Ask names the
// plan.
func (p *reading) next(begins bool) exchange.Decision {
	known, _ := p.g.health.load()
	now := p.g.world.Now()
	for ; p.server < len(p.g.servers); p.server++ {
		s := &p.g.servers[p.server]
		switch {
		case !known[p.server].serves.may(resources):
			continue
		case p.g.speaks(s, p.m.era) == speaksNot:
			p.unheard(s, otherEra(p.m.era))
			continue
		case now >= p.m.ends, known[p.server].skipUntil > now:
			p.unheard(s, &problem{kind: silent})
			continue
		}
		p.server++
		p.errand = &errand{g: p.g, m: p.m, server: s, method: mcp.MethodRead, params: p.m.params(), needs: resources}
		ask := exchange.Ask{Calls: []exchange.Call{p.errand.begin()}}
		if begins {
			ask.Plan, ask.Labels = p, p.m.labels(exchange.Failed)
		}
		return ask
	}
	return p.nowhere()
}

// unheard notes that a server has not said whether it has the resource.
func (p *reading) unheard(s *server, why *problem) {
	if p.silent == nil {
		p.silent, p.why = s, why
	}
}

// Answer implements exchange.Plan.
func (p *reading) Answer(_ int, reply exchange.CallReply) exchange.Decision {
	next, a := p.errand.answer(reply)
	switch {
	case next != nil:
		return exchange.Ask{Calls: []exchange.Call{*next}}
	case a.problem == nil:
		answered := p.m.result(a.result, exchange.AnsweredHere)
		answered.Labels.Server = p.errand.server.Name
		return answered
	case a.problem.unlessRefused() != nil:
		p.unheard(p.errand.server, a.problem)
	}
	return p.next(false)
}

// nowhere says that no server has the resource, if all have said so.
func (p *reading) nowhere() exchange.Decision {
	if p.silent == nil {
		return p.m.unknownResource(p.uri, false)
	}
	return p.m.refuse(mcp.CodeInternal, "resource "+exchange.Quote(p.uri)+" is on no server that answers: "+p.why.sentence(p.silent.Name), exchange.Unavailable)
}
