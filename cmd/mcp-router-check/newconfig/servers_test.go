package newconfig

import (
	"reflect"
	"strings"
	"testing"

	"github.com/tidwall/gjson"
)

func TestReadFindsServersInOrder(t *testing.T) {
	servers, findings := Read(gjson.Parse(`{"mcpServers": {
		"weather": {"type": "http", "url": "https://weather.example.com/mcp?key=1", "headers": {"X-Second": "2", "Authorization": "Bearer s"}},
		"My files!": {"url": "HTTP://127.0.0.1:3001/a%20b"},
		"v6": {"serverUrl": "http://[::1]"},
		"gone": {"url": "http://gone.example", "disabled": true},
		"gemini": {"httpUrl": "https://g.example:8443"}}}`))
	want := []Server{
		{Name: "weather", Host: "weather.example.com", Port: 443, TLS: true, Path: "/mcp?key=1", Headers: [][2]string{{"X-Second", "2"}, {"Authorization", "Bearer s"}}},
		{Name: "My-files", Host: "127.0.0.1", Port: 3001, Path: "/a%20b"},
		{Name: "v6", Host: "::1", Port: 80, Path: "/"},
		{Name: "gemini", Host: "g.example", Port: 8443, TLS: true, Path: "/"},
	}
	if !reflect.DeepEqual(servers, want) {
		t.Errorf("servers %+v, want %+v", servers, want)
	}
	said := []Finding{
		{Path: "mcpServers.My files!", Message: `is called "My-files"`},
		{Path: "mcpServers.gone", Message: "is disabled and left out"},
	}
	if !reflect.DeepEqual(findings, said) {
		t.Errorf("findings %+v, want %+v", findings, said)
	}
	var authorities []string
	for _, s := range servers {
		authorities = append(authorities, s.Authority())
	}
	if got := strings.Join(authorities, " "); got != "weather.example.com 127.0.0.1:3001 [::1] g.example:8443" {
		t.Errorf("authorities %s", got)
	}
}

func TestReadSaysWhatCannotBeUsed(t *testing.T) {
	const user, unfilled = "holds a user or a password: write an authorization header instead", "holds a ${…}, which nothing fills in for Envoy: write the value"
	for entry, want := range map[string]string{
		`{"command": "npx", "args": ["-y", "x", "--key", "hunter2"]}`: "a: runs a command, which Envoy cannot: serve it over HTTP, for example with " +
			"`npx -y supergateway --outputTransport streamableHttp --port 8000 --stdio \"COMMAND ARGUMENTS\"`, " +
			`and write {"url": "http://127.0.0.1:8000/mcp"} in its place`,
		`{"type": "sse", "url": "http://a.example/sse"}`: "a.type: is HTTP+SSE, which the protocol has dropped: use the server's streamable HTTP endpoint",
		`{"type": "http"}`:                                           "a: has no url",
		`"http://a.example"`:                                         "a: must be an object",
		`{"url": "a.example/mcp"}`:                                   "a.url: must begin with http:// or https://",
		`{"url": "ws://a.example/mcp"}`:                              "a.url: must begin with http:// or https://",
		`{"url": "http:///mcp"}`:                                     "a.url: names no host",
		`{"url": "http://me:hunter2@a.example"}`:                     "a.url: " + user,
		`{"url": "http://a.example:0"}`:                              "a.url: must have a port from 1 to 65535",
		`{"url": "http://a.example:65536"}`:                          "a.url: must have a port from 1 to 65535",
		`{"url": "http://a.example/%zz?key=hunter2"}`:                "a.url: is not a URL",
		`{"url": "http://${HOST}/mcp"}`:                              "a.url: " + unfilled,
		`{"url": "http://a.example", "headers": {"k": "${KEY}"}}`:    "a.headers.k: " + unfilled,
		`{"url": "http://a.example", "headers": {"k": ["hunter2"]}}`: "a.headers.k: must be a string",
	} {
		servers, findings := Read(gjson.Parse(`{"servers": {"a": ` + entry + `}}`))
		if len(findings) != 1 || findings[0].String() != "servers."+want || !findings[0].Fatal {
			t.Errorf("%s: findings %v (servers %v), want %q", entry, findings, servers, want)
		}
	}
	for document, want := range map[string]string{
		`{"mcpServers": {}}`:                           "mcpServers: holds no servers",
		`{"mcpServers": []}`:                           `mcpServers: is missing: {"mcpServers": {"weather": {"url": "https://…"}}} is expected`,
		`{"mcpServers": {"é": {"url": "http://a.b"}}}`: `mcpServers.é: needs a name with a letter or a digit in it`,
		`{"mcpServers": {"a": {"url": "http://a.b"}, "A": {"url": "http://a.b"}}}`:     `mcpServers.A: would be called "A" like another server`,
		`{"mcpServers": {"a b": {"url": "http://a.b"}, "a-b": {"url": "http://a.b"}}}`: `mcpServers.a-b: would be called "a-b" like another server`,
	} {
		_, findings := Read(gjson.Parse(document))
		if last := len(findings) - 1; last < 0 || findings[last].String() != want || !findings[last].Fatal {
			t.Errorf("%s: findings %v, want %q", document, findings, want)
		}
	}
}

func TestHigressNamesMustDiffer(t *testing.T) {
	servers := []Server{{Name: "a.b", Host: "a.example", Port: 80, Path: "/"}, {Name: "a_B", Host: "b.example", Port: 80, Path: "/"}}
	const want = `servers "a.b" and "a_B" would both be called mcp-a-b in Kubernetes: rename one`
	if _, err := Higress(servers, "oci://r.example/p:1", Protocol); err == nil || err.Error() != want {
		t.Errorf("Higress: %v, want %q", err, want)
	}
}
