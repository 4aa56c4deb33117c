package provider

import (
	"encoding/binary"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"mcp-router/companion/process"
	"mcp-router/learn"
)

func TestParseServersKeepsTheOrder(t *testing.T) {
	const file = `{"$schema":"s","servers":{
		"z":{"url":"https://z.example/mcp?key=${KEY}","description":"Z.","headers":{"X-Key":"a"},"callTimeout":"5m"},
		"off":{"command":"x","disabled":true},
		"a":{"type":"stdio","command":"a","args":["start"],"env":{"K":"v","N":1},"cwd":"/","group":"prefix","minVersion":"1.0","oauthScopes":["x"],"startTimeout":"90s"}}}`
	want := []ServerEntry{
		{Name: "z", URL: "https://z.example/mcp?key=${KEY}", Description: "Z.", Headers: []Setting{{"X-Key", "a"}}, CallTimeout: 5 * time.Minute},
		{Name: "a", Type: "stdio", Command: "a", Args: []string{"start"}, Env: []Setting{{"K", "v"}, {"N", "1"}}, Dir: "/", Group: "prefix", StartTimeout: 90 * time.Second},
	}
	utf16le := []byte{0xff, 0xfe}
	for _, u := range utf16.Encode([]rune(file)) {
		utf16le = binary.LittleEndian.AppendUint16(utf16le, u)
	}
	for name, doc := range map[string]string{
		"as it is": file, "with CRLF": strings.ReplaceAll(file, "\n", "\r\n"), "with a byte order mark": "\ufeff" + file,
		"as clients call it": strings.Replace(file, `"servers"`, `"inputs":[],"mcpServers"`, 1), "in UTF-16": string(utf16le),
	} {
		if got, err := ParseServers([]byte(doc)); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: error %v\n got %+v\nwant %+v", name, err, got, want)
		}
	}
}

func TestProblemsOfAProvidersFile(t *testing.T) {
	tests := []struct {
		name, file string
		says       []string
	}{
		{"empty", " \n", []string{"providers file: is empty"}},
		{"cut off", "{\n \"servers\": {", []string{"providers file: line 2, column 14: it ends before"}},
		{"a trailing comma", "{\n  \"servers\": {},\n}", []string{"line 3, column 1: invalid character '}'"}},
		{"a comment", "{\n  // mine\n}", []string{"line 2, column 3: a comment"}},
		{"characters, not bytes, are counted", `{"é😀":x}`, []string{"line 1, column 7: invalid character 'x'"}},
		{"an unknown member", `{"server":{}}`, []string{`line 1, column 2: unknown field "server", did you mean "servers"?`}},
		{"servers as a list", `{"servers":[]}`, []string{"line 1, column 12: servers: must be an object"}},
		{"no servers", `{}`, []string{`needs "servers"`}},
		{"no object", `[]`, []string{"line 1, column 1: must be an object"}},
		{"text after it", `{"servers":{}} x`, []string{"line 1, column 16: invalid character 'x' after top-level value"}},
		{"two lists", `{"servers":{"a":{"command":"x"}},"mcpServers":{"b":{"command":"x"}}}`, []string{"mcpServers: the servers are listed already, in servers"}},
		{"the list twice", `{"servers":{"a":{"command":"x"}},"servers":{}}`, []string{"servers: the servers are listed already"}},
		{"a server twice", `{"servers":{"a":{"command":"x"},"a":{"command":"y"}}}`, []string{"line 1, column 33: servers.a: is there twice"}},
		{"names that mean one", `{"servers":{"my-srv":{"command":"x"},"My_Srv":{"command":"y"}}}`, []string{`servers.My_Srv: means the same name as "my-srv"`}},
		{"names that are none", `{"servers":{"":{"command":"x"},"` + strings.Repeat("n", 129) + `":{"command":"y"}}}`, []string{"a server needs a name", "at most 128 bytes, this one 129"}},
		{"wrong types, all at once", `{"servers":{"a":1,"b":{"command":2,"args":"x","env":["y"],"disabled":"no","startTimeout":30},"c":{"command":"x","args":[1],"env":{"A":{}},"callTimeout":"soon"}}}`,
			[]string{"servers.a: must be an object", "servers.b.command: must be a string", "servers.b.args: must be an array", "servers.b.env: must be an object of strings",
				"servers.b.disabled: must be true", "servers.b.startTimeout: must be a string", "servers.c.args[0]: must be a string", "servers.c.env.A: must be a string", `servers.c.callTimeout: must be a time such as`}},
		{"all at once", `{"servers":{"a":{},"b":{"url":"http://x","command":"y"},"c":{"url":"no url"},"d":{"command":"x","group":"suffix"},"e":{"command":"x","type":"http"},"f":{"url":"http://x","type":"stdio"},"g":{"colour":1,"command":"x"},"h":{"url":"http://x","type":"sse"},"i":{"command":"x","headers":{}},"j":{"url":"http://x","headers":{"a b":"c","d":"e\nf"}},"k":{"command":"x","env":{"a=b":"c"}}}}`,
			[]string{"servers.a: needs a url or a command", "servers.b: has both", "servers.c.url: must be an http", `servers.d.group: "suffix"`, "servers.e.type", "servers.f.type", `servers.g: unknown field "colour"`,
				"servers.h.type: HTTP+SSE", "servers.j.headers: \"a b\" is no name", "servers.j.headers: d: the value of a header is one line", `servers.k.env: "a=b" is no name`}},
		{"too many", `{"servers":{` + strings.TrimSuffix(strings.Repeat(`"a":{"command":"x"},`, maxServers+1), ",") + `}}`, []string{"257 entries, at most 256"}},
		{"too deep", `{"servers":` + strings.Repeat("[", 100) + strings.Repeat("]", 100) + `}`, []string{"more than 32 levels deep"}},
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

func TestVariablesOfAnEntry(t *testing.T) {
	t.Setenv("SET", "value")
	entry := func(text string) ServerEntry {
		list, err := ParseServers([]byte(`{"servers":{"s":` + text + `}}`))
		if err != nil {
			t.Fatal(err)
		}
		return list[0]
	}
	got, err := entry(`{"command":"${SET}/bin","args":["-t","${NONE:-d}","$SET","$$"],"env":{"A":"<${env:SET}>"},"cwd":"/${SET}"}`).command()
	want := process.Command{Argv: []string{"value/bin", "-t", "d", "$SET", "$$"}, Env: []string{"A=<value>"}, Dir: "/value"}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("command %+v, %v; want %+v", got, err, want)
	}
	u, header, err := entry(`{"url":"http://${HOST:-h}/mcp?k=${SET}","headers":{"authorization":"Bearer ${SET}"}}`).endpoint()
	if err != nil || u.String() != "http://h/mcp?k=value" || header.Get("Authorization") != "Bearer value" {
		t.Errorf("endpoint %v, %v, %v", u, header, err)
	}
	_, err = entry(`{"command":"x","args":["${NO_ARG}"],"env":{"A":"${NO_ENV}"}}`).command()
	for _, says := range []string{"s could not be started: args[0]: the variable NO_ARG is not set", "env.A: the variable NO_ENV is not set"} {
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q is not said in: %v", says, err)
		}
	}
	if _, _, err = entry(`{"url":"http://h/","headers":{"x":"${NO_HEADER}"}}`).endpoint(); err == nil || !strings.Contains(err.Error(), "headers.x: the variable NO_HEADER is not set") {
		t.Errorf("header: %v", err)
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
