package provider

import "mcp-router/version"

// ProgramName is what this program calls itself towards clients and providers.
const ProgramName = "azd-azure-mcp"

// ProgramVersion is the release that it says it is.
var ProgramVersion = version.String()
