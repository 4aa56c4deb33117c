package azd

import (
	"bytes"
	"errors"
	"reflect"
	"strings"
	"testing"
)

func TestParseExtensions(t *testing.T) {
	row := `[{"id":"mcp.storage","namespace":"mcp.storage","version":"1.0.0","installedVersion":"","source":"azd"}]`
	storage := []Extension{{ID: "mcp.storage", Namespace: "mcp.storage", Source: "azd", Latest: "1.0.0"}}
	tests := []struct {
		name string
		out  string
		want []Extension
		err  error
	}{
		{"nothing is none", "", nil, nil},
		{"white space is none", "\n \n", nil, nil},
		{"an empty array is none", "[]", nil, nil},
		{"a list", row, storage, nil},
		{"text before it", "WARNING: azd is out of date\n" + row, storage, nil},
		{"text with brackets before it", "[1/3] checking [a]\n" + row, storage, nil},
		{"text after it", row + "\nDone ]", storage, nil},
		{"only the first of two arrays", row + "\n" + `[{"id":"mcp.other"}]`, storage, nil},
		{"a row without an id is left out", `[{"version":"1"},{"id":"a"}]`, []Extension{{ID: "a", Namespace: "a"}}, nil},
		{"no array", `{"error":"x"}`, nil, errNoList},
		{"an unfinished array", `[{"id":"a"`, nil, errNoList},
		{"brackets without end", strings.Repeat("[", 1<<20), nil, errNoList},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := parseExtensions([]byte(tt.out))
			if !reflect.DeepEqual(got, tt.want) || !errors.Is(err, tt.err) {
				t.Errorf("parseExtensions:\n got %+v, %v\nwant %+v, %v", got, err, tt.want, tt.err)
			}
		})
	}
}

func TestParseExtensionsIsBounded(t *testing.T) {
	rows := bytes.Repeat([]byte(`{"id":"a"},`), maxExtensions+5)
	got, err := parseExtensions(append(append([]byte("["), rows...), `{"id":"z"}]`...))
	if len(got) != maxExtensions || err != nil {
		t.Errorf("%d rows, %v; want %d", len(got), err, maxExtensions)
	}
}

func TestRowGenerations(t *testing.T) {
	tests := []struct {
		name, row string
		want      Extension
	}{
		{"installed false", `{"id":"a","version":"1.0.0","installed":false}`, Extension{ID: "a", Namespace: "a", Latest: "1.0.0"}},
		{"installed true", `{"id":"a","version":"1.0.0","installed":true}`, Extension{ID: "a", Namespace: "a", Latest: "1.0.0", Installed: UnknownVersion}},
		{"latestVersion newer", `{"id":"a","version":"1.0.0","latestVersion":"1.2.0","installed":true}`,
			Extension{ID: "a", Namespace: "a", Latest: "1.2.0", Installed: "1.0.0", Upgradable: true}},
		{"installedVersion older", `{"id":"a","version":"1.10.0","installedVersion":"1.9.0"}`,
			Extension{ID: "a", Namespace: "a", Latest: "1.10.0", Installed: "1.9.0", Upgradable: true}},
		{"installedVersion the same", `{"id":"a","version":"1.0.0","installedVersion":"1.0.0"}`,
			Extension{ID: "a", Namespace: "a", Latest: "1.0.0", Installed: "1.0.0"}},
		{"updateAvailable decides", `{"id":"a","version":"2.0.0","installedVersion":"1.0.0","updateAvailable":false}`,
			Extension{ID: "a", Namespace: "a", Latest: "2.0.0", Installed: "1.0.0"}},
		{"updateAvailable of what is not installed", `{"id":"a","version":"2.0.0","updateAvailable":true}`,
			Extension{ID: "a", Namespace: "a", Latest: "2.0.0"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := parseExtensions([]byte("[" + tt.row + "]"))
			if err != nil || len(got) != 1 || got[0] != tt.want {
				t.Errorf("%s:\n got %+v, %v\nwant %+v", tt.row, got, err, tt.want)
			}
		})
	}
}

func TestMergeExtensions(t *testing.T) {
	ext := func(id, source, installed string) Extension {
		return Extension{ID: id, Namespace: id, Source: source, Installed: installed}
	}
	tests := []struct {
		name              string
		tagged, installed []Extension
		want              []Extension
	}{
		{"roots are left out", []Extension{ext("mcp.azure", "s", ""), ext("MCP.Azure.CSharp", "s", ""), ext("mcp.a", "s", "")}, nil, []Extension{ext("mcp.a", "s", "")}},
		{"the installed row wins", []Extension{ext("mcp.a", "one", ""), ext("mcp.a", "two", "1.0.0")}, nil, []Extension{ext("mcp.a", "two", "1.0.0")}},
		{"else the first", []Extension{ext("mcp.a", "one", ""), ext("mcp.a", "two", "")}, nil, []Extension{ext("mcp.a", "one", "")}},
		{"untagged ones need the prefix", nil, []Extension{ext("mcp.b", "s", "1.0.0"), ext("microsoft.azd.demo", "s", "1.0.0")}, []Extension{ext("mcp.b", "s", "1.0.0")}},
		{"tagged ones do not", []Extension{ext("contoso.azure", "s", "")}, nil, []Extension{ext("contoso.azure", "s", "")}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := mergeExtensions(tt.tagged, tt.installed); !reflect.DeepEqual(got, tt.want) {
				t.Errorf("got %+v, want %+v", got, tt.want)
			}
		})
	}
}

func TestFindVersion(t *testing.T) {
	tests := []struct {
		text string
		want version
		ok   bool
	}{
		{"azd version 1.20.0 (commit 1f2e)", version{number: [3]int{1, 20, 0}}, true},
		{`{"azd":{"version":"1.32.0-beta.1"}}`, version{number: [3]int{1, 32, 0}, label: "beta.1"}, true},
		{"go 1.25 at 10.0.0.1, then 2.3.4", version{number: [3]int{2, 3, 4}}, true},
		{"no number", version{}, false},
		{"1.2", version{}, false},
		{"99999999999999999999.1.1", version{}, false},
	}
	for _, tt := range tests {
		if got, ok := findVersion(tt.text); got != tt.want || ok != tt.ok {
			t.Errorf("findVersion(%q) = %+v, %v; want %+v, %v", tt.text, got, ok, tt.want, tt.ok)
		}
	}
}

func TestVersionOrder(t *testing.T) {
	ascending := []string{"0.9.9", "1.0.0-alpha", "1.0.0-beta.1", "1.0.0", "1.2.0", "1.10.0", "2.0.0"}
	for i, a := range ascending {
		for j, b := range ascending {
			v, _ := findVersion(a)
			w, _ := findVersion(b)
			if got := v.compare(w); (got < 0) != (i < j) || (got == 0) != (i == j) {
				t.Errorf("%s against %s: %d", a, b, got)
			}
		}
	}
}

func TestAzdVersion(t *testing.T) {
	for out, want := range map[string]string{
		"azd version 1.27.1 (commit 0123)":                                "1.27.1",
		"WARNING: 1.9.0 is out of date\nazd version 1.27.1 (commit 0123)": "1.27.1",
		`{"note":"since 1.2.3","azd":{"version":"1.27.1"}}`:               "1.27.1",
		"1.27.1": "1.27.1",
	} {
		v, ok := azdVersion(out)
		if w, _ := findVersion(want); !ok || v.compare(w) != 0 {
			t.Errorf("azdVersion(%q) = %v, %v, want %s", out, v, ok, want)
		}
	}
}

func TestListsBehindOtherArrays(t *testing.T) {
	for out, want := range map[string]int{
		`warnings: [] [{"id":"mcp.a"}]`:       1,
		`[]`:                                  0,
		`[1/3] fetching [] [{"id":"mcp.a"}] `: 1,
		`[{"other":1}] [{"id":"mcp.a"}]`:      1,
	} {
		if list, err := parseExtensions([]byte(out)); len(list) != want || err != nil {
			t.Errorf("%s: %v, %v", out, list, err)
		}
	}
}
