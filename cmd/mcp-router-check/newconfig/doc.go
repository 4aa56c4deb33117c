// Package newconfig makes a complete gateway configuration of the file in which
// an MCP client keeps its servers: {"mcpServers": {name: {"url": …}}}. Read
// finds the servers and says what cannot be used; Envoy and WasmPlugin write
// them down, for stock Envoy and for Higress.
package newconfig
