package gateway

import (
	"mcp-router/exchange"
	"mcp-router/listing"
	"mcp-router/mcp"
)

// noun is what an entry of a list by name is called in messages.
func noun(kind *listing.Kind) string {
	if kind == listing.Prompts {
		return "prompt"
	}
	return "tool"
}

// named finds the server of a published name, and what the server itself calls
// it. The name tells, unless several servers publish theirs as they are: then the
// list does.
func (g *Gateway) named(m *message, kind *listing.Kind, name string, then func(s *server, own string) exchange.Decision) exchange.Decision {
	if server, own, ok := g.names.Resolve(name); ok {
		return then(&g.servers[server], own)
	}
	switch len(g.bare) {
	case 0:
		return g.unknownName(m, kind, name)
	case 1:
		return then(g.bare[0], name)
	}
	return g.merged(m, kind, func(list *listing.Merged, _ *lister) exchange.Decision {
		identity, ok := list.Owner(name)
		for _, s := range g.bare {
			if ok && s.identity == identity {
				return then(s, name)
			}
		}
		if !list.Whole() {
			return m.refuse(mcp.CodeInternal, noun(kind)+" "+exchange.Quote(name)+" is on no server that answers", exchange.Unavailable)
		}
		return g.unknownName(m, kind, name)
	})
}

func (g *Gateway) unknownName(m *message, kind *listing.Kind, name string) exchange.Decision {
	if prefix, ok := g.names.Prefix(name); ok {
		servers := make([]string, len(g.servers))
		for i := range g.servers {
			servers[i] = g.servers[i].Name
		}
		return m.refuse(mcp.CodeInvalidParams, exchange.UnknownServerMessage(prefix, servers), exchange.UnknownServer)
	}
	return m.refuse(mcp.CodeInvalidParams, "unknown "+noun(kind)+" "+exchange.Quote(name), exchange.UnknownTool)
}
