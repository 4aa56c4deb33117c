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
		return m.refuse(mcp.CodeInvalidParams, "params.name must be a string", exchange.BadRequest)
	}
	return g.named(m, listing.Tools, name, func(s *server, own string) exchange.Decision {
		to := target{s, own, name}
		if refusal := to.refuse(m); refusal != nil {
			return refusal
		}
		return g.deliver(m, delivery{server: s, at: m.Name, name: name, own: own, labels: to.labels(exchange.Forwarded)})
	})
}

// refuse says why a call may not reach its server; nil if it may.
func (t target) refuse(m *message) exchange.Decision {
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
	case m.hasTask():
		return no(mcp.CodeMethodNotFound, "tasks are not supported here: leave params.task out", exchange.UnknownMethod)
	}
	return nil
}

// hasTask reports whether a call asks to be run as a task, whose id would not
// say to which server it belongs (MCP 2025-11-25, "Tasks").
func (m *message) hasTask() bool {
	return mayHold(m.Params.Of(m.Body), "task") && jsonrpc.Members(m.Body, m.Params, "task")[0].Present()
}
