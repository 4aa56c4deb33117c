package config

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// problemCase is a document and every problem that it must report.
type problemCase struct {
	name, data string
	want       []string
}

func runProblemCases(t *testing.T, cases []problemCase) {
	t.Helper()
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			var got []string
			for _, p := range Parse([]byte(tc.data)).Problems {
				got = append(got, p.String())
			}
			if !reflect.DeepEqual(got, tc.want) {
				t.Errorf("Parse(%.200s)\n got: %s\nwant: %s", tc.data, strings.Join(got, "\n      "), strings.Join(tc.want, "\n      "))
			}
		})
	}
}

// withServer is a document with one good server that has the given members too.
func withServer(members string) string {
	return `{"servers":[{"name":"a","path":"/a",` + members + `}]}`
}

// withRoot is a document with one good server and the given members.
func withRoot(members string) string {
	return `{"servers":[{"name":"a","path":"/a"}],` + members + `}`
}

func TestProblemsOfTheDocument(t *testing.T) {
	runProblemCases(t, []problemCase{
		{"not JSON", "servers:\n- name: a", []string{"the configuration is not JSON: syntax error at line 1, column 1"}},
		{"rubbish after the object", "{}\n x", []string{"the configuration is not JSON: syntax error at line 2, column 2"}},
		{"cut off", `{"servers":[`, []string{"the configuration is not JSON: syntax error at line 1, column 12"}},
		{"not UTF-8", "{\"a\":\"\xff\"}", []string{"the configuration is not valid UTF-8"}},
		{"too deep", strings.Repeat("[", MaxDepth+1) + strings.Repeat("]", MaxDepth+1), []string{"the configuration nests deeper than 64 levels"}},
		{"far too deep and broken", strings.Repeat(`{"a":`, 1_000_000), []string{"the configuration nests deeper than 64 levels"}},
		{"brackets in strings are not depth", withServer(`"domain":"` + strings.Repeat(`[`, 99) + `\"["`),
			[]string{"servers[0].domain: must hold an IPv6 address between the brackets"}},
		{"an array", `[]`, []string{"the configuration must be an object, found an array"}},
		{"a string", `"x"`, []string{"the configuration must be an object, found a string"}},
	})
}

func TestProblemsOfTypes(t *testing.T) {
	runProblemCases(t, []problemCase{
		{"servers as a map", `{"servers":{"a":{"path":"/mcp"}}}`, []string{"servers: must be an array of objects, found an object"}},
		{"strings for other types, as written by hand", `{"servers":[{"name":"a","port":"8080","enable":"true"}]}`, []string{
			"servers[0].port: is not a field",
			`servers[0].enable: is not a field; did you mean "name"`,
			"servers[0].path: is required",
		}},
		{"one bad server does not hide the others' problems", `{"servers":["x",null,{"name":1,"path":true}]}`, []string{
			"servers[0]: must be an object, found a string",
			"servers[1]: must be an object, found null",
			"servers[2].name: must be a string, found a number",
			"servers[2].path: must be a string, found a boolean",
		}},
		{"every root field", `{"enable":"true","paths":"/","servers":1,"separators":[1],"unknownServer":null,"serverHeader":[],"maxBodyBytes":1024.5,"onConfigError":{}}`, []string{
			"enable: must be a boolean, found a string",
			"paths: must be an array of strings, found a string",
			"servers: must be an array of objects, found a number",
			"separators[0]: must be a string, found a number",
			"unknownServer: must be a string, found null",
			"serverHeader: must be a string, found an array",
			"maxBodyBytes: must be an integer, found a fraction",
			"onConfigError: must be a string, found an object",
		}},
		{"a header value that YAML took for a number", withServer(`"headers":{"x-key":1}`), []string{"servers[0].headers.x-key: must be a string, found a number"}},
		{"tools that hold nothing", withServer(`"tools":null`), []string{"servers[0].tools: must be an object, found null"}},
	})
}

func TestProblemsOfKeys(t *testing.T) {
	runProblemCases(t, []problemCase{
		{"nearest field", withRoot(`"seperators":[],"Paths":[],"zzz":1`), []string{
			`seperators: is not a field; did you mean "separators"`,
			`Paths: is not a field; did you mean "paths"`,
			`zzz: is not a field`,
		}},
		{"nearest field of a server and of its tools", withServer(`"header":{},"tools":{"alow":[]}`), []string{
			`servers[0].header: is not a field; did you mean "headers"`,
			`servers[0].tools.alow: is not a field; did you mean "allow"`,
		}},
		{"a misspelt server list is missing too", `{"server":[]}`, []string{`server: is not a field; did you mean "servers"`, "servers: is required"}},
		{"the same key", withRoot(`"servers":[]`), []string{"servers: is a duplicate key"}},
		{"the same key behind an escape", withRoot(`"s\u0065rvers":[]`), []string{"servers: is a duplicate key"}},
		{"the same key but for case", withRoot(`"SERVERS":[]`), []string{`SERVERS: is a duplicate of "servers" under case folding`}},
		{"the same key under Unicode folding", withServer(`"\u212a":1,"k":2`), []string{
			"servers[0].…: is not a field",
			`servers[0].k: is a duplicate of "…" under case folding`,
		}},
		{"a pasted header line as a key is cut before its value", withServer(`"Authorization: Bearer hunter2":1`), []string{"servers[0].Authorization…: is not a field"}},
		{"a long key is cut", withRoot(`"` + strings.Repeat("k", 65) + `":1`), []string{strings.Repeat("k", 64) + "…: is not a field"}},
		{"a field of a later version", withRoot(`"gateway":{"aggregates":[]}`), []string{
			"gateway.aggregates: is not available in this version", "servers[0]: needs service or cluster in gateway mode",
		}},
	})
}

func TestProblemsBeyondTheLimitAreCounted(t *testing.T) {
	var keys strings.Builder
	for i := range 300 {
		fmt.Fprintf(&keys, `"q%dq":1,`, i)
	}
	problems := Parse([]byte("{" + keys.String() + `"enable":false}`)).Problems
	last := Problem{Message: "more than 100 problems, the rest is left out"}
	if len(problems) != MaxProblems+1 || problems[MaxProblems] != last {
		t.Errorf("Parse with 300 problems reports %d, the last is %q", len(problems), problems[len(problems)-1])
	}
}

func TestProblemsOfRootFields(t *testing.T) {
	runProblemCases(t, []problemCase{
		{"no servers", `{"paths":["/mcp"]}`, []string{"servers: is required"}},
		{"no servers needed when switched off", `{"enable":false}`, nil},
		{"empty servers", `{"servers":[]}`, []string{"servers: must hold 1 to 256 servers, found 0"}},
		{"paths", withRoot(`"paths":["mcp","/a?b","/a","/a","/ ","/%2","/#","/\u0001","/ä"]`), []string{
			`paths[0]: must start with "/"`,
			"paths[1]: must not have a query: requests are compared without theirs",
			"paths[3]: is a duplicate of entry 2",
			"paths[4]: must not contain a space; write %20",
			"paths[5]: must have two hex digits after every %; write %25 for the sign itself",
			"paths[6]: must not have a fragment (#)",
			"paths[7]: must not contain control characters",
			"paths[8]: must be ASCII; write other characters percent-encoded, as UTF-8",
		}},
		{"separators", withRoot(`"separators":["",".."," ","é","..","12345678901234567"]`), []string{
			"separators[0]: must have 1 to 16 characters",
			"separators[2]: must be visible ASCII characters",
			"separators[3]: must be visible ASCII characters",
			"separators[4]: is a duplicate of entry 1",
			"separators[5]: must have 1 to 16 characters",
		}},
		{"no separator", withRoot(`"separators":[]`), []string{"separators: must hold at least one separator"}},
		{"a separator that begins another", withRoot(`"separators":["__","/","___"]`), []string{`separators: must not hold "__" beside "___": a name could be split at either`}},
		{"policies", withRoot(`"unknownServer":"drop","onConfigError":"ignore"`), []string{
			`unknownServer: must be "pass" or "reject"`, `onConfigError: must be "fail" or "idle"`,
		}},
		{"smallest body limit", withRoot(`"maxBodyBytes":1023`), []string{"maxBodyBytes: must be from 1024 to 67108864"}},
		{"largest body limit", withRoot(`"maxBodyBytes":67108865`), []string{"maxBodyBytes: must be from 1024 to 67108864"}},
		{"body limits that are good", withRoot(`"maxBodyBytes":67108864.0`), nil},
		{"a body limit beyond every integer", withRoot(`"maxBodyBytes":1e400`), []string{"maxBodyBytes: must be from 1024 to 67108864"}},
		{"server header", withRoot(`"serverHeader":"mcp-name"`), []string{"serverHeader: cannot be set: it belongs to the protocol, which the router speaks"}},
		{"a server header that clients send", withRoot(`"serverHeader":"Authorization"`), []string{"serverHeader: must be a header of your own, such as x-mcp-server: it is removed from what clients send"}},
		{"a server header that the protocol may take", withRoot(`"serverHeader":"Mcp-Server"`), []string{"serverHeader: must be a header of your own, such as x-mcp-server: it is removed from what clients send"}},
	})
}
