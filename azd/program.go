package azd

// What this program calls itself towards clients and providers.
const (
	programName    = "azd-azure-mcp"
	programVersion = "0.1.0"
)
