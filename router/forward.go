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
	if c.request.MCPName.Present() {
		edits = append(slices.Clip(edits), c.request.MCPName.RenameHeader(c.name, c.name[c.tool:]))
	}
	if c.request.Retries != 0 {
		edits = c.request.Retries.Remove(edits)
	}
	body := withoutPrefix(c.request.Body, c.raw, c.tool)
	return exchange.Forward{
		Headers: edits, Body: body, ContentLength: body.Len(len(c.request.Body)),
		Labels: exchange.Labels{Method: mcp.MethodToolsCall, Server: c.server.Name, Tool: c.name[c.tool:], Outcome: exchange.Forwarded},
	}
}

// withoutPrefix cuts the first n decoded characters out of a raw name, and a
// byte-order mark, which servers may refuse (RFC 8259 section 8.1).
func withoutPrefix(text []byte, name jsonrpc.Span, n int) jsonrpc.Splices {
	cut := jsonrpc.Splice{Start: name.Start + 1, End: name.Start + jsonrpc.PrefixEnd(name.Of(text), n)}
	if mark := jsonrpc.MarkLen(text); mark > 0 {
		return jsonrpc.Splices{{End: mark}, cut}
	}
	return jsonrpc.Splices{cut}
}
