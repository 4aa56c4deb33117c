package gateway

import (
	"fmt"

	"mcp-router/exchange"
	"mcp-router/jsonrpc"
	"mcp-router/listing"
	"mcp-router/mcp"
	"mcp-router/names"
)

// prompt sends a prompts/get to its server.
func (g *Gateway) prompt(m *message) exchange.Decision {
	return g.promptAt(m, m.Name, "params.name")
}

// promptAt sends a message to the server of the prompt that it names there.
func (g *Gateway) promptAt(m *message, at jsonrpc.Span, member string) exchange.Decision {
	name, ok := jsonrpc.Text(at.Of(m.Body), names.MaxName)
	switch {
	case !ok:
		return m.refuse(mcp.CodeInvalidParams, member+" must be a string", exchange.BadRequest)
	case len(name) >= names.MaxName:
		return m.refuse(mcp.CodeInvalidParams, fmt.Sprintf("%s is longer than %d bytes", member, names.MaxName-1), exchange.BadRequest)
	}
	return g.named(m, listing.Prompts, name, func(s *server, own string) exchange.Decision {
		if own == "" {
			return m.refuse(mcp.CodeInvalidParams, "server "+exchange.Quote(s.Name)+" is named without a prompt", exchange.BadRequest)
		}
		return g.deliver(m, delivery{server: s, at: at, name: name, own: own})
	})
}
