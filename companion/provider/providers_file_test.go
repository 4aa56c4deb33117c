package provider

import (
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"mcp-router/learn"
)

func TestParseServersKeepsTheOrder(t *testing.T) {
	got, err := ParseServers([]byte(`{"$schema":"s","servers":{
		"z":{"url":"https://z.example/mcp","description":"Z."},
		"a":{"type":"stdio","command":"a","args":["start"],"env":{"K":"v"},"group":"prefix","minVersion":"1.0","oauthScopes":["x"]}}}`))
	if err != nil {
		t.Fatal(err)
	}
	want := []ServerEntry{
		{Name: "z", URL: "https://z.example/mcp", Description: "Z."},
		{Name: "a", Type: "stdio", Command: "a", Args: []string{"start"}, Env: map[string]string{"K": "v"}, Group: "prefix",
			MinVersion: []byte(`"1.0"`), OAuthScopes: []byte(`["x"]`)},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
}

func TestProblemsOfAProvidersFile(t *testing.T) {
	tests := []struct {
		name, file string
		says       []string
	}{
		{"no JSON", `{`, []string{"providers file: unexpected EOF"}},
		{"an unknown member", `{"server":{}}`, []string{`providers file: unknown field "server"`}},
		{"servers as a list", `{"servers":[]}`, []string{"providers file: servers: must be an object"}},
		{"no servers", `{}`, []string{"providers file: servers: must be an object"}},
		{"text after it", `{"servers":{}} x`, []string{"more text after the JSON value"}},
		{"a server twice", `{"servers":{"a":{"command":"x"},"a":{"command":"y"}}}`, []string{"servers.a: is there twice"}},
		{"all at once", `{"servers":{"a":{},"b":{"url":"http://x","command":"y"},"c":{"url":"no url"},"d":{"command":"x","group":"suffix"},"e":{"command":"x","type":"http"},"f":{"url":"http://x","type":"stdio"},"g":{"colour":1}}}`,
			[]string{"servers.a: needs a url or a command", "servers.b: has both", "servers.c: url: must be an http", `servers.d: group: "suffix"`, "servers.e: type", "servers.f: type", `servers.g: unknown field "colour"`}},
		{"too many", `{"servers":{` + strings.TrimSuffix(strings.Repeat(`"a":{"command":"x"},`, maxServers+1), ",") + `}}`, []string{"257 entries, at most 256"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := ParseServers([]byte(tt.file))
			for _, says := range tt.says {
				if err == nil || !strings.Contains(err.Error(), says) {
					t.Errorf("%q is not said in: %v", says, err)
				}
			}
		})
	}
}

// The example that is shipped is one that can be used.
func TestShippedExample(t *testing.T) {
	doc, err := os.ReadFile("../../deploy/examples/azure-mcp.json")
	if err != nil {
		t.Fatal(err)
	}
	servers, err := ParseServers(doc)
	if err != nil || len(servers) != 1 || servers[0].Group != groupPrefix {
		t.Errorf("%+v, %v", servers, err)
	}
}

// So is the one in the documentation.
func TestDocumentedProvidersFile(t *testing.T) {
	page, err := os.ReadFile("../../docs/azd.md")
	if err != nil {
		t.Fatal(err)
	}
	_, chapter, _ := strings.Cut(string(page), "## Providers file")
	_, block, _ := strings.Cut(chapter, "```json")
	block, _, found := strings.Cut(block, "```")
	servers, err := ParseServers([]byte(block))
	if err != nil || !found || len(servers) != 2 {
		t.Errorf("%+v, %v", servers, err)
	}
}

func TestGroupByPrefix(t *testing.T) {
	commands := func(names ...string) (list []learn.Command) {
		for _, n := range names {
			list = append(list, learn.Command{Name: n, Description: "Does " + n + "."})
		}
		return list
	}
	tests := []struct {
		name     string
		commands []learn.Command
		want     []string // provider: description
	}{
		{"none", nil, nil},
		{"names up to the first underscore", commands("storage_account_get", "sql_db_list", "storage_blob_get"),
			[]string{"storage: account get, blob get", "sql: Does sql_db_list."}},
		{"a name without one", commands("documentation"), []string{"documentation: Does documentation."}},
		{"a name that begins with one", commands("_x"), []string{"_x: Does _x."}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, p := range groupByPrefix(tt.commands) {
				got = append(got, p.Name+": "+p.Description)
			}
			if !reflect.DeepEqual(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestGroupTextIsBounded(t *testing.T) {
	var many []learn.Command
	for i := range 100 {
		many = append(many, learn.Command{Name: fmt.Sprintf("storage_command_%03d", i)})
	}
	text := groupByPrefix(many)[0].Description
	if len(text) > maxGroupText+len(", …") || !strings.HasSuffix(text, ", …") {
		t.Errorf("%d bytes: %s", len(text), text)
	}
}
