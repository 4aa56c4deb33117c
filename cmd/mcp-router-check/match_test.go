package main

import (
	"testing"

	"github.com/tidwall/gjson"
)

func TestMatchRoute(t *testing.T) {
	req := request{path: "/mcp/a", headers: map[string]string{":method": "POST", "x-s": "Weather"}, absent: "x-gone"}
	header := func(matcher string) string {
		return `{"prefix":"/","headers":[{"name":"X-S",` + matcher + `}]}`
	}
	for _, tc := range []struct {
		name, match string
		want        verdict
	}{
		{"prefix", `{"prefix":"/mcp"}`, yes},
		{"prefix of another path", `{"prefix":"/mcp/b"}`, no},
		{"exact path", `{"path":"/mcp/a"}`, yes},
		{"a longer path is another", `{"path":"/mcp"}`, no},
		{"letter case counts", `{"path":"/MCP/a"}`, no},
		{"letter case switched off", `{"path":"/MCP/a","case_sensitive":false}`, yes},
		{"letter case switched on, in camelCase", `{"prefix":"/MCP","caseSensitive":true}`, no},
		{"path-separated prefix", `{"path_separated_prefix":"/mcp"}`, yes},
		{"the whole path as path-separated prefix", `{"pathSeparatedPrefix":"/mcp/a"}`, yes},
		{"a prefix that ends inside a part", `{"path_separated_prefix":"/mc"}`, no},
		{"a regular expression", `{"safe_regex":{"regex":"/mcp/[a-z]"}}`, yes},
		{"a regular expression matches the whole path", `{"safe_regex":{"regex":"/mcp"}}`, no},
		{"alternatives match the whole path too", `{"safeRegex":{"regex":"/mcp|/a"}}`, no},
		{"a regular expression that Go does not know", `{"safe_regex":{"regex":"(?=x)"}}`, unknown},
		{"gRPC only", `{"prefix":"/","grpc":{}}`, no},
		{"CONNECT only", `{"connect_matcher":{}}`, no},
		{"a template", `{"path_match_policy":{}}`, unknown},
		{"query parameters", `{"prefix":"/","query_parameters":[{}]}`, unknown},
		{"query parameters of another path", `{"prefix":"/x","query_parameters":[{}]}`, no},
		{"a share of the traffic", `{"prefix":"/","runtime_fraction":{}}`, unknown},
		{"the method", `{"prefix":"/","headers":[{"name":":method","exact_match":"POST"}]}`, yes},
		{"another method", `{"prefix":"/","headers":[{"name":":method","exact_match":"GET"}]}`, no},
		{"a header that only the client knows", `{"prefix":"/","headers":[{"name":"x-t","exact_match":"t"}]}`, unknown},
		{"several headers", `{"prefix":"/","headers":[{"name":"x-t","exact_match":"t"},{"name":"x-s","exact_match":"t"}]}`, no},
		{"a header is there", header(`"present_match":true`), yes},
		{"a header must be absent", header(`"presentMatch":false`), no},
		{"a header's name alone", `{"prefix":"/","headers":[{"name":"x-s"}]}`, yes},
		{"header exact", header(`"exact_match":"Weather"`), yes},
		{"header prefix", header(`"prefix_match":"Wea"`), yes},
		{"header suffix", header(`"suffix_match":"xer"`), no},
		{"header contains", header(`"contains_match":"eat"`), yes},
		{"header regular expression", header(`"safe_regex_match":{"regex":"W.*"}`), yes},
		{"header range", header(`"range_match":{"start":1}`), unknown},
		{"header inverted", header(`"exact_match":"Weather","invert_match":true`), no},
		{"unknown inverted is unknown", header(`"range_match":{},"invert_match":true`), unknown},
		{"missing as empty changes nothing for what is there", header(`"exact_match":"Weather","treat_missing_header_as_empty":true`), yes},
		{"string exact", header(`"string_match":{"exact":"weather"}`), no},
		{"string exact without case", header(`"string_match":{"exact":"weather","ignore_case":true}`), yes},
		{"string prefix", header(`"string_match":{"prefix":"Wea"}`), yes},
		{"string suffix", header(`"stringMatch":{"suffix":"EATHER","ignoreCase":true}`), yes},
		{"string contains", header(`"string_match":{"contains":"eat"}`), yes},
		{"string regular expression", header(`"string_match":{"safe_regex":{"regex":"weather"}}`), no},
		{"a header that is never there", `{"prefix":"/","headers":[{"name":"X-Gone","exact_match":"t"}]}`, no},
		{"inverted, that it is not there", `{"prefix":"/","headers":[{"name":"x-gone","exact_match":"t","invert_match":true}]}`, yes},
		{"that it is not there", `{"prefix":"/","headers":[{"name":"x-gone","present_match":false}]}`, yes},
		{"missing as empty", `{"prefix":"/","headers":[{"name":"x-gone","exact_match":"","treat_missing_header_as_empty":true}]}`, yes},
		{"string of another kind", header(`"string_match":{"custom":{}}`), unknown},
	} {
		if got := matchRoute(gjson.Parse(tc.match), req); got != tc.want {
			t.Errorf("%s: matchRoute(%s) = %d, want %d", tc.name, tc.match, got, tc.want)
		}
	}
}

func TestFindHost(t *testing.T) {
	const routes = `{"virtual_hosts":[
		{"name":"any","domains":["*"]},
		{"name":"short suffix","domains":["*.example.com"]},
		{"name":"long suffix","domains":["*.b.example.com","*-x.example.com"]},
		{"name":"short prefix","domains":["mcp.*"]},
		{"name":"long prefix","domains":["mcp.internal.*"]},
		{"name":"exact","domains":["A.example.com","[::1]","h:80"]}
	]}`
	for _, tc := range []struct{ name, authority, want string }{
		{"exact before suffix", "a.example.com", "exact"},
		{"letter case does not count", "A.EXAMPLE.COM", "exact"},
		{"a port is part of the domain", "a.example.com:80", "any"},
		{"a port that is written", "h:80", "exact"},
		{"an IPv6 address", "[::1]", "exact"},
		{"suffix", "c.example.com", "short suffix"},
		{"the longest suffix", "a.b.example.com", "long suffix"},
		{"a suffix inside a label", "c-x.example.com", "long suffix"},
		{"a wildcard stands for one character at least", ".example.com", "any"},
		{"suffix before prefix", "mcp.example.com", "short suffix"},
		{"prefix", "mcp.org", "short prefix"},
		{"the longest prefix", "mcp.internal.org", "long prefix"},
		{"nothing but any", "elsewhere", "any"},
	} {
		host, found := findHost(gjson.Parse(routes), tc.authority)
		if got := host.Get("name").Str; !found || got != tc.want {
			t.Errorf("%s: findHost(%q) = %q, want %q", tc.name, tc.authority, got, tc.want)
		}
	}
}

func TestFindHostIgnoresPortsWhenTold(t *testing.T) {
	const routes = `{"ignore_port_in_host_matching":true,"virtual_hosts":[{"name":"v4","domains":["a"]},{"name":"v6","domains":["[::1]"]}]}`
	for authority, want := range map[string]string{"a:80": "v4", "a": "v4", "[::1]:80": "v6", "[::1]": "v6", "b:80": ""} {
		host, _ := findHost(gjson.Parse(routes), authority)
		if got := host.Get("name").Str; got != want {
			t.Errorf("findHost(%q) = %q, want %q", authority, got, want)
		}
	}
}
