package mcp

// JSON-RPC error codes that MCP uses (2026-07-28, "Error handling").
const (
	// CodeInvalidRequest is a message that is no valid request.
	CodeInvalidRequest = -32600
	// CodeInvalidParams is an unknown tool or a malformed parameter.
	CodeInvalidParams = -32602
	// CodeInternal is a failure of ours.
	CodeInternal = -32603
	// CodeHeaderMismatch is a standard header that is doubled, badly encoded or
	// disagrees with the body.
	CodeHeaderMismatch = -32020
)
