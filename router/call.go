package router

import (
	"mcp-router/config"
	"mcp-router/exchange"
	"mcp-router/jsonrpc"
	"mcp-router/mcp"
	"mcp-router/names"
)

// call is a tools/call whose name has a configured server's prefix.
type call struct {
	request *exchange.Request
	server  *config.Server
	// id is the raw id, nil without one.
	id []byte
	// raw is where the name stands in the body.
	raw jsonrpc.Span
	// name is the client's; the server's own tool name begins at byte tool.
	name string
	tool int
}

// mirrored is what the standard headers repeat of a call.
func (c *call) mirrored() exchange.Mirrored {
	return exchange.Mirrored{Method: mcp.MethodToolsCall, Member: "name", Name: c.name}
}

// refusal is the outcome of a call that may not reach its server, else "".
func (c *call) refusal() exchange.Outcome {
	tool := c.name[c.tool:]
	switch {
	case c.id != nil && !jsonrpc.ValidID(c.id):
		return exchange.InvalidID
	case tool == "":
		return exchange.EmptyTool
	case len(tool) > names.MaxTool:
		return exchange.LongTool
	case !c.server.Tools.Allows(tool):
		return exchange.DeniedTool
	case c.request.ProtocolVersion.Present() && c.request.Mismatch(c.mirrored()) != "":
		return exchange.HeaderMismatch
	}
	return ""
}

// refuse answers with the error of an outcome of refusal.
func (c *call) refuse(outcome exchange.Outcome) exchange.Decision {
	tool := c.name[c.tool:]
	labels := exchange.Labels{Method: mcp.MethodToolsCall, Server: c.server.Name, Tool: tool, Outcome: outcome}
	invalid := func(message string) exchange.Decision {
		return exchange.Refuse(200, c.id, mcp.CodeInvalidParams, message, labels)
	}
	switch outcome { //nolint:exhaustive // those of refusal
	case exchange.InvalidID:
		return exchange.ErrorReply(400, nil, mcp.CodeInvalidRequest, "id must be a string or a number", labels)
	case exchange.HeaderMismatch:
		return exchange.Refuse(400, c.id, mcp.CodeHeaderMismatch, c.request.Mismatch(c.mirrored()), labels)
	case exchange.EmptyTool:
		return invalid(exchange.EmptyToolMessage(c.server.Name))
	case exchange.LongTool:
		return invalid(exchange.LongToolMessage(c.server.Name, names.MaxTool))
	default:
		return invalid(exchange.DeniedToolMessage(c.server.Name, tool))
	}
}
