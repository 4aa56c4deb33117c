// Package mcp holds the protocol's vocabulary: header names, revisions, error
// codes and the one table of methods. It has no behaviour of its own beyond
// reading and writing header values.
package mcp

// Standard headers of streamable HTTP, lower case as Envoy keeps them
// (MCP 2026-07-28, "Standard headers").
const (
	// HeaderProtocolVersion carries the revision on every request after initialize.
	HeaderProtocolVersion = "mcp-protocol-version"
	// HeaderMethod mirrors the body's method.
	HeaderMethod = "mcp-method"
	// HeaderName mirrors params.name, params.uri or params.taskId.
	HeaderName = "mcp-name"
	// HeaderParamPrefix begins the headers that mirror arguments.
	HeaderParamPrefix = "mcp-param-"
	// HeaderSessionID names a session of the revisions before 2026-07-28.
	HeaderSessionID = "mcp-session-id"
	// HeaderLastEventID asks for the events of a broken stream after this one
	// (2025-11-25, "Resumability and Redelivery").
	HeaderLastEventID = "last-event-id"
)
