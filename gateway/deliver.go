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
	return g.reach(m, d.server, d.labels, func(part session.Server) exchange.Decision {
		return g.forward(m, d, part)
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
func (g *Gateway) forward(m *message, d delivery, part session.Server) exchange.Decision {
	forward := g.send(m, d.server, part, m.renamed(d), d.labeled(exchange.Forwarded))
	if m.MCPName.Present() && d.name != d.own {
		forward.Headers = append(forward.Headers, m.MCPName.RenameHeader(d.name, d.own))
	}
	return forward
}

// renamed puts the server's own name in the place of the client's.
func (m *message) renamed(d delivery) jsonrpc.Splices {
	switch prefix, cut := strings.CutSuffix(d.name, d.own); {
	case d.name == d.own:
		return nil
	case cut:
		// Names of servers and separators are ASCII; the rest keeps its escapes.
		return jsonrpc.Splices{{Start: d.at.Start + 1, End: d.at.Start + jsonrpc.PrefixEnd(d.at.Of(m.Body), len(prefix))}}
	}
	return jsonrpc.Splices{{Start: d.at.Start, End: d.at.End, With: string(jsonrpc.AppendString(nil, d.own))}}
}
