package gateway

import (
	"mcp-router/exchange"
	"mcp-router/jsonrpc"
	"mcp-router/listing"
	"mcp-router/mcp"
)

// completionPlaces say whose a completion's URI is: mostly a template, word for
// word (MCP 2025-11-25, "Completion").
var completionPlaces = []place{
	{listing.Templates, (*listing.Merged).Owners},
	{listing.Resources, (*listing.Merged).Owners},
	{listing.Templates, (*listing.Merged).TemplateOwners},
}

// complete sends a completion/complete to the server of the prompt or resource
// that it refers to.
func (g *Gateway) complete(m *message) exchange.Decision {
	ref := m.inParams("ref")[0]
	members := jsonrpc.Members(m.Body, ref.Span, "type", "name", "uri")
	kind, name, uri := members[0], members[1], members[2]
	raw := kind.Of(m.Body)
	switch {
	case ref.Again || kind.Again || name.Again || uri.Again:
		return m.malformed(mcp.CodeInvalidRequest, "params.ref or its type, name or uri is given more than once", exchange.Ambiguous)
	case jsonrpc.Is(raw, "ref/prompt"):
		return g.promptAt(m, name.Span, "params.ref.name")
	case !jsonrpc.Is(raw, "ref/resource"):
		return m.refuse(mcp.CodeInvalidParams, `params.ref.type must be "ref/prompt" or "ref/resource"`, exchange.BadRequest)
	}
	text, refusal := m.uriAt(uri.Span, "params.ref.uri")
	if refusal != nil {
		return refusal
	}
	return g.owner(m, text, completionPlaces, false, func(s *server, missing bool) exchange.Decision {
		if s == nil {
			return m.unknownResource(text, missing)
		}
		return g.deliver(m, delivery{server: s})
	})
}

// unknownResource refuses a URI that no list tells of; missing says that a list
// which might is not there.
func (m *message) unknownResource(uri string, missing bool) exchange.Decision {
	if missing {
		return m.refuse(mcp.CodeInternal, "resource "+exchange.Quote(uri)+" is on no server that answers", exchange.Unavailable)
	}
	text := "unknown resource " + exchange.Quote(uri)
	reply := m.refuse(mcp.CodeInvalidParams, text, exchange.UnknownTool)
	// The whole URI is for programs (MCP 2026-07-28, "Resources", "Error handling").
	data := append(jsonrpc.AppendString([]byte(`{"uri":`), uri), '}')
	reply.Body = jsonrpc.ErrorReplyWith(m.id, mcp.CodeInvalidParams, text, data)
	return reply
}
