package gateway

import (
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
	if part, ok := g.ready(m, d.server); ok {
		return g.forward(m, &d, part)
	}
	return g.deliverGreeted(m, d)
}

// deliverGreeted is deliver for a server that must be greeted first.
//
//go:noinline
func (g *Gateway) deliverGreeted(m *message, d delivery) exchange.Decision {
	return g.reach(m, d.server, d.labels, func(part session.Server) exchange.Decision {
		return g.forward(m, &d, part)
	}, func(p *problem) exchange.Decision {
		return m.refuseAs(mcp.CodeInternal, p.sentence(d.server.Name), d.labeled(exchange.Unavailable))
	})
}

func (d *delivery) labeled(outcome exchange.Outcome) exchange.Labels {
	labels := d.labels
	labels.Outcome = outcome
	return labels
}

// helloFor is what a server is opened with for a message after initialize.
func (g *Gateway) helloFor(m *message) hello {
	if m.client.Session == nil {
		return g.ownHello(mcp.RevisionLast, nil)
	}
	return g.ownHello(m.client.Version, served(m.client.Capabilities))
}

// forward sends the message on, in the server's words.
func (g *Gateway) forward(m *message, d *delivery, part session.Server) exchange.Decision {
	d.labels.Outcome = exchange.Forwarded
	forward := g.send(m, d.server, part, m.renamed(d), d.labels)
	if m.MCPName.Present() && d.name != d.own {
		m.renameHeader(d, forward)
	}
	return forward
}

//go:noinline
func (m *message) renameHeader(d *delivery, forward *exchange.Forward) {
	forward.Headers = append(forward.Headers, m.MCPName.RenameHeader(d.name, d.own))
}

// renamed puts the server's own name in the place of the client's.
func (m *message) renamed(d *delivery) jsonrpc.Splices {
	prefix := len(d.name) - len(d.own)
	if prefix <= 0 || d.name[prefix:] != d.own {
		return m.rewritten(d)
	}
	// Names of servers and separators are ASCII; the rest keeps its escapes.
	m.cuts[0] = jsonrpc.Splice{Start: d.at.Start + 1, End: d.at.Start + jsonrpc.PrefixEnd(d.at.Of(m.Body), prefix)}
	return m.cuts[:1]
}

// rewritten is renamed for a name that does not end in the server's own.
//
//go:noinline
func (m *message) rewritten(d *delivery) jsonrpc.Splices {
	if d.name == d.own {
		return m.cuts[:0]
	}
	return append(m.cuts[:0], jsonrpc.Splice{Start: d.at.Start, End: d.at.End, With: string(jsonrpc.AppendString(nil, d.own))})
}
