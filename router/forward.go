package router

import (
	"slices"

	"mcp-router/config"
	"mcp-router/exchange"
	"mcp-router/jsonrpc"
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
func forward(req *exchange.Request, message jsonrpc.Envelope, c call) exchange.Forward {
	body := withoutPrefix(req.Body, message, c.tool)
	edits := c.edits
	if req.MCPName.Present() {
		edits = append(slices.Clip(edits), req.MCPName.RenameHeader(c.name, c.name[c.tool:]))
	}
	if req.Retries != 0 {
		edits = req.Retries.Remove(edits)
	}
	return exchange.Forward{Headers: edits, Body: body, ContentLength: body.Len(len(req.Body)), Labels: c.labels(exchange.Forwarded)}
}

// withoutPrefix cuts the first n decoded characters out of params.name, and a
// byte-order mark, which servers may refuse (RFC 8259 section 8.1).
func withoutPrefix(text []byte, message jsonrpc.Envelope, n int) jsonrpc.Splices {
	start := message.Name.Start
	cut := jsonrpc.Splice{Start: start + 1, End: start + jsonrpc.PrefixEnd(message.Name.Of(text), n)}
	if mark := jsonrpc.MarkLen(text); mark > 0 {
		return jsonrpc.Splices{{End: mark}, cut}
	}
	return jsonrpc.Splices{cut}
}
