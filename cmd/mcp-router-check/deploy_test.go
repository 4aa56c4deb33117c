package main

import (
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"mcp-router/version"
)

// The files that the repository ships, as seen from this folder, hold nothing
// that the checker would change, but for the address that the user fills in: no
// problem, no warning, no open question.
func TestShippedFilesAreGood(t *testing.T) {
	for _, tc := range []struct {
		file    string
		plugins int
	}{
		{"../../envoy.yaml", 1},
		{"../../deploy/wasmplugin.yaml", 1},
		{"../../deploy/higress-plugins.yaml", 1},
	} {
		data, err := os.ReadFile(tc.file)
		if err != nil {
			t.Fatal(err)
		}
		r := checkFile(tc.file, data)
		r.findings = slices.DeleteFunc(r.findings, func(f finding) bool {
			return f.path == "spec.url" && strings.HasPrefix(f.message, "holds the placeholder <your-registry>")
		})
		if len(r.findings) > 0 || len(r.plugins) != tc.plugins {
			t.Errorf("%s: %d configurations, want %d; findings %+v", tc.file, len(r.plugins), tc.plugins, r.findings)
		}
	}
}

// FAIL_CLOSE stands where tools are forbidden, and only there: it stops every
// route of the gateway when the plugin cannot run.
func TestManifestsAreWhatHigressExpects(t *testing.T) {
	for file, failStrategy := range map[string]string{
		"../../deploy/wasmplugin.yaml":      "FAIL_OPEN",
		"../../deploy/higress-plugins.yaml": "FAIL_CLOSE",
	} {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		documents, err := readDocuments(file, data)
		if err != nil || len(documents) != 1 {
			t.Fatalf("%s: %d documents, error %v", file, len(documents), err)
		}
		want := map[string]string{
			"apiVersion": "extensions.higress.io/v1alpha1", "kind": "WasmPlugin", "metadata.namespace": "higress-system",
			"spec.url":   "oci://<your-registry>/plugins/mcp-router:" + version.String(),
			"spec.phase": "UNSPECIFIED_PHASE", "spec.priority": "1000", "spec.failStrategy": failStrategy,
			"spec.defaultConfig.onConfigError": "idle",
		}
		got := map[string]string{}
		for path := range want {
			got[path] = documents[0].Get(path).String()
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v, want %v", file, got, want)
		}
		doc := checkFile(file, data).plugins[0].doc
		if hasToolFilter(doc) != (failStrategy == "FAIL_CLOSE") || len(doc.Rules) == 0 {
			t.Errorf("%s: failStrategy %s, forbids tools %t, %d rules", file, failStrategy, hasToolFilter(doc), len(doc.Rules))
		}
	}
}
