//go:build compat

package higress

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mcp-router/test/module"
)

// stockMarker tells stock Envoy which ABI the module speaks. Plugins for Higress
// alone do not have it.
const stockMarker = "proxy_abi_version_0_2_1"

// plugin is a released build.
type plugin struct {
	name    string
	imports []module.Function
	exports []string
}

func mustPlugin(t *testing.T, file string) plugin {
	t.Helper()
	wasm, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	p := plugin{name: filepath.Base(filepath.Dir(filepath.Dir(file)))}
	if p.imports, err = module.Imports(wasm); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	if p.exports, err = module.Exports(wasm); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return p
}

func mustOurs(t *testing.T) plugin {
	t.Helper()
	file, err := module.Build("")
	if err != nil {
		t.Fatal(err)
	}
	return mustPlugin(t, file)
}

// mustReleased are the plugins of the package that make compat has fetched.
func mustReleased(t *testing.T) []plugin {
	t.Helper()
	root, err := module.Root()
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(root, ".tools/higress/gpustack_higress_plugins/plugins/*/*/plugin.wasm"))
	if err != nil || len(files) != 14 {
		t.Fatalf("%d plugins found, want 14 (%v): make compat fetches them", len(files), err)
	}
	var all []plugin
	for _, file := range files {
		all = append(all, mustPlugin(t, file))
	}
	return all
}

// A gateway that offers what released plugins import offers all that ours does,
// with the same parameters.
func TestReleasedPluginsImportAllThatOursDoes(t *testing.T) {
	theirs := map[module.Function]bool{}
	for _, p := range mustReleased(t) {
		for _, f := range p.imports {
			theirs[f] = true
		}
	}
	imports := mustOurs(t).imports
	if len(imports) < 20 {
		t.Fatalf("only %d imports found", len(imports))
	}
	for _, f := range imports {
		if !theirs[f] {
			t.Errorf("no released plugin imports %s %s", f.Name, f.Type)
		}
	}
	t.Logf("%d imports of ours, %d of theirs", len(imports), len(theirs))
}

// Those of the same SDK export the same, in the same order, which decides by
// which marker Higress takes the module. The one marker more comes after theirs.
func TestOursExportsWhatReleasedPluginsDoAndOneMarker(t *testing.T) {
	ours := mustOurs(t).exports
	marker := slices.Index(ours, stockMarker)
	if marker < 0 || marker < slices.Index(ours, "proxy_abi_version_0_2_100") {
		t.Fatalf("markers in the order of %s", strings.Join(ours, " "))
	}
	ours = slices.Delete(slices.Clone(ours), marker, marker+1)
	same := 0
	for _, p := range mustReleased(t) {
		if slices.Contains(p.exports, "proxy_on_grpc_close") {
			continue // of another SDK
		}
		same++
		if !slices.Equal(p.exports, ours) {
			t.Errorf("%s exports\n%s\nours but for its marker\n%s", p.name, strings.Join(p.exports, " "), strings.Join(ours, " "))
		}
	}
	if same < 10 {
		t.Errorf("only %d plugins are of this SDK", same)
	}
}
