package config

import (
	"fmt"
	"strings"
	"testing"
)

const nameRule = "must be 1 to 64 letters, digits, dots, underscores and hyphens, begin with a letter or digit and not end with an underscore"

// named is a document whose servers have the given names and are good otherwise.
func named(names ...string) string {
	var servers []string
	for _, n := range names {
		servers = append(servers, fmt.Sprintf(`{"name":"%s","path":"/"}`, n))
	}
	return `{"servers":[` + strings.Join(servers, ",") + `]}`
}

func TestProblemsOfServerNames(t *testing.T) {
	long := strings.Repeat("n", 65)
	runProblemCases(t, []problemCase{
		{"good names", named("a", "9", "a.b_c-D", long[:64]), nil},
		{"a registry-style name", named("com.example/weather", "ok"), []string{"servers[0].name: " + nameRule + `; try "weather"`}},
		{"a name with spaces", named("my server"), []string{"servers[0].name: " + nameRule + `; try "my-server"`}},
		{"nothing to propose", named("", "___", "com.example/"), []string{
			"servers[0].name: " + nameRule, "servers[1].name: " + nameRule, "servers[2].name: " + nameRule,
		}},
		{"a trailing underscore", named("a_"), []string{"servers[0].name: " + nameRule + `; try "a"`}},
		{"a leading dot", named(".a"), []string{"servers[0].name: " + nameRule + `; try "a"`}},
		{"too long", named(long), []string{"servers[0].name: " + nameRule + `; try "` + long[:64] + `"`}},
		{"the same name", named("a", "b", "a"), []string{"servers[2].name: is the name of servers[0] too"}},
		{"the same name but for case", named("a", "A"), []string{"servers[1].name: is the name of servers[0] too, but for letter case"}},
		{"a separator inside", named("my___srv"), []string{`servers[0].name: must not contain the separator "___"; try "my-srv"`}},
		{"a separator of one's own inside", `{"separators":["-"],"servers":[{"name":"a-b","path":"/"}]}`, []string{`servers[0].name: must not contain the separator "-"`}},
		{"names that run into a separator", `{"separators":["--"],"servers":[{"name":"a","path":"/"},{"name":"a-","path":"/"}]}`, []string{`servers[1].name: begins like server "a" and its separator "--"`}},
		{"a name swallowed by a long separator", `{"separators":["b/c","/"],"servers":[{"name":"a","path":"/"},{"name":"ab","path":"/"}]}`, []string{`servers[1].name: begins like server "a" and its separator "b/c"`}},
		{"a name that begins another is fine", named("a", "ab", "a-b"), nil},
	})
}

func TestServersAreBounded(t *testing.T) {
	var names []string
	for i := range MaxServers {
		names = append(names, fmt.Sprintf("s%d", i))
	}
	runProblemCases(t, []problemCase{
		{"as many as allowed", named(names...), nil},
		{"one more", named(append(names, "x")...), []string{"servers: must hold 1 to 256 servers, found 257"}},
	})
}

func TestProblemsOfServerPaths(t *testing.T) {
	path := func(p string) string { return `{"servers":[{"name":"a","path":"` + p + `"}]}` }
	runProblemCases(t, []problemCase{
		{"a query, escapes and every legal sign", path("/a%2Fb;c=1/~!$&'()*+,=:@-._?key=v%20&x[]=/?"), nil},
		{"relative", path("mcp"), []string{`servers[0].path: must start with "/"`}},
		{"empty", path(""), []string{`servers[0].path: must start with "/"`}},
		{"a whole URL", path("http://h/mcp"), []string{`servers[0].path: must start with "/"`}},
		{"a bad escape in the query", path("/a?k=%zz"), []string{"servers[0].path: must have two hex digits after every %; write %25 for the sign itself"}},
		{"a line break", path(`/a\r\nx: y`), []string{"servers[0].path: must not contain control characters"}},
		{"longest", path("/" + strings.Repeat("a", MaxPathBytes-1)), nil},
		{"too long", path("/" + strings.Repeat("a", MaxPathBytes)), []string{"servers[0].path: must not be longer than 2048 bytes"}},
	})
}

func TestProblemsOfTools(t *testing.T) {
	runProblemCases(t, []problemCase{
		{"an empty allow list", withServer(`"tools":{"allow":[]}`), []string{`servers[0].tools.allow: must not be empty: leave it out to allow every tool, or write deny: ["*"] to allow none`}},
		{"an empty deny list", withServer(`"tools":{"deny":[]}`), nil},
		{"bad patterns", withServer(`"tools":{"allow":["","a\u0000"],"deny":["` + strings.Repeat("p", 257) + `","x","x"]}`), []string{
			"servers[0].tools.allow[0]: must have 1 to 256 bytes",
			"servers[0].tools.allow[1]: must not contain control characters",
			"servers[0].tools.deny[0]: must have 1 to 256 bytes",
			"servers[0].tools.deny[2]: is a duplicate of entry 1",
		}},
		{"too many patterns", withServer(`"tools":{"deny":[` + distinct(257) + `]}`), []string{"servers[0].tools.deny: must not hold more than 256 entries, found 257"}},
	})
}

// distinct is n JSON strings, each another.
func distinct(n int) string {
	var all []string
	for i := range n {
		all = append(all, fmt.Sprintf(`"t%d"`, i))
	}
	return strings.Join(all, ",")
}
