package config

import (
	"strings"
	"testing"
)

func TestToolFilterAllows(t *testing.T) {
	for _, tc := range []struct {
		name        string
		allow, deny []string
		tool        string
		want        bool
	}{
		{"the zero filter allows everything", nil, nil, "any", true},
		{"an exact name", []string{"get"}, nil, "get", true},
		{"a longer name is another", []string{"get"}, nil, "gets", false},
		{"letter case counts", []string{"get"}, nil, "Get", false},
		{"one of several", []string{"a", "b*"}, nil, "bc", true},
		{"a star stands for nothing too", []string{"get_*"}, nil, "get_", true},
		{"stars inside", []string{"*a*b"}, nil, "xxaybzb", true},
		{"stars that do not meet the end", []string{"*a*b"}, nil, "xxaybz", false},
		{"deny wins over allow", []string{"*"}, []string{"delete_*"}, "delete_all", false},
		{"deny alone leaves the rest", nil, []string{"delete_*"}, "get", true},
		{"deny everything", nil, []string{"*"}, "", false},
		{"a question mark is itself", []string{"a?"}, nil, "ab", false},
		{"no blow-up on many stars", []string{strings.Repeat("*a", 128)}, nil, strings.Repeat("a", 10_000) + "b", false},
	} {
		if got := (ToolFilter{Allow: tc.allow, Deny: tc.deny}).Allows(tc.tool); got != tc.want {
			t.Errorf("%s: Allows(%.20q) with allow %.40q deny %q = %t, want %t", tc.name, tc.tool, tc.allow, tc.deny, got, tc.want)
		}
	}
}
