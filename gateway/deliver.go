package gateway

import (
	"strings"

	"mcp-router/exchange"
	"mcp-router/jsonrpc"
	"mcp-router/mcp"
	"mcp-router/session"
)

// delivery is a message that goes on to one server.
type delivery struct {
	server *server
	// at is where the body names what the message is about, in the client's words:
	// name. The server calls it own. With the same for both it stays.
	at        jsonrpc.Span
	name, own string
	labels    exchange.Labels
}

// deliver sends a message on with the server's session where there is one, else
// after one was opened. It is never sent twice: nothing short of its answer proves
// that the server did not act on it.
func (g *Gateway) deliver(m *message, d delivery) exchange.Decision {
	d.labels.Method, d.labels.Server = m.method, d.server.Name
	if !d.server.hasSessions() {
		return m.refuseFor(d, (&problem{kind: otherEra}).sentence(d.server.Name))
	}
	if part, ok := m.client.with(d.server); ok {
		return g.forward(m, d, part)
	}
	plan := &delivering{g: g, m: m, delivery: d, opening: opening{server: d.server, hello: g.helloFor(m)}}
	return exchange.Ask{Calls: []exchange.Call{g.within(m, plan.opening.first(m.Request, 0))}, Plan: plan, Labels: d.labeled(exchange.Failed)}
}

func (d *delivery) labeled(outcome exchange.Outcome) exchange.Labels {
	labels := d.labels
	labels.Outcome = outcome
	return labels
}

// refuseFor says that the server cannot be reached, and why.
func (m *message) refuseFor(d delivery, text string) exchange.Decision {
	reply := exchange.Refuse(200, m.id, mcp.CodeInternal, text, d.labeled(exchange.Unavailable))
	reply.After = m.after
	return reply
}

// helloFor is what a server is opened with for a message after initialize.
func (g *Gateway) helloFor(m *message) hello {
	if m.client.Session == nil {
		return g.ownHello(mcp.RevisionLast, nil)
	}
	return g.ownHello(m.client.Version, served(m.client.Capabilities))
}

// forward sends the message on, in the server's words.
func (g *Gateway) forward(m *message, d delivery, part session.Server) exchange.Decision {
	edits := d.server.forwardEdits(m.Request, part)
	if m.MCPName.Present() && d.name != d.own {
		edits = append(edits, m.MCPName.RenameHeader(d.name, d.own))
	}
	body := m.renamed(d)
	return &exchange.Forward{
		Headers: edits, Body: body, ContentLength: body.Len(len(m.Body)),
		Editor: g.newReply(m, d.server, part), Labels: d.labeled(exchange.Forwarded),
	}
}

// renamed puts the server's own name in the place of the client's, and takes off a
// byte-order mark, which servers may refuse (RFC 8259 section 8.1).
func (m *message) renamed(d delivery) jsonrpc.Splices {
	var splices jsonrpc.Splices
	if mark := jsonrpc.MarkLen(m.Body); mark > 0 {
		splices = append(splices, jsonrpc.Splice{End: mark})
	}
	switch prefix, cut := strings.CutSuffix(d.name, d.own); {
	case d.name == d.own:
		return splices
	case cut:
		// Names of servers and separators are ASCII; the rest keeps its escapes.
		return append(splices, jsonrpc.Splice{Start: d.at.Start + 1, End: d.at.Start + jsonrpc.PrefixEnd(d.at.Of(m.Body), len(prefix))})
	}
	return append(splices, jsonrpc.Splice{Start: d.at.Start, End: d.at.End, With: string(jsonrpc.AppendString(nil, d.own))})
}

// delivering is a delivery whose server is being opened.
type delivering struct {
	g *Gateway
	m *message
	delivery
	opening opening
}

func (p *delivering) Answer(token int, reply exchange.CallReply) exchange.Decision {
	next, failed := p.opening.answer(p.m.Request, token, reply)
	if next != nil {
		return exchange.Ask{Calls: []exchange.Call{p.g.within(p.m, *next)}}
	}
	p.g.settled(p.m, p.server, failed)
	if failed != nil {
		return p.m.refuseFor(p.delivery, failed.sentence(p.server.Name))
	}
	return p.g.forward(p.m, p.delivery, p.g.opened(p.m, &p.opening))
}
