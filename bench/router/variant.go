package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"go.yaml.in/yaml/v3"

	"mcp-router/test/envoy"
)

// variant is one more build or configuration of our filter, to be compared with
// the shipped one within the same run.
type variant struct {
	name string
	by   addressing
	// wasm is the module's file; empty means the shipped module.
	wasm string
	// filter is a YAML file with an entry of http_filters to use instead of the
	// shipped one; empty means the shipped block.
	filter string
}

var variantName = regexp.MustCompile(`^[a-z0-9][a-z0-9.-]*$`)

// parseVariant reads NAME=[MODULE.wasm][,FILTER.yaml].
func parseVariant(text string) (variant, error) {
	name, files, ok := strings.Cut(text, "=")
	if !ok || !variantName.MatchString(name) || files == "" {
		return variant{}, fmt.Errorf("%q is not NAME=[MODULE.wasm][,FILTER.yaml] with a name of a-z, 0-9, dot and dash", text)
	}
	wasm, filter, _ := strings.Cut(files, ",")
	v := variant{name: name, wasm: wasm, filter: filter}
	for _, file := range []*string{&v.wasm, &v.filter} {
		if *file == "" {
			continue
		}
		absolute, err := filepath.Abs(*file)
		if err != nil {
			return variant{}, err
		}
		if _, err := os.Stat(absolute); err != nil {
			return variant{}, err
		}
		*file = absolute
	}
	return v, nil
}

// subject is the variant's listener. shipped is the file of the shipped module.
func (v variant) subject(shipped string) subject {
	return subject{name: v.name, title: "variant " + v.name, by: v.by, does: calls, module: cmp.Or(v.wasm, shipped), edit: whatever(v.edit)}
}

// gateways are the variant's twins in gateway mode: those of the named listeners
// that are one. A variant with a block of its own has none.
func (v variant) gateways(shipped string, named func(string) bool) []subject {
	if v.filter != "" || v.by.direct {
		return nil
	}
	var twins []subject
	wasm := cmp.Or(v.wasm, shipped)
	title := "variant " + v.name + ", gateway mode"
	if named(gatewayName) {
		twins = append(twins, gatewaySubject(v.name+"-"+gatewayName, title, wasm, nil))
	}
	if named(uncachedName) {
		twins = append(twins, uncached(v.name+"-"+uncachedName, title, wasm))
	}
	return twins
}

func (v variant) edit(config *envoy.Config) error {
	const code = envoy.Plugin + "/vm_config/code"
	wasm, err := config.Get(code)
	if err != nil {
		return err
	}
	if v.filter != "" {
		filter, err := readFilter(v.filter)
		if err != nil {
			return err
		}
		if err := replaceFilter(filter)(config); err != nil {
			return err
		}
	}
	return errors.Join(
		config.Set(code, wasm),
		// A VM of its own: with the same id and code it would share ours.
		config.Set(envoy.Plugin+"/vm_config/vm_id", "variant-"+v.name))
}

// readFilter reads an entry of http_filters whose name is the plugin's.
func readFilter(file string) (map[string]any, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var filter map[string]any
	if err := yaml.Unmarshal(data, &filter); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if nameOf(filter) != pluginFilter {
		return nil, fmt.Errorf("%s: its name is %q, want that of an entry of http_filters: %s", file, nameOf(filter), pluginFilter)
	}
	return filter, nil
}
