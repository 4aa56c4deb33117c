package main

import (
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"mcp-router/test/envoy"
)

func TestParseOptionsRefuses(t *testing.T) {
	tests := []struct {
		name string
		args []string
		want string
	}{
		{"a case that does not exist", []string{"-case", "small,tiny"}, `"tiny" is none of small, `},
		{"a listener that does not exist", []string{"-listener", "nginx"}, `"nginx" is none of floor, `},
		{"no rounds", []string{"-rounds", "0"}, "at least 1"},
		{"a stray argument", []string{"small"}, `unexpected argument "small"`},
		{"a variant without files", []string{"-variant", "a="}, "is not NAME="},
		{"a variant without a name", []string{"-variant", "=a.wasm"}, "is not NAME="},
		{"a variant whose module is missing", []string{"-variant", "a=none.wasm"}, "none.wasm: no such file"},
		{"a variant whose filter is missing", []string{"-variant", "a=,none.yaml"}, "none.yaml: no such file"},
		{"a variant with a listener's name", []string{"-variant", "lua=variant.go"}, "the name lua is taken"},
		{"two variants of one name", []string{"-variant", "a=variant.go", "-variant", "a=variant.go"}, "the name a is taken"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := parseOptions(tt.args, io.Discard); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("parseOptions(%q) = %v, want an error with %q", tt.args, err, tt.want)
			}
		})
	}
}

func TestVariantListener(t *testing.T) {
	dir := t.TempDir()
	filter := mustWrite(t, filepath.Join(dir, "filter.yaml"), `
name: mcp-router
typed_config: {config: {name: own, vm_config: {vm_id: theirs, environment_variables: {key_values: {GOGC: "400"}}}}}`)
	wasm := mustWrite(t, filepath.Join(dir, "own.wasm"), "")
	ownFilter := func(file string) any {
		return map[string]any{"name": "mcp-router", "typed_config": map[string]any{"config": map[string]any{
			"name": "own", "vm_config": map[string]any{
				"vm_id":                 "variant-v",
				"environment_variables": map[string]any{"key_values": map[string]any{"GOGC": "400"}},
				"code":                  map[string]any{"local": map[string]any{"filename": file}},
			}}}}
	}
	tests := []struct {
		name, variant string
		want          any
	}{
		{"another module in the shipped block", "v=" + wasm, shippedFilter(t, wasm)},
		{"another block with the shipped module", "v=," + filter, ownFilter("shipped.wasm")},
		{"both", "v=" + wasm + "," + filter, ownFilter(wasm)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			v, err := parseVariant(tt.variant)
			if err != nil {
				t.Fatal(err)
			}
			s := v.subject("shipped.wasm")
			config, err := envoy.Shipped("envoy.yaml", s.module)
			if err != nil {
				t.Fatal(err)
			}
			if err := s.edit(config, nil); err != nil {
				t.Fatal(err)
			}
			if got := mustGet(t, config, httpFilters+"/"+pluginFilter); !reflect.DeepEqual(got, tt.want) {
				t.Errorf("the filter is\n%v\nwant\n%v", got, tt.want)
			}
		})
	}
}

func TestVariantFilterNeedsThePluginsName(t *testing.T) {
	v := variant{name: "v", filter: mustWrite(t, filepath.Join(t.TempDir(), "filter.yaml"), "name: other")}
	if _, err := listenerOf(v.subject("shipped.wasm"), nil); err == nil || !strings.Contains(err.Error(), `its name is "other"`) {
		t.Errorf("listenerOf() = %v, want an error about the name", err)
	}
}

func TestOursIsTheShippedListener(t *testing.T) {
	ours, err := newSubject("ours", "shipped.wasm", plugin{})
	if err != nil {
		t.Fatal(err)
	}
	got, err := listenerOf(ours, nil)
	if err != nil {
		t.Fatal(err)
	}
	config, err := envoy.Shipped("envoy.yaml", "shipped.wasm")
	if err != nil {
		t.Fatal(err)
	}
	want := mustGet(t, config, envoy.Listener)
	if err := config.Set(envoy.Listener+"/name", "ours"); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("listenerOf(ours) =\n%v\nwant\n%v", got, want)
	}
}

// shippedFilter is the shipped block with another module and the VM id of the
// variant v.
func shippedFilter(t *testing.T, wasm string) any {
	t.Helper()
	config, err := envoy.Shipped("envoy.yaml", wasm)
	if err != nil {
		t.Fatal(err)
	}
	if err := config.Set(envoy.Plugin+"/vm_config/vm_id", "variant-v"); err != nil {
		t.Fatal(err)
	}
	return mustGet(t, config, httpFilters+"/"+pluginFilter)
}

func mustGet(t *testing.T, config *envoy.Config, path string) any {
	t.Helper()
	value, err := config.Get(path)
	if err != nil {
		t.Fatal(err)
	}
	return value
}

func mustWrite(t *testing.T, path, text string) string {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestVariantsHaveTwinsInGatewayMode(t *testing.T) {
	tests := []struct {
		name      string
		variant   variant
		listeners []string
		want      []string
	}{
		{"all listeners", variant{name: "v", by: prefixed}, nil, []string{"v-gateway", "v-gateway-uncached"}},
		{"no gateway among the listeners", variant{name: "v", by: prefixed}, []string{"ours"}, nil},
		{"one gateway", variant{name: "v", by: prefixed}, []string{"ours", "gateway"}, []string{"v-gateway"}},
		{"a block of its own", variant{name: "v", by: prefixed, filter: "f.yaml"}, nil, nil},
		{"a layer", variant{name: "v", by: direct}, nil, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			named := func(name string) bool { return len(tt.listeners) == 0 || slices.Contains(tt.listeners, name) }
			var got []string
			for _, s := range tt.variant.gateways("shipped.wasm", named) {
				got = append(got, s.name)
				if s.module != "shipped.wasm" {
					t.Errorf("%s runs %q", s.name, s.module)
				}
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("gateways() = %v, want %v", got, tt.want)
			}
		})
	}
}
