package azd_test

import (
	"encoding/json"
	"fmt"

	"mcp-router/test/azd/fakestate"
)

// listed is a row as azd prints it today, of an extension that is not
// installed.
func listed(name string) fakestate.Extension {
	return fakestate.Extension{
		Row: json.RawMessage(fmt.Sprintf(`{"id":"mcp.%s","name":%q,"namespace":"mcp.%s","version":"0.4.2","installedVersion":"","updateAvailable":false,"source":"local"}`,
			name, name, name)),
		Description: "Works with " + name + " resources.",
		Spec:        fmt.Sprintf(`{"name":%q}`, name),
	}
}

// installed is the same, installed.
func installed(name string) fakestate.Extension {
	e := listed(name)
	if err := e.Install(); err != nil {
		panic(err)
	}
	return e
}

// behaving sets how the extension's provider behaves.
func behaving(e fakestate.Extension, spec string) fakestate.Extension {
	e.Spec = spec
	return e
}

// faultDelay makes a command take a while.
func faultDelay(ms int) fakestate.Fault { return fakestate.Fault{DelayMS: ms} }
