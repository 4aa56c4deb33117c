package config

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"mcp-router/rules"
)

func server(name string) Server { return withDefaults(Server{Name: name, Path: "/" + name}) }

func TestARuleInheritsWhatItDoesNotName(t *testing.T) {
	doc := Parse([]byte(`{
		"_rules_": [
			{"_match_route_": ["r1"]},
			{"_match_domain_": ["*.example.com"], "enable": false},
			{"_match_service_": ["s.dns:80"], "servers": [{"name":"b","path":"/b"}], "paths": ["/mcp"]},
			{"_match_route_prefix_": ["p"], "separators": ["--"], "unknownServer": "pass", "serverHeader": "", "maxBodyBytes": 2048}
		],
		"servers": [{"name":"a","path":"/a"}],
		"unknownServer": "reject",
		"serverHeader": "x-s"
	}`))
	global := base()
	global.Servers = []Server{server("a")}
	global.UnknownServer, global.ServerHeader = RejectUnknown, "x-s"
	off, other, last := global, global, global
	off.Enable = false
	other.Servers, other.Paths = []Server{server("b")}, []string{"/mcp"}
	last.Separators, last.UnknownServer, last.ServerHeader, last.MaxBodyBytes = []string{"--"}, PassUnknown, "", 2048
	want := &Document{
		Global: &global,
		Rules: []Rule{
			{Match: rules.Match{Routes: []string{"r1"}}, Config: &global},
			{Match: rules.Match{Domains: []string{"*.example.com"}}, Config: &off},
			{Match: rules.Match{Services: []string{"s.dns:80"}}, Config: &other},
			{Match: rules.Match{RoutePrefixes: []string{"p"}}, Config: &last},
		},

		ServerHeaders: []string{"x-s"},
	}
	if !reflect.DeepEqual(doc, want) {
		t.Errorf("Parse = %+v", doc)
		for i, rule := range doc.Rules {
			t.Errorf("rule %d = %+v\nwant %+v", i, *rule.Config, *want.Rules[i].Config)
		}
	}
}

func TestGlobalPartBesideRules(t *testing.T) {
	rule := `"_rules_":[{"_match_route_":["r"],"servers":[{"name":"b","path":"/b"}]}]`
	for _, tc := range []struct {
		name, data string
		global     bool
	}{
		{"only rules", `{` + rule + `}`, false},
		{"settings of the document", `{"onConfigError":"idle","_plugin_id_":"p",` + rule + `}`, false},
		{"fields for the rules to inherit", `{"paths":["/mcp"],"enable":true,` + rule + `}`, false},
		{"servers", `{"servers":[{"name":"a","path":"/a"}],` + rule + `}`, true},
	} {
		doc := Parse([]byte(tc.data))
		if len(doc.Problems) > 0 || len(doc.Rules) != 1 || (doc.Global != nil) != tc.global {
			t.Errorf("%s: Parse = %+v, want a global part: %t", tc.name, doc, tc.global)
		}
	}
}

func TestProblemsOfRules(t *testing.T) {
	rule := func(members string) string {
		return withRoot(`"_rules_":[{"_match_route_":["other"]},{` + members + `}]`)
	}
	const match = "_rules_[1]: needs one of _match_route_, _match_domain_, _match_service_, _match_route_prefix_"
	runProblemCases(t, []problemCase{
		{"rules of another type", withRoot(`"_rules_":{}`), []string{"_rules_: must be an array of objects, found an object"}},
		{"a rule that is no object", withRoot(`"_rules_":[null]`), []string{"_rules_[0]: must be an object, found null"}},
		{"no match list", rule(`"enable":true`), []string{match}},
		{"an empty match list", rule(`"_match_domain_":[]`), []string{"_rules_[1]._match_domain_: must not be empty"}},
		{"a match list of the wrong type", rule(`"_match_domain_":"d"`), []string{"_rules_[1]._match_domain_: must be an array of strings, found a string"}},
		{"entries of the wrong type", rule(`"_match_service_":[1,""]`), []string{
			"_rules_[1]._match_service_[0]: must be a string, found a number",
			"_rules_[1]._match_service_[1]: must not be empty",
		}},
		{"a match list in the global part", withRoot(`"_match_route_":["r"]`), []string{"_match_route_: belongs to an entry of _rules_, not to the global part"}},
		{"fields of the document in a rule", rule(`"_match_route_":["r"],"onConfigError":"idle","_rules_":[],"_plugin_id_":"x"`), []string{
			"_rules_[1].onConfigError: belongs to the global part, not to a rule",
			"_rules_[1]._rules_: belongs to the global part, not to a rule",
			"_rules_[1]._plugin_id_: belongs to the global part, not to a rule",
		}},
		{"no servers anywhere", `{"_rules_":[{"_match_route_":["r"]}]}`, []string{"_rules_[0].servers: is required"}},
		{"a rule's own server", rule(`"_match_route_":["r"],"servers":[{"name":"a/b","path":"x"}]`), []string{
			"_rules_[1].servers[0].name: " + nameRule + `; try "b"`,
			`_rules_[1].servers[0].path: must start with "/"`,
		}},
		{"separators that do not go with inherited servers", rule(`"_match_route_":["r"],"separators":["a"]`), []string{
			`_rules_[1].separators: do not go with servers[0], whose name must not contain the separator "a"`,
		}},
		{"servers that do not go with inherited separators", rule(`"_match_route_":["r"],"servers":[{"name":"a___b","path":"/"}]`), []string{
			`_rules_[1].servers[0].name: must not contain the separator "___"; try "a-b"`,
		}},
		{"a server header that an inherited server has", `{"servers":[{"name":"a","path":"/","headers":{"x-s":"v"}}],"_rules_":[{"_match_route_":["r"],"serverHeader":"x-s"}]}`, []string{
			"_rules_[0].serverHeader: is also one of the headers of servers[0]",
		}},
		{"too many rules", `{"_rules_":[` + offRules(MaxRules+1) + `]}`, []string{"_rules_: must not hold more than 4096 rules, found 4097"}},
		{"too many entries of a match list", rule(`"_match_route_":[` + distinct(MaxMatches+1) + `]`), []string{"_rules_[1]._match_route_: must not hold more than 1024 entries, found 1025"}},
	})
}

// offRules are n rules for one route each.
func offRules(n int) string {
	all := make([]string, n)
	for i := range all {
		all[i] = fmt.Sprintf(`{"_match_route_":["r%d"],"enable":false}`, i)
	}
	return strings.Join(all, ",")
}

func TestProblemsStayWithTheirRule(t *testing.T) {
	doc := Parse([]byte(withRoot(`"paths":["x"],"_rules_":[
		{"_match_route_":["good"],"paths":["/"]},
		{"_match_route_":["inherits"]},
		{"_match_route_":["own"],"paths":["y"]},
		{"paths":["/"]}]`)))
	global := Problem{"paths[0]", `must start with "/"`}
	own := Problem{"_rules_[2].paths[0]", `must start with "/"`}
	match := Problem{"_rules_[3]", "needs one of _match_route_, _match_domain_, _match_service_, _match_route_prefix_"}
	want := [][]Problem{nil, {global}, {own}, {match}}
	var got [][]Problem
	for _, rule := range doc.Rules {
		got = append(got, rule.Problems)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("problems of the rules\n got %v\nwant %v", got, want)
	}
	if !reflect.DeepEqual(doc.GlobalProblems, []Problem{global}) {
		t.Errorf("GlobalProblems = %v, want %v", doc.GlobalProblems, global)
	}
	if !reflect.DeepEqual(doc.Problems, []Problem{global, own, match}) {
		t.Errorf("Problems = %v, want each once", doc.Problems)
	}
}

func TestEveryPartsServerHeaderIsReserved(t *testing.T) {
	for _, tc := range []struct {
		name, data string
		want       []string
	}{
		{"none", withRoot(`"enable":true`), nil},
		{"the global part's", withRoot(`"serverHeader":"X-One"`), []string{"x-one"}},
		{"a part's that is switched off", `{"enable":false,"serverHeader":"x-one"}`, []string{"x-one"}},
		{"each rule's, once", withRoot(`"serverHeader":"x-one","_rules_":[{"_match_domain_":["a"]},{"_match_domain_":["b"],"serverHeader":"x-two"},
			{"_match_domain_":["c"],"enable":false,"serverHeader":"X-TWO"},{"_match_domain_":["d"],"serverHeader":""}]`), []string{"x-one", "x-two"}},
		{"of what the rules inherit only", `{"serverHeader":"x-one","_rules_":[{"_match_domain_":["a"],"servers":[{"name":"a","path":"/"}],"serverHeader":"x-two"}]}`, []string{"x-one", "x-two"}},
		{"each of a doubled field", withRoot(`"serverHeader":"x-one","serverHeader":"x-two","ServerHeader":"x-three"`), []string{"x-one", "x-two", "x-three"}},
		{"of parts with problems", `{"serverHeader":"x-one","servers":1,"_rules_":[{"serverHeader":"x-two"},{"_match_domain_":["b"],"serverHeader":"x three"}]}`, []string{"x-one", "x-two"}},
	} {
		if got := Parse([]byte(tc.data)).ServerHeaders; !reflect.DeepEqual(got, tc.want) {
			t.Errorf("%s: ServerHeaders = %q, want %q", tc.name, got, tc.want)
		}
	}
}
