package gateway

import (
	"mcp-router/exchange"
	"mcp-router/jsonrpc"
	"mcp-router/listing"
	"mcp-router/mcp"
	"mcp-router/names"
)

// target is what a tools/call names.
type target struct {
	server *server
	// tool is the server's own name; name is the client's.
	tool, name string
}

// labels describe what became of the call.
func (t target) labels(outcome exchange.Outcome) exchange.Labels {
	return exchange.Labels{Method: mcp.MethodToolsCall, Server: t.server.Name, Tool: t.tool, Outcome: outcome}
}

// call sends a tools/call to its server.
func (g *Gateway) call(m *message) exchange.Decision {
	name, ok := jsonrpc.Text(m.Name.Of(m.Body), names.MaxName)
	if !ok {
		return m.nameless()
	}
	if server, own, ok := g.names.Resolve(name); ok {
		return g.callOf(m, target{&g.servers[server], own, name})
	}
	return g.callListed(m, name)
}

//go:noinline
func (m *message) nameless() exchange.Decision {
	return m.refuse(mcp.CodeInvalidParams, "params.name must be a string", exchange.BadRequest)
}

// callListed is call for a name that does not say whose it is.
//
//go:noinline
func (g *Gateway) callListed(m *message, name string) exchange.Decision {
	return g.named(m, listing.Tools, name, func(s *server, own string) exchange.Decision {
		return g.callOf(m, target{s, own, name})
	})
}

func (g *Gateway) callOf(m *message, to target) exchange.Decision {
	if refusal := to.refuse(m); refusal != nil {
		return refusal
	}
	return g.deliver(m, delivery{server: to.server, at: m.Name, name: to.name, own: to.tool, labels: to.labels(exchange.Forwarded)})
}

// refuse says why a call may not reach its server; nil if it may.
func (t target) refuse(m *message) exchange.Decision {
	if n := len(t.tool); n > 0 && n <= names.MaxTool && len(t.name) < names.MaxName && t.server.Tools.Allows(t.tool) && !m.task {
		return nil
	}
	return t.refusal(m)
}

// refusal is refuse for a call that may not.
//
//go:noinline
func (t target) refusal(m *message) exchange.Decision {
	no := func(code int, text string, outcome exchange.Outcome) exchange.Decision {
		return m.refuseAs(code, text, t.labels(outcome))
	}
	switch {
	case t.tool == "":
		return no(mcp.CodeInvalidParams, exchange.EmptyToolMessage(t.server.Name), exchange.EmptyTool)
	case len(t.tool) > names.MaxTool, len(t.name) >= names.MaxName:
		return no(mcp.CodeInvalidParams, exchange.LongToolMessage(t.server.Name, names.MaxTool), exchange.LongTool)
	case !t.server.Tools.Allows(t.tool):
		return no(mcp.CodeInvalidParams, exchange.DeniedToolMessage(t.server.Name, t.tool), exchange.DeniedTool)
	}
	return no(mcp.CodeMethodNotFound, "tasks are not supported here: leave params.task out", exchange.UnknownMethod)
}
