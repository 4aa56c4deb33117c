package gateway

import (
	"mcp-router/exchange"
	"mcp-router/jsonrpc"
	"mcp-router/listing"
	"mcp-router/mcp"
	"mcp-router/session"
)

// newSources are the servers as lists see them.
func (g *Gateway) newSources() []listing.Source {
	sources := make([]listing.Source, len(g.servers))
	for i := range g.servers {
		s := &g.servers[i]
		publish := func(tool string) (string, bool) { return g.names.Publish(s.index, tool) }
		if !s.Prefix {
			publish = g.names.PublishBare
		}
		sources[i] = listing.Source{Name: s.Name, Hash: s.identity, Allows: s.Tools.Allows, Publish: publish}
	}
	return sources
}

// list answers with one list made of all servers'.
func (g *Gateway) list(m *message) exchange.Decision {
	switch cursor := m.cursor(); {
	case cursor.Again:
		return m.malformed(mcp.CodeInvalidRequest, "params.cursor is given more than once", exchange.Ambiguous)
	case cursor.Present() && string(cursor.Of(m.Body)) != "null":
		// Null is how some clients write that they begin. Our lists have one page, so we never gave one out.
		return m.refuse(mcp.CodeInvalidParams, "params.cursor is not one of ours", exchange.BadRequest)
	}
	return g.merged(m, listing.KindOf(m.method), func(list *listing.Merged, p *lister) exchange.Decision {
		outcome, others := exchange.AnsweredHere, p.excluded()
		if !list.Whole() || len(others) > 0 {
			outcome = exchange.Partial
		}
		out := jsonrpc.BeginResult(m.id, list.Size())
		if m.era == mcp.Stateless {
			return m.reply(append(list.AppendStatelessResult(out, p.ttl, g.info, others...), '}'), outcome)
		}
		return m.reply(append(list.AppendResult(out, others...), '}'), outcome)
	})
}

// merged hands on the list of a kind that the client of a message has: what was
// made lately, or what the servers answer now.
func (g *Gateway) merged(m *message, kind *listing.Kind, then func(*listing.Merged, *lister) exchange.Decision) exchange.Decision {
	p := &lister{g: g, m: m, kind: kind, then: then, began: g.world.Now(), legs: make([]leg, len(g.servers))}
	for i := range g.servers {
		if g.speaks(&g.servers[i], m.era) == speaksNot {
			p.legs[i].problem = otherEra(m.era)
		}
	}
	p.generations = g.lists.Generations(g.world)
	p.older = g.lists.Find(g.world, p.key())
	if p.older != nil {
		if p.ttl = p.older.TTL(p.began, p.generations); p.ttl > 0 {
			return then(p.older.Merged, p)
		}
	}
	return p.ask()
}

// cursor finds where a list is asked to go on.
func (m *message) cursor() jsonrpc.Member {
	return m.inParams("cursor")[0]
}

// lister is a list under way: a leg for each server, all at the same time.
type lister struct {
	g    *Gateway
	m    *message
	kind *listing.Kind
	// then makes something of the list, in the end.
	then func(*listing.Merged, *lister) exchange.Decision
	// ttl is how many milliseconds it is as good as new.
	ttl int64
	// next has taken over: what was made of the list asks servers in its turn.
	next exchange.Plan
	// began is when, in milliseconds since 1970: a server's time is for all that it
	// is asked, however many pages it has.
	began       int64
	generations listing.Generations
	// older is the last list for such a request, nil for none.
	older   *listing.Stored
	list    *listing.List
	legs    []leg
	waiting int
	// standIns counts the servers whose part of the older list is taken.
	standIns int
}

// leg is what one server is asked, one call at a time.
type leg struct {
	// greeting is set while the server is being greeted.
	greeting greeting
	part     session.Server
	// again is set once a lost session has been opened anew: a list may be asked
	// twice, and no more.
	again bool
	// problem is why the server's list is not there; nil if it is.
	problem *problem
}

// ask puts the first calls, to all servers but those that did not answer lately
// and those that have no such list.
func (p *lister) ask() exchange.Decision {
	p.list = listing.New(p.kind, p.m.era == mcp.Stateless, p.g.sources)
	known, _ := p.g.health.load()
	var calls []exchange.Call
	for i := range p.g.servers {
		switch {
		case p.legs[i].excluded():
			p.list.Exclude(i)
		case !known[i].serves.may(needs(p.kind)):
			p.list.Empty(i)
		case known[i].skipUntil > p.began:
			p.fail(i, &problem{kind: silent})
		default:
			calls = append(calls, p.first(i))
		}
	}
	if p.waiting = len(calls); p.waiting == 0 {
		return p.reply()
	}
	return exchange.Ask{Calls: calls, Plan: p, Labels: p.m.labels(exchange.Failed)}
}

// first asks a server for its first page, or opens it first.
func (p *lister) first(server int) exchange.Call {
	leg, s := &p.legs[server], &p.g.servers[server]
	if part, ok := p.g.ready(p.m, s); ok && !leg.again {
		leg.part = part
		return p.page(server, nil)
	}
	leg.greeting = p.g.greet(p.m, s)
	return p.timed(leg.greeting.first(p.m.Request, server))
}

// page asks for a page; a nil cursor is the first one's.
func (p *lister) page(server int, cursor []byte) exchange.Call {
	return p.timed(p.g.servers[server].ask(p.m.Request, server, p.kind.Method, p.legs[server].part, p.question(cursor)))
}

// question is a request for a page. What a stateless client can do and who it is
// goes with it, as it does with its calls.
func (p *lister) question(cursor []byte) []byte {
	if p.m.era == mcp.Stateless {
		var more []byte
		if cursor != nil {
			more = append([]byte(`,"cursor":`), cursor...)
		}
		return statelessRequest(p.kind.Method, p.m.promised(), p.m.meta.info.Of(p.m.Body), more)
	}
	body := append([]byte(nil), `{"jsonrpc":"2.0","id":`+callID+`,"method":"`+p.kind.Method+`"`...)
	if cursor != nil {
		body = append(append(append(body, `,"params":{"cursor":`...), cursor...), '}')
	}
	return append(body, '}')
}

// timed gives a call what is left of its server's time.
func (p *lister) timed(call exchange.Call) exchange.Call {
	left := int64(call.TimeoutMs) - (p.g.world.Now() - p.began)
	call.TimeoutMs = uint32(max(left, 1))
	return p.g.within(p.m, call)
}

// Answer implements exchange.Plan.
func (p *lister) Answer(server int, reply exchange.CallReply) exchange.Decision {
	if p.next != nil {
		return p.next.Answer(server, reply)
	}
	if next := p.proceed(server, reply); next != nil {
		return exchange.Ask{Calls: []exchange.Call{*next}}
	}
	p.g.settled(p.m, &p.g.servers[server], p.legs[server].problem)
	if p.waiting--; p.waiting > 0 {
		return nil
	}
	return p.reply()
}

// proceed takes an answer and returns the server's next call, nil when its list
// is there or will not be.
func (p *lister) proceed(server int, reply exchange.CallReply) *exchange.Call {
	leg := &p.legs[server]
	if leg.greeting != nil {
		return p.greeted(server, reply)
	}
	a := readAnswer(reply, leg.part.ID != "")
	switch {
	case a.problem == nil:
		return p.add(server, a.result)
	case a.problem.code == mcp.CodeUnsupportedVersion:
		a.problem = otherEra(p.m.era)
	case a.problem.code == mcp.CodeMethodNotFound:
		p.list.Empty(server)
		return nil
	case a.problem.kind == lost:
		p.g.lost(p.m, leg.part)
		if !leg.again {
			leg.again = true
			next := p.first(server)
			return &next
		}
	}
	p.fail(server, a.problem)
	return nil
}

// greeted takes an answer of a server that is being greeted.
func (p *lister) greeted(server int, reply exchange.CallReply) *exchange.Call {
	leg := &p.legs[server]
	next, failed := leg.greeting.answer(p.m.Request, server, reply)
	switch {
	case next != nil:
		timed := p.timed(*next)
		return &timed
	case failed != nil:
		p.fail(server, failed)
		return nil
	}
	_, serves := leg.greeting.met()
	leg.part, leg.greeting = p.g.greeted(p.m, &p.g.servers[server], leg.greeting), nil
	if !serves.may(needs(p.kind)) {
		p.list.Empty(server)
		return nil
	}
	page := p.page(server, nil)
	return &page
}

// add takes a page.
func (p *lister) add(server int, result []byte) *exchange.Call {
	cursor, err := p.list.Add(server, result)
	switch {
	case err != nil:
		p.fail(server, &problem{kind: badList})
		return nil
	case cursor == nil:
		return nil
	}
	next := p.page(server, cursor)
	return &next
}

// fail leaves a server out, or lets its last good list stand in for it.
func (p *lister) fail(server int, problem *problem) {
	p.legs[server].problem = problem
	if problem.isEra() {
		p.list.Exclude(server)
		return
	}
	older := p.older.Part(p.g.servers[server].identity, p.began)
	if len(older) > 0 {
		p.standIns++
	}
	p.list.Fail(server, older)
}

// reply merges what has been answered.
func (p *lister) reply() exchange.Decision {
	merged := p.list.Merge()
	p.warn(merged)
	p.ttl = p.g.lists.Lifetime(merged)
	if merged.Whole() && p.list.Answered() > 0 {
		p.g.lists.Save(p.g.world, p.key(), merged, p.generations, p.g.world.Now())
	}
	if p.list.Answered() == 0 && p.standIns == 0 {
		return p.m.refuse(mcp.CodeInternal, p.nobody(), exchange.Unavailable)
	}
	decision := p.then(merged, p)
	if ask, more := decision.(exchange.Ask); more {
		p.next = ask.Plan
	}
	return decision
}
