package gateway

import (
	"strings"

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
	return g.merged(m, listing.KindOf(m.method), func(list *listing.Merged) exchange.Decision {
		outcome := exchange.AnsweredHere
		if !list.Whole() {
			outcome = exchange.Partial
		}
		return m.result(list.Result(), outcome)
	})
}

// merged hands on the list of a kind that the client of a message has: what was
// made lately, or what the servers answer now.
func (g *Gateway) merged(m *message, kind *listing.Kind, then func(*listing.Merged) exchange.Decision) exchange.Decision {
	p := &lister{g: g, m: m, kind: kind, then: then, began: g.world.Now(), legs: make([]leg, len(g.servers))}
	p.generations = g.lists.Generations(g.world)
	p.older = g.lists.Find(g.world, p.key())
	if p.older != nil && p.older.TTL(p.began, p.generations) > 0 {
		return then(p.older.Merged)
	}
	return p.ask()
}

// cursor finds where a list is asked to go on.
func (m *message) cursor() jsonrpc.Member {
	return jsonrpc.Members(m.Body, m.Params, "cursor")[0]
}

// lister is a list under way: a leg for each server, all at the same time.
type lister struct {
	g    *Gateway
	m    *message
	kind *listing.Kind
	// then makes something of the list, in the end.
	then func(*listing.Merged) exchange.Decision
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
	// opening is set while the server is being opened.
	opening *opening
	part    session.Server
	// again is set once a lost session has been opened anew: a list may be asked
	// twice, and no more.
	again bool
	// problem is why the server's list is not there; nil if it is.
	problem *problem
}

// ask puts the first calls, to all servers but those that did not answer lately
// and those that have no such list.
func (p *lister) ask() exchange.Decision {
	p.list = listing.New(p.kind, false, p.g.sources)
	known, _ := p.g.health.load()
	var calls []exchange.Call
	for i := range p.g.servers {
		s := &p.g.servers[i]
		switch {
		case !s.hasSessions():
			p.fail(i, &problem{kind: otherEra})
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
	if part, ok := p.m.client.with(s); ok && !leg.again {
		leg.part = part
		return p.page(server, nil)
	}
	leg.opening = &opening{server: s, hello: p.g.helloFor(p.m)}
	return p.timed(leg.opening.first(p.m.Request, server))
}

// page asks for a page; a nil cursor is the first one's.
func (p *lister) page(server int, cursor []byte) exchange.Call {
	body := append([]byte(nil), `{"jsonrpc":"2.0","id":`+callID+`,"method":"`+p.kind.Method+`"`...)
	if cursor != nil {
		body = append(append(append(body, `,"params":{"cursor":`...), cursor...), '}')
	}
	s := &p.g.servers[server]
	return p.timed(s.post(p.m.Request, server, p.kind.Method, p.legs[server].part, append(body, '}')))
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
	if leg.opening != nil {
		return p.opened(server, reply)
	}
	a := readAnswer(reply, leg.part.ID != "")
	switch {
	case a.problem == nil:
		return p.add(server, a.result)
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

// opened takes an answer of a server that is being opened.
func (p *lister) opened(server int, reply exchange.CallReply) *exchange.Call {
	leg := &p.legs[server]
	next, failed := leg.opening.answer(p.m.Request, server, reply)
	switch {
	case next != nil:
		timed := p.timed(*next)
		return &timed
	case failed != nil:
		p.fail(server, failed)
		return nil
	}
	serves := leg.opening.serves
	leg.part, leg.opening = p.g.opened(p.m, leg.opening), nil
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
	if merged.Whole() {
		p.g.lists.Save(p.g.world, p.key(), merged, p.generations, p.g.world.Now())
	}
	if p.list.Answered() == 0 && p.standIns == 0 {
		return p.m.refuse(mcp.CodeInternal, p.nobody(), exchange.Unavailable)
	}
	decision := p.then(merged)
	if ask, more := decision.(exchange.Ask); more {
		p.next = ask.Plan
	}
	return decision
}

// maxNamed bounds the servers that a message names.
const maxNamed = 5

// nobody says that no server has answered, and why.
func (p *lister) nobody() string {
	var reasons []string
	for i := range p.legs {
		if len(reasons) == maxNamed {
			reasons = append(reasons, "and others")
			break
		}
		reasons = append(reasons, p.legs[i].problem.sentence(p.g.servers[i].Name))
	}
	return strings.Join(reasons, "; ")
}
