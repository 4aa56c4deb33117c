package provider

import (
	"encoding/json"

	"mcp-router/jsonrpc"
)

// statelessMembers are the members of a result that have a meaning in the stateless
// era only (MCP 2026-07-28, "Multi round-trip requests"). In a session they are
// names like any other, and nothing hangs on them.
var statelessMembers = []string{"resultType", "inputRequests", "requestState"}

// InSession returns a tool's result as one of the session era: without the members
// that ask for input or keep state. All other bytes stay.
func InSession(raw json.RawMessage) json.RawMessage {
	if !jsonrpc.Valid(raw) {
		return raw // deeper than anybody reads
	}
	return jsonrpc.Without(raw, statelessMembers...)
}
