package filter

import (
	"fmt"
	"strings"
	"testing"
)

// callOf is a call of a tool by its prefixed name.
func callOf(name string) string {
	return `{"jsonrpc":"2.0","id":"q","method":"tools/call","params":{"name":"` + name + `"}}`
}

// fate is the path that a request went on to, or the status of the reply to it.
func fate(sent string) string {
	if _, rest, found := strings.Cut(sent, "[:path "); found {
		path, _, _ := strings.Cut(rest, "]")
		return path
	}
	_, reply, _ := strings.Cut(sent, " ")
	return reply
}

const (
	notConfigured = `503 [[content-type application/json]] {"jsonrpc":"2.0","id":"q","error":{"code":-32603,"message":"not configured"}}`
	invalidHost   = `400 [[content-type application/json]] {"jsonrpc":"2.0","id":"q","error":{"code":-32600,"message":"header Host is not a host name"}}`
)

const ruled = `{"servers":[{"name":"a","path":"/global"}],"unknownServer":"reject","_rules_":[
	{"_match_domain_":["one.example","[::1]"],"servers":[{"name":"a","path":"/one"}]},
	{"_match_domain_":["OFF.example"],"enable":false},
	{"_match_domain_":["*.Wild.example"],"servers":[{"name":"a","path":"/wild"}]},
	{"_match_route_":["named"],"servers":[{"name":"a","path":"/named"}]},
	{"_match_route_prefix_":["mcp-"],"servers":[{"name":"a","path":"/prefixed"}]},
	{"_match_service_":["s.dns:80"],"servers":[{"name":"a","path":"/service"}]}]}`

func rulesInheritAndReplace(t *testing.T) {
	tests := []struct{ name, authority, route, cluster, want string }{
		{"no rule fits", "agg.example", "", "", "/global"},
		{"a domain's rule", "one.example", "", "", "/one"},
		{"with a port", "one.example:8080", "", "", "/one"},
		{"in upper case", "ONE.Example", "", "", "/one"},
		{"with the dot of the root", "one.example.:8080", "", "", "/one"},
		{"an address in another form", "[0:0::1]:80", "", "", "/one"},
		{"switched off", "off.example", "", "", "/mcp"},
		{"a wildcard", "x.wild.EXAMPLE", "", "", "/wild"},
		{"a wildcard leaves the bare domain", "wild.example", "", "", "/global"},
		{"a route's rule", "agg.example", "named", "", "/named"},
		{"a prefix of routes", "agg.example", "mcp-7", "", "/prefixed"},
		{"a service's rule", "agg.example", "other", "outbound|80||s.dns", "/service"},
		{"a service on another port", "agg.example", "other", "outbound|81||s.dns", "/global"},
		{"the first rule that fits", "one.example", "named", "", "/one"},
		{"a host that is none", "one%2eexample", "", "", invalidHost},
		{"two hosts", "one.example,x", "named", "", invalidHost},
		{"no host", "", "", "", invalidHost},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			host := mustStart(t, ruled)
			for value, set := range map[string]func(string) error{test.route: host.SetRouteName, test.cluster: host.SetClusterName} {
				if value == "" {
					continue
				}
				if err := set(value); err != nil {
					t.Fatal(err)
				}
			}
			got := send(host, message{headers: []string{":authority", test.authority}, chunks: []string{callOf("a/t")}})
			if fate(got) != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
	t.Run("a rule inherits the policy", func(t *testing.T) {
		got := send(mustStart(t, ruled), message{headers: []string{":authority", "one.example"}, chunks: []string{callOf("b/t")}})
		if !strings.Contains(got, `unknown server`) {
			t.Errorf("got %s, want the inherited refusal", got)
		}
	})
	t.Run("of a host that is none everything but calls passes", func(t *testing.T) {
		got := send(mustStart(t, ruled), message{headers: []string{":authority", "%"}, chunks: []string{callOf("plain")}})
		if fate(got) != "/mcp" {
			t.Errorf("got %s, want it to pass", got)
		}
	})
}

// A route that the client chose by a header of ours may be another rule's.
func aForgedHeaderChoosesNoRule(t *testing.T) {
	host := mustStart(t, strings.Replace(ruled, "{", `{"serverHeader":"x-own",`, 1))
	if err := host.SetRouteName("named"); err != nil {
		t.Fatal(err)
	}
	got := send(host, message{headers: []string{"x-own", "a"}, chunks: []string{callOf("a/t")}})
	if fate(got) != notConfigured {
		t.Errorf("got %s, want %s", got, notConfigured)
	}
}

func onlyRulesLeaveOtherRequestsAlone(t *testing.T) {
	host := mustStart(t, `{"_rules_":[{"_match_domain_":["one.example"],"servers":[{"name":"a","path":"/one"}]}]}`)
	got := send(host, message{chunks: []string{callOf("a/t")}})
	if want := "cc [[:authority agg.example] [:path /mcp] [:method POST] [content-type application/json]] " + callOf("a/t"); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// A configuration with problems is in the way of its own calls, of nothing else,
// and keeps what is wrong to itself.
func anIdlingPluginRefusesItsCallsAlone(t *testing.T) {
	const idle = `{"onConfigError":"idle","servers":[{"name":"a","path":"/a","pth":"/s3cr3t"}]%s}`
	call, batch := callOf("a/t"), "["+callOf("a/t")+"]"
	tests := []struct {
		name, members string
		message       message
		want          string
	}{
		{"a call", ``, message{chunks: []string{call}}, notConfigured},
		{"a call with the other separator", ``, message{chunks: []string{callOf("zz___t")}}, notConfigured},
		{"a call over trailers", ``, message{chunks: []string{call}, trailers: true}, notConfigured},
		{"a notification", ``, message{chunks: []string{strings.Replace(call, `"id":"q",`, "", 1)}}, strings.Replace(notConfigured, `"q"`, "null", 1)},
		{"a batch", ``, message{chunks: []string{batch}}, strings.Replace(notConfigured, `"q"`, "null", 1)},
		{"a call in two readings", ``, message{chunks: []string{strings.Replace(call, `"name"`, `"name":"x","name"`, 1)}}, notConfigured},
		{"a call of a plain name", ``, message{chunks: []string{callOf("plain")}}, "/mcp"},
		{"another method", ``, message{chunks: []string{strings.Replace(call, "tools/call", "tools/list", 1)}}, "/mcp"},
		{"no JSON", ``, message{chunks: []string{"hello"}}, "/mcp"},
		{"an upload", ``, message{headers: []string{"content-type", "image/png"}, chunks: []string{call}}, "/mcp"},
		{"GET", ``, message{headers: []string{":method", "GET"}}, "/mcp"},
		{"another path", `,"paths":["/mcp"]`, message{headers: []string{":path", "/other"}, chunks: []string{call}}, "/other"},
		{"the path of paths", `,"paths":["/mcp"]`, message{chunks: []string{call}}, notConfigured},
		{"the path that was meant", `,"paths":["mcp"]`, message{chunks: []string{call}}, notConfigured},
		{"not the path that was meant", `,"paths":["mcp"]`, message{headers: []string{":path", "/other"}, chunks: []string{call}}, "/other"},
		{"paths that say nothing", `,"paths":[7]`, message{chunks: []string{call}}, "/mcp"},
		{"its own separator", `,"separators":["--"]`, message{chunks: []string{callOf("a--t")}}, notConfigured},
		{"not its separator", `,"separators":["--"]`, message{chunks: []string{call}}, "/mcp"},
		{"separators that say nothing", `,"separators":[""]`, message{chunks: []string{call}}, notConfigured},
		{"a body over the limit", `,"maxBodyBytes":1024`, message{chunks: []string{strings.Repeat(" ", 1025) + call}}, "/mcp"},
		{"a body over the limit on its path", `,"maxBodyBytes":1024,"paths":["/mcp"]`, message{chunks: []string{strings.Repeat(" ", 1025) + call}}, strings.Replace(notConfigured, `"q"`, "null", 1)},
		{"switched off", `,"enable":false`, message{chunks: []string{call}}, "/mcp"},
		{"switched off by another type", `,"enable":"false"`, message{chunks: []string{call}}, notConfigured},
		{"switched off and on", `,"enable":false,"enable":true`, message{chunks: []string{call}}, notConfigured},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := send(mustStart(t, fmt.Sprintf(idle, test.members)), test.message)
			if fate(got) != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}

// What is wrong with one rule neither stops the others nor lets its calls meet
// the looser global part.
func aRuleWithAProblemRefusesItsCallsAlone(t *testing.T) {
	const document = `{"onConfigError":"idle","servers":[{"name":"a","path":"/global"}],"_rules_":[
		{"_match_domain_":["first.example"],"servers":[{"name":"a","path":"/first"}]},%s,
		{"_match_domain_":["last.example"],"servers":[{"name":"a","path":"/last"}]}]}`
	tests := []struct {
		name, rule string
		// want are the fates of calls to first, bad, last and another host.
		want [4]string
	}{
		{"a bad field", `{"_match_domain_":["bad.example"],"servers":[{"name":"a","path":"relative"}]}`, [4]string{"/first", notConfigured, "/last", "/global"}},
		{"a host in a URL", `{"_match_domain_":["https://BAD.example/x"]}`, [4]string{"/first", notConfigured, "/last", "/global"}},
		{"a host with a port", `{"_match_domain_":["bad.example:80"]}`, [4]string{"/first", notConfigured, "/last", "/global"}},
		{"a string for the list", `{"_match_domain_":"bad.example"}`, [4]string{"/first", notConfigured, "/last", "/global"}},
		{"two kinds", `{"_match_domain_":["bad.example"],"_match_route_":["r"]}`, [4]string{"/first", notConfigured, "/last", "/global"}},
		{"a pattern that is none", `{"_match_domain_":["a.*.example"]}`, [4]string{"/first", notConfigured, notConfigured, notConfigured}},
		{"an empty list", `{"_match_domain_":[]}`, [4]string{"/first", notConfigured, notConfigured, notConfigured}},
		{"no list", `{"enable":true}`, [4]string{"/first", notConfigured, notConfigured, notConfigured}},
		{"no rule", `0`, [4]string{"/first", notConfigured, notConfigured, notConfigured}},
		{"a bad field, switched off", `{"_match_domain_":["bad.example"],"enable":false,"x":1}`, [4]string{"/first", "/mcp", "/last", "/global"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			host := mustStart(t, fmt.Sprintf(document, test.rule))
			for i, name := range []string{"first.example", "bad.example", "last.example", "other.example"} {
				got := send(host, message{headers: []string{":authority", name}, chunks: []string{callOf("a/t")}})
				if fate(got) != test.want[i] {
					t.Errorf("%s: got %s, want %s", name, got, test.want[i])
				}
				if got := send(host, message{headers: []string{":authority", name, ":method", "GET"}}); fate(got) != "/mcp" {
					t.Errorf("%s: GET got %s, want it to pass", name, got)
				}
			}
		})
	}
}

func rulesThatCannotBeReadRefuseAllCalls(t *testing.T) {
	for rules, want := range map[string]string{
		`{"a":1}`: notConfigured,
		`[{"_match_domain_":["x"],"enable":false}],"_RULES_":[]`: notConfigured,
		`{"a":1},"enable":false`:                                 "/mcp",
	} {
		host := mustStart(t, `{"onConfigError":"idle","servers":[{"name":"a","path":"/a"}],"_rules_":`+rules+`}`)
		if got := send(host, message{chunks: []string{callOf("a/t")}}); fate(got) != want {
			t.Errorf("with rules %s got %s, want %s", rules, got, want)
		}
		host.Reset()
	}
}
