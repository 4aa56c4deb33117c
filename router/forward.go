package router

import (
	"slices"

	"mcp-router/config"
	"mcp-router/exchange"
	"mcp-router/jsonrpc"
	"mcp-router/mcp"
)

// fixedEdits are the header edits of a server that no request changes.
func fixedEdits(cfg *config.Config, server *config.Server) []exchange.HeaderEdit {
	var edits []exchange.HeaderEdit
	if server.Domain != "" {
		edits = append(edits, exchange.Set(":authority", server.Domain))
	}
	edits = append(edits, exchange.Set(":path", server.Path))
	for _, header := range server.Headers {
		edits = append(edits, exchange.Set(header.Name, header.Value))
	}
	if cfg.ServerHeader != "" {
		edits = append(edits, exchange.Set(cfg.ServerHeader, server.Name))
	}
	return edits
}

// forward sends a call to its server: the prefix leaves the body's name and the
// header that mirrors it, and nothing else of the body changes.
func (c *call) forward(edits []exchange.HeaderEdit) exchange.Decision {
	req := c.request
	if req.MCPName.Present() || req.Retries != 0 {
		edits = c.moreEdits(edits)
	}
	f := req.Forward()
	f.Headers, f.Body, f.ContentLength, f.Editor = edits, nil, len(req.Body), nil
	f.Labels = exchange.Labels{Method: mcp.MethodToolsCall, Server: c.server.Name, Tool: c.name[c.tool:], Outcome: exchange.Forwarded}
	if req.Body[0] != '{' {
		// Servers may refuse a byte-order mark (RFC 8259 section 8.1).
		f.Cut(0, jsonrpc.MarkLen(req.Body))
	}
	f.Cut(c.raw.Start+1, c.toolStart())
	return f
}

// moreEdits adds the edits for headers of the client's that depend on the call.
func (c *call) moreEdits(edits []exchange.HeaderEdit) []exchange.HeaderEdit {
	edits = slices.Clip(edits)
	if c.request.MCPName.Present() {
		edits = append(edits, c.request.MCPName.RenameHeader(c.name, c.name[c.tool:]))
	}
	return c.request.Retries.Remove(edits)
}

// toolStart is where in the body the tool's own name begins.
func (c *call) toolStart() int {
	if c.raw.End-c.raw.Start == len(c.name)+len(`""`) { // no escapes
		return c.raw.Start + 1 + c.tool
	}
	return c.raw.Start + jsonrpc.PrefixEnd(c.raw.Of(c.request.Body), c.tool)
}
