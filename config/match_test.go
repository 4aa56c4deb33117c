package config

import (
	"reflect"
	"strings"
	"testing"

	"mcp-router/rules"
)

func TestDomainsOfRules(t *testing.T) {
	const (
		host     = "must be a host, without a scheme"
		port     = "must be a host without a port: a rule is for every port of a host"
		space    = "must be a host, without white space"
		path     = "must be a host and nothing else: rules do not look at paths"
		wildcard = `must have at most one "*", at its beginning or its end`
		beside   = `must be letters, digits, hyphens and dots beside the "*"`
		label    = "must be a host name: parts of 1 to 63 characters between single dots"
	)
	for entry, want := range map[string][2]string{
		"partner.example.com":           {"partner.example.com"},
		"Partner.EXAMPLE.com":           {"partner.example.com"},
		"partner.example.com.":          {"partner.example.com"},
		"svc_a.consul":                  {"svc_a.consul"},
		"127.0.0.1":                     {"127.0.0.1"},
		"[0:0::1]":                      {"[::1]"},
		"[2001:DB8::A]":                 {"[2001:db8::a]"},
		"*":                             {"*"},
		"*.Example.com":                 {"*.example.com"},
		"*.example.com.":                {"*.example.com"},
		"*example.com":                  {"*example.com"},
		"Example.*":                     {"example.*"},
		"example*":                      {"example*"},
		"":                              {"", "must not be empty"},
		" x":                            {"x", space + `; try "x"`},
		"a b":                           {"", space},
		"partner.example.com:8080":      {"partner.example.com", port + `; try "partner.example.com"`},
		"*.example.com:8080":            {"*.example.com", port + `; try "*.example.com"`},
		"[::1]:80":                      {"[::1]", port + `; try "[::1]"`},
		"::1":                           {"", `must have brackets around an IPv6 address; try "[::1]"`},
		"[::1":                          {"", "must hold an IPv6 address between the brackets"},
		"https://Partner.example.com/x": {"partner.example.com", host + `; try "Partner.example.com"`},
		"https://u:secret@h:1/x?k=v":    {"h", host + `; try "h"`},
		"https://":                      {"", host},
		"/x":                            {"", path},
		"h/x":                           {"h", path + `; try "h"`},
		"user@h":                        {"h", path + `; try "h"`},
		"a.*.com":                       {"", wildcard},
		"*.example.*":                   {"", wildcard},
		"**":                            {"", wildcard},
		"*.":                            {"", beside},
		".*":                            {"", beside},
		"*..com":                        {"", beside},
		"*.exämple.com":                 {"", beside},
		"[::*":                          {"", beside},
		"exämple.com":                   {"", "must be ASCII; write an international name in its xn-- form"},
		"a..b":                          {"", label},
		".a":                            {"", label},
		"a%2eb":                         {"", "must be a host name: letters, digits, hyphens and dots"},
		strings.Repeat("a", 64):         {"", label},
		strings.Repeat("a.", 127) + "a": {"", "must not be longer than 253 bytes"},
		"*" + strings.Repeat("a", 254):  {"", "must not be longer than 253 bytes"},
	} {
		if domain, reason := matchDomain(entry); domain != want[0] || reason != want[1] {
			t.Errorf("matchDomain(%q)\n got %q, %q\nwant %q, %q", entry, domain, reason, want[0], want[1])
		}
	}
}

func TestRoutesAndServicesOfRules(t *testing.T) {
	const space = "must not have white space around it"
	for entry, want := range map[string][2]string{
		"default/Route":          {"default/Route"},
		"":                       {"", "must not be empty"},
		" r\n":                   {"r", space + `; try "r"`},
		"a b":                    {"", "must not have white space or control characters: route names have none"},
		"\x00":                   {"", "must not have white space or control characters: route names have none"},
		"mcp*what.looks like.it": {"", "must not have white space or control characters: route names have none"},
	} {
		if name, reason := matchRoute(entry); name != want[0] || reason != want[1] {
			t.Errorf("matchRoute(%q) = %q, %q, want %q", entry, name, reason, want)
		}
	}
	const one = "must be the name of one service, or name:port, as Higress lists it"
	for entry, want := range map[string][2]string{
		"Svc.DEFAULT-GROUP.public.nacos": {"Svc.DEFAULT-GROUP.public.nacos"},
		"a.dns:80":                       {"a.dns:80"},
		"":                               {"", "must not be empty"},
		" a.dns":                         {"a.dns", space + `; try "a.dns"`},
		"outbound|80||a.dns":             {"a.dns:80", `must be the service's name, not its cluster's; try "a.dns:80"`},
		"a|b":                            {"", one},
		"*.dns":                          {"", one},
		"http://a.dns":                   {"", one},
	} {
		if service, reason := matchService(entry); service != want[0] || reason != want[1] {
			t.Errorf("matchService(%q) = %q, %q, want %q", entry, service, reason, want)
		}
	}
}

// A rule with problems is kept in the way of the requests it was meant for; of
// those of which that cannot be told it may be for any.
func TestWhatRulesWithProblemsAreFor(t *testing.T) {
	for _, tc := range []struct {
		name, rule string
		want       rules.Match
	}{
		{"entries with a proposal", `{"_match_domain_":["https://A.example/x","b.example:80","b.example"]}`, rules.Match{Domains: []string{"a.example", "b.example"}}},
		{"a string for a list", `{"_match_domain_":"A.example"}`, rules.Match{Domains: []string{"a.example"}}},
		{"an entry that says nothing", `{"_match_route_":["r",1]}`, rules.Match{Routes: []string{"r"}, Any: true}},
		{"a domain that says nothing", `{"_match_domain_":["a.*.com","b.example"]}`, rules.Match{Domains: []string{"b.example"}, Any: true}},
		{"an empty list", `{"_match_route_":[]}`, rules.Match{Any: true}},
		{"no list", `{"enable":true}`, rules.Match{Any: true}},
		{"no rule", `7`, rules.Match{Any: true}},
		{"other problems", `{"_match_route_":["r"],"enable":1}`, rules.Match{Routes: []string{"r"}}},
		{"more entries than allowed", `{"_match_route_":[` + distinct(MaxMatches+1) + `]}`, rules.Match{Any: true}},
		{"two kinds", `{"_match_route_":["r"],"_match_domain_":["d"]}`, rules.Match{Routes: []string{"r"}, Domains: []string{"d"}}},
	} {
		doc := Parse([]byte(withRoot(`"_rules_":[` + tc.rule + `]`)))
		if len(doc.Rules) != 1 || len(doc.Rules[0].Problems) == 0 {
			t.Fatalf("%s: rules %+v, want one with problems", tc.name, doc.Rules)
		}
		got := doc.Rules[0].Match
		if len(got.Routes) == MaxMatches {
			got.Routes = nil
		}
		if !reflect.DeepEqual(got, tc.want) {
			t.Errorf("%s: Match = %+v, want %+v", tc.name, got, tc.want)
		}
	}
}

func TestKindsOfOneRule(t *testing.T) {
	rule := func(members string) string { return withRoot(`"_rules_":[{` + members + `}]`) }
	runProblemCases(t, []problemCase{
		{"routes and services are for requests that fit both", rule(`"_match_route_":["r"],"_match_service_":["s.dns"]`), nil},
		{"routes and domains", rule(`"_match_domain_":["d"],"_match_route_":["r"]`), []string{"_rules_[0]: must not have _match_route_ beside _match_domain_: one entry is for one kind; write an entry for each"}},
		{"domains and services", rule(`"_match_domain_":["d"],"_match_service_":["s"]`), []string{"_rules_[0]: must not have _match_domain_ beside _match_service_: one entry is for one kind; write an entry for each"}},
		{"services and prefixes", rule(`"_match_route_prefix_":["p"],"_match_service_":["s"]`), []string{"_rules_[0]: must not have _match_service_ beside _match_route_prefix_: one entry is for one kind; write an entry for each"}},
		{"three", rule(`"_match_route_":["r"],"_match_domain_":["d"],"_match_service_":["s"]`), []string{"_rules_[0]: must not have _match_route_ beside _match_domain_ beside _match_service_: one entry is for one kind; write an entry for each"}},
		{"one domain in two spellings", rule(`"_match_domain_":["a.example","A.example."]`), []string{"_rules_[0]._match_domain_[1]: is a duplicate of entry 0"}},
	})
}

func TestRulesThatNeverApply(t *testing.T) {
	runProblemCases(t, []problemCase{
		{"behind a wider rule", withRoot(`"_rules_":[{"_match_domain_":["*.example.com"]},{"_match_domain_":["Partner.example.com:80"]},{"_match_domain_":["a.example.com","B.EXAMPLE.com"],"paths":["x"]}]`), []string{
			`_rules_[1]._match_domain_[0]: must be a host without a port: a rule is for every port of a host; try "Partner.example.com"`,
			"_rules_[1]: never applies: _rules_[0] comes first and is for all of its requests; write the narrower rule first, or make one rule of the two",
			`_rules_[2].paths[0]: must start with "/"`,
			"_rules_[2]: never applies: _rules_[0] comes first and is for all of its requests; write the narrower rule first, or make one rule of the two",
		}},
		{"before a wider rule", withRoot(`"_rules_":[{"_match_domain_":["partner.example.com"]},{"_match_domain_":["*.example.com"]}]`), nil},
	})
	doc := Parse([]byte(withRoot(`"_rules_":[{"_match_route_":["r"]},{"_match_route_":["r"]}]`)))
	if len(doc.Rules[0].Problems) != 0 || len(doc.Rules[1].Problems) != 1 {
		t.Errorf("problems of the rules: %v and %v, want one of the second", doc.Rules[0].Problems, doc.Rules[1].Problems)
	}
}

func TestRulesThatCannotBeReadStandForAnyRequest(t *testing.T) {
	for name, members := range map[string]string{
		"of another type": `"_rules_":{"_match_route_":["r"]}`,
		"twice":           `"_RULES_":[],"_rules_":[{"_match_route_":["r"]}]`,
		"too many":        `"_rules_":[` + offRules(MaxRules+1) + `]`,
	} {
		doc := Parse([]byte(withRoot(members)))
		first := doc.Rules[0]
		if !first.Match.Any || len(first.Problems) == 0 || !reflect.DeepEqual(first.Config, doc.Global) {
			t.Errorf("rules %s: the first rule is %+v, want one for any request with the global configuration", name, first)
		}
	}
}

// What cannot be read must neither widen what a part with problems is in the way
// of, nor switch it off.
func TestPathsAndEnableOfPartsWithProblems(t *testing.T) {
	for _, tc := range []struct {
		name, members string
		paths         []string
		global        bool
	}{
		{"paths with what was meant", `"paths":["mcp","/a?x","https://h/b/c","/d#e","/"," /f"]`, []string{"/mcp", "/a", "/b/c", "/d", "/", "/f"}, true},
		{"one path that is no list", `"paths":"/mcp"`, []string{"/mcp"}, true},
		{"some paths that say nothing", `"paths":["/mcp",1,"/%zz"]`, []string{"/mcp"}, true},
		{"no path that says anything", `"paths":[1]`, nil, false},
		{"paths of another type", `"paths":{}`, nil, false},
		{"paths in another spelling", `"Paths":["/mcp"]`, nil, false},
		{"another problem", `"separators":1`, nil, true},
	} {
		doc := Parse([]byte(withRoot(tc.members)))
		if (doc.Global != nil) != tc.global || len(doc.Problems) == 0 {
			t.Fatalf("%s: Parse = %+v, want a global part: %t", tc.name, doc, tc.global)
		}
		if tc.global && !reflect.DeepEqual(doc.Global.Paths, tc.paths) {
			t.Errorf("%s: Paths = %q, want %q", tc.name, doc.Global.Paths, tc.paths)
		}
	}
	for members, want := range map[string]bool{
		`"enable":false,"paths":["x"]`:     false,
		`"enable":"false"`:                 true,
		`"enable":false,"enable":true`:     true,
		`"enable":false,"ENABLE":true`:     true,
		`"servers2":1,"enable":false`:      false,
		`"enable":false,"unknownServer":1`: false,
	} {
		doc := Parse([]byte(withRoot(members + `,"_rules_":[{"_match_domain_":["d"]}]`)))
		if doc.Global.Enable != want || doc.Rules[0].Config.Enable != want {
			t.Errorf("%s: enabled %t and %t, want %t", members, doc.Global.Enable, doc.Rules[0].Config.Enable, want)
		}
		doc = Parse([]byte(withRoot(`"_rules_":[{"_match_domain_":["d"],` + strings.ReplaceAll(members, `"servers2"`, `"x"`) + `}]`)))
		if doc.Rules[0].Config.Enable != want {
			t.Errorf("a rule with %s: enabled %t, want %t", members, doc.Rules[0].Config.Enable, want)
		}
	}
}

func TestPathsThatNoRequestHas(t *testing.T) {
	const dots = "must not have a . or .. between slashes: clients and Envoy resolve them"
	runProblemCases(t, []problemCase{
		{"dot segments", withRoot(`"paths":["/a/../mcp","/./mcp","/mcp/..","/.well-known/mcp","/a..b"]`), []string{
			"paths[0]: " + dots, "paths[1]: " + dots, "paths[2]: " + dots,
		}},
	})
}
