package router

import (
	"fmt"
	"strconv"
	"strings"

	"mcp-router/exchange"
	"mcp-router/mcp"
	"mcp-router/nearest"
)

// refuse answers a call with a JSON-RPC error, or a notification with 202: it
// has no id and so gets no answer (JSON-RPC 2.0 section 4.1).
func refuse(status uint32, id []byte, code int, message string, labels exchange.Labels) exchange.Decision {
	if id == nil {
		return exchange.Accepted(labels)
	}
	return exchange.ErrorReply(status, id, code, message, labels)
}

// maxEcho bounds client text in our messages, in bytes.
const maxEcho = 64

func quote(s string) string {
	if len(s) > maxEcho {
		s = strings.ToValidUTF8(s[:maxEcho], "") + "…"
	}
	return strconv.Quote(s)
}

func emptyToolMessage(server string) string {
	return "server " + quote(server) + " is named without a tool"
}

func deniedToolMessage(server, tool string) string {
	return "tool " + quote(tool) + " of server " + quote(server) + " is not available"
}

func tooLargeMessage(limit int) string {
	return fmt.Sprintf("body is larger than %d bytes", limit)
}

func (r *Router) unknownServerMessage(prefix string) string {
	servers := make([]string, len(r.cfg.Servers))
	for i := range r.cfg.Servers {
		servers[i] = r.cfg.Servers[i].Name
	}
	message := "unknown server " + quote(prefix)
	if near := nearest.Names(prefix, servers, 3); len(near) > 0 {
		message += ", did you mean " + strings.Join(near, " or ") + "?"
	}
	return message
}

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
