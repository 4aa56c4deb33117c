package learn

import (
	"os"
	"testing"

	"github.com/tidwall/gjson"
)

// mustProviders reads the catalogue of testdata, all providers loaded.
func mustProviders(t testing.TB) []Provider {
	t.Helper()
	data, err := os.ReadFile("testdata/catalog.json")
	if err != nil {
		t.Fatal(err)
	}
	var providers []Provider
	for _, p := range gjson.GetBytes(data, "providers").Array() {
		commands, skipped := Commands([]byte(p.Get("commands").Raw))
		if skipped > 0 {
			t.Fatalf("%d commands of %s are unusable", skipped, p.Get("name"))
		}
		providers = append(providers, Provider{
			Name:        p.Get("name").Str,
			Description: p.Get("description").Str,
			Aliases:     []string{"mcp." + p.Get("name").Str},
			Commands:    commands,
			Loaded:      true,
		})
	}
	return providers
}

// mustRequest is a request to the tool "desk" over the catalogue of testdata.
func mustRequest(t testing.TB, arguments string) Request {
	t.Helper()
	return Request{
		Settings:  Settings{Name: "desk"},
		Catalogue: NewCatalogue(mustProviders(t)),
		Args:      mustArgs(t, arguments),
	}
}

func mustArgs(t testing.TB, arguments string) Args {
	t.Helper()
	args, err := ParseArgs([]byte(arguments))
	if err != nil {
		t.Fatalf("ParseArgs(%s): %v", arguments, err)
	}
	return args
}

// mustAnswer starts a request that is answered at once.
func mustAnswer(t testing.TB, r Request) Answer {
	t.Helper()
	_, step := Start(r)
	answer, ok := step.(Answer)
	if !ok {
		t.Fatalf("first step = %#v, want an Answer", step)
	}
	return answer
}

// tool makes a raw tool object.
func tool(name, description, schema, annotations string) string {
	return `{"name":` + string(appendString(nil, name)) + `,"description":` + string(appendString(nil, description)) +
		`,"inputSchema":` + schema + `,"annotations":` + annotations + `}`
}

// mustCommands reads raw tool objects that are all usable.
func mustCommands(t testing.TB, tools ...string) []Command {
	t.Helper()
	raw := "["
	for i, one := range tools {
		if i > 0 {
			raw += ","
		}
		raw += one
	}
	list, skipped := Commands([]byte(raw + "]"))
	if skipped > 0 {
		t.Fatalf("%d of %d tools are unusable", skipped, len(tools))
	}
	return list
}

func names(rows gjson.Result) []string {
	var list []string
	for _, r := range rows.Array() {
		list = append(list, r.Get("name").Str)
	}
	return list
}
