package mcp

// JSON-RPC error codes that MCP uses (2026-07-28, "Error handling").
const (
	// CodeParseError is a text that is not JSON.
	CodeParseError = -32700
	// CodeInvalidRequest is a message that is no valid request.
	CodeInvalidRequest = -32600
	// CodeMethodNotFound is a method that is not there, or not in this revision.
	CodeMethodNotFound = -32601
	// CodeInvalidParams is an unknown tool or a malformed parameter.
	CodeInvalidParams = -32602
	// CodeInternal is a failure of ours.
	CodeInternal = -32603
	// CodeHeaderMismatch is a standard header that is doubled, badly encoded or
	// disagrees with the body.
	CodeHeaderMismatch = -32020
	// CodeMissingCapability is a request that needs a capability which its client
	// has not declared.
	CodeMissingCapability = -32021
	// CodeUnsupportedVersion is a revision that is not served.
	CodeUnsupportedVersion = -32022
	// CodeSession is what SDKs send for a session that is unknown or missing. The
	// specification gives it no meaning.
	CodeSession = -32001
	// CodeServer is the other code that SDKs use for such.
	CodeServer = -32000
)

// StatelessStatus is the HTTP status that an error has for a stateless client:
// 404 for a method that is not there and nothing else, 400 for a request that is
// wrong in itself (2026-07-28, "Sending messages to the server").
func StatelessStatus(code int) uint32 {
	switch code {
	case CodeMethodNotFound:
		return 404
	case CodeParseError, CodeInvalidRequest, CodeInvalidParams, CodeHeaderMismatch, CodeMissingCapability, CodeUnsupportedVersion:
		return 400
	}
	return 200
}
