package mcp

// Members of params._meta and of a result's _meta that MCP itself defines
// (2026-07-28, "General fields").
const (
	// MetaProtocolVersion is the revision of a stateless request.
	MetaProtocolVersion = "io.modelcontextprotocol/protocolVersion"
	// MetaClientCapabilities is what the client of a stateless request can do.
	MetaClientCapabilities = "io.modelcontextprotocol/clientCapabilities"
	// MetaClientInfo is who it is.
	MetaClientInfo = "io.modelcontextprotocol/clientInfo"
	// MetaServerInfo says in a result who answers.
	MetaServerInfo = "io.modelcontextprotocol/serverInfo"
	// MetaSubscriptionID repeats in each message of a subscription the id of the
	// request that asked for it.
	MetaSubscriptionID = "io.modelcontextprotocol/subscriptionId"
)

// ExtensionTasks is the extension by which a result may be a task, to be asked
// for later.
const ExtensionTasks = "io.modelcontextprotocol/tasks"
