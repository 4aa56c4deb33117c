package gateway

import (
	"mcp-router/exchange"
	"mcp-router/jsonrpc"
	"mcp-router/mcp"
)

// checkHeaders refuses a stateless request whose standard headers are missing or
// belie its body: whoever decides by the one would not decide by the other (MCP
// 2026-07-28, "Standard headers").
func (m *message) checkHeaders() exchange.Decision {
	said := exchange.Mirrored{Method: m.method}
	named := m.row != nil && m.row.Mirrored
	if named {
		raw := m.member().Of(m.Body)
		if text, ok := jsonrpc.Text(raw, len(raw)); ok {
			said.Member, said.Name = m.row.Member, text
		}
	}
	problem := m.Mismatch(said)
	if problem == "" && m.MCPMethod.Present() && (!named || m.MCPName.Present()) {
		return nil
	}
	return m.belied(problem, named)
}

// belied is checkHeaders for headers that are missing or not true.
//
//go:noinline
func (m *message) belied(problem string, named bool) exchange.Decision {
	switch {
	case problem != "":
	case !m.MCPMethod.Present():
		problem = "header Mcp-Method is missing"
	case named && !m.MCPName.Present():
		problem = "header Mcp-Name is missing"
	}
	return m.malformed(mcp.CodeHeaderMismatch, problem, exchange.HeaderMismatch)
}

// member is where the member of params stands that the method is about.
func (m *message) member() jsonrpc.Span {
	if m.row.Member == "name" {
		return m.Name // found by the scan
	}
	return m.inParams(m.row.Member)[0].Span
}
