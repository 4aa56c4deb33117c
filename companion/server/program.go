package server

import release "mcp-router/version"

// programName is what this program calls itself towards clients and providers.
const programName = "azd-azure-mcp"

// programVersion is the release that it says it is.
var programVersion = release.String()
