package envoy

import (
	"reflect"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

const sample = `
admin: {port: 1}
clusters:
- name: a
  hosts: [x, y]
- name: b
`

func TestSet(t *testing.T) {
	tests := []struct {
		name, path string
		value      any
		want       string
	}{
		{"a member is replaced", "admin/port", 2, "{admin: {port: 2}, clusters: [{name: a, hosts: [x, y]}, {name: b}]}"},
		{"a new member is added", "admin/host", "h", "{admin: {port: 1, host: h}, clusters: [{name: a, hosts: [x, y]}, {name: b}]}"},
		{"a new member at the top", "stats", 1, "{admin: {port: 1}, clusters: [{name: a, hosts: [x, y]}, {name: b}], stats: 1}"},
		{"an entry is found by its name", "clusters/b/hosts", []any{"z"}, "{admin: {port: 1}, clusters: [{name: a, hosts: [x, y]}, {name: b, hosts: [z]}]}"},
		{"an entry is found by its index", "clusters/0/hosts/1", "z", "{admin: {port: 1}, clusters: [{name: a, hosts: [x, z]}, {name: b}]}"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := mustParse(t, sample)
			if err := c.Set(tt.path, tt.value); err != nil {
				t.Fatalf("Set(%q): %v", tt.path, err)
			}
			data, err := c.Bytes()
			if err != nil {
				t.Fatalf("Bytes(): %v", err)
			}
			if got, want := mustParse(t, string(data)), mustParse(t, tt.want); !reflect.DeepEqual(got, want) {
				t.Errorf("after Set(%q) = %v, want %v", tt.path, got, want)
			}
		})
	}
}

func TestSetRefuses(t *testing.T) {
	tests := []struct{ name, path, want string }{
		{"a missing step", "admin/address/port", `no member "address"`},
		{"an unknown entry", "clusters/c/hosts", `no entry "c" in a list of 2`},
		{"an index past the end", "clusters/0/hosts/2", `no entry "2" in a list of 2`},
		{"a step below a plain value", "admin/port/x/y", `"x" is below a plain value`},
		{"a member of a plain value", "admin/port/x", `"admin/port" holds no members`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := mustParse(t, sample).Set(tt.path, 1)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("Set(%q) = %v, want an error with %q", tt.path, err, tt.want)
			}
		})
	}
}

func mustParse(t *testing.T, text string) *Config {
	t.Helper()
	var c Config
	if err := yaml.Unmarshal([]byte(text), &c.root); err != nil {
		t.Fatal(err)
	}
	return &c
}
