package companion

import (
	"encoding/json"
	"fmt"

	"mcp-router/test/azd/fakestate"
)

// Extension is one that azd lists and that is not installed. Whatever its name,
// its tools are those of the imagined storage service in test/azd/fakeprovider.
func Extension(name, description string) fakestate.Extension {
	return fakestate.Extension{
		Row: json.RawMessage(fmt.Sprintf(
			`{"id":"mcp.%[1]s","name":%[1]q,"namespace":"mcp.%[1]s","version":"0.4.2","installedVersion":"","updateAvailable":false,"source":"local"}`, name)),
		Description: description,
		Spec:        fmt.Sprintf(`{"name":%q}`, name),
	}
}
