package router

import (
	"strings"

	"mcp-router/exchange"
	"mcp-router/mcp"
)

// headerMismatch says how the standard headers belie a call, "" when they do
// not. They bind from the stateless revision on; a server behind us would
// refuse the same (MCP 2026-07-28, "Standard headers").
func headerMismatch(req *exchange.Request, name string) string {
	if !mirrorsBody(req.ProtocolVersion) {
		return ""
	}
	switch method := req.MCPMethod; {
	case method.Lines > 1:
		return "header Mcp-Method is given more than once"
	case method.Present() && strings.Trim(method.Value, " \t") != mcp.MethodToolsCall:
		return "header Mcp-Method does not match the body's method"
	}
	switch {
	case req.MCPName.Lines > 1:
		return "header Mcp-Name is given more than once"
	case !req.MCPName.Present():
		return ""
	}
	switch decoded, err := mcp.DecodeHeader(req.MCPName.Value); {
	case err != nil:
		return "header Mcp-Name: " + err.Error()
	case decoded != name:
		return "header Mcp-Name does not match params.name"
	}
	return ""
}

// mirrorsBody reports whether some reader takes the version for one that binds;
// of a doubled header nobody knows which line counts.
func mirrorsBody(version exchange.Field) bool {
	return version.Lines > 1 || version.Present() && mcp.MirrorsBody(strings.Trim(version.Value, " \t"))
}
