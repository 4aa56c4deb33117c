package config

import (
	"reflect"
	"testing"
)

func TestSummaryAndUnionOfTheParts(t *testing.T) {
	const a, b = `{"name":"a","path":"/"}`, `{"name":"b","path":"/"}`
	for _, tc := range []struct {
		name, data string
		summary    Summary
		union      *Config
	}{
		{"nothing", `{}`, Summary{}, nil},
		{"off", `{"enable":false}`, Summary{Parts: 1}, nil},
		{"the global part", `{"paths":["/mcp"],"servers":[` + a + `,` + b + `]}`, Summary{Parts: 1, On: 1, Serving: 1, Servers: 2},
			&Config{Enable: true, Paths: []string{"/mcp"}, Separators: []string{"/", "___"}, MaxBodyBytes: 4 << 20}},
		{"rules with and without their own servers", `{"paths":["/mcp"],"servers":[` + a + `],"_rules_":[{"_match_domain_":["x"]},
			{"_match_domain_":["y"],"servers":[` + a + `,` + b + `],"paths":["/y","/mcp"],"separators":["--","/"],"maxBodyBytes":8388608},{"_match_domain_":["z"],"enable":false,"paths":["/z"]}]}`,
			Summary{Parts: 4, On: 3, Serving: 3, Servers: 2},
			&Config{Enable: true, Paths: []string{"/mcp", "/y"}, Separators: []string{"/", "___", "--"}, MaxBodyBytes: 8 << 20}},
		{"only rules, one of them on every path", `{"_rules_":[{"_match_domain_":["x"],"servers":[` + a + `],"paths":["/x"]},{"_match_domain_":["y"],"servers":[` + b + `]}]}`,
			Summary{Parts: 2, On: 2, Serving: 2, Servers: 2}, &Config{Enable: true, Separators: []string{"/", "___"}, MaxBodyBytes: 4 << 20}},
		{"problems", `{"servers":[` + a + `],"_rules_":[{"_match_domain_":["x"],"y":1,"servers":[` + b + `]}]}`, Summary{Parts: 2, On: 2, Serving: 1, Servers: 1},
			&Config{Enable: true, Separators: []string{"/", "___"}, MaxBodyBytes: 4 << 20}},
	} {
		doc := Parse([]byte(tc.data))
		if got := doc.Summary(); got != tc.summary {
			t.Errorf("%s: Summary = %+v, want %+v", tc.name, got, tc.summary)
		}
		if got := doc.Union(); !reflect.DeepEqual(got, tc.union) {
			t.Errorf("%s: Union = %+v, want %+v", tc.name, got, tc.union)
		}
	}
}
