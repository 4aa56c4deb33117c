package main

import (
	"strings"
	"testing"
	"time"
)

// What is no honest mistake ends soon, with a word about what it is, and never with
// "ok".
func TestHostileFiles(t *testing.T) {
	gateway := mustRead(t, "../../deploy/examples/gateway-envoy.yaml")
	doubling := "a0: &a0 {k: v}\n"
	names := "0123456789bcdefghijklmnopqrstuvwxyz"
	for i := 1; i < len(names); i++ {
		doubling += "a" + names[i:i+1] + ": &a" + names[i:i+1] + " {x: *a" + names[i-1:i] + ", y: *a" + names[i-1:i] + "}\n"
	}
	for name, tc := range map[string]struct{ file, text, want string }{
		"maps that double":             {"f.yaml", doubling + "static_resources: *az\n", "aliases make the document too large"},
		"a list that holds itself":     {"f.yaml", "static_resources: &a [*a]\n", "nests deeper than 100 levels"},
		"deep YAML":                    {"f.yaml", "a: " + strings.Repeat("[", 3000) + strings.Repeat("]", 3000), "nests deeper than 100 levels"},
		"deep JSON":                    {"f.json", strings.Repeat(`{"a":`, 3000) + "1" + strings.Repeat("}", 3000), "nests deeper than 100 levels"},
		"very deep JSON":               {"f.json", strings.Repeat("[", 20000) + strings.Repeat("]", 20000), "exceeded max depth"},
		"brackets in text":             {"f.json", `{"servers": [{"name": "a", "path": "/` + strings.Repeat("[", 200) + `\"{", "nam": 1}]}`, "servers[0].nam"},
		"a listener 100,000 times":     {"f.yaml", "static_resources:\n  listeners:\n" + strings.Repeat("  - {name: a}\n", 100000), " more\n"},
		"fields of no message":         {"f.json", `{"static_resources":{` + strings.Repeat(`"listenerz":1,`, 200000) + `"x":1}}`, "did you mean listeners?"},
		"two configurations":           {"f.yaml", gateway + "\n---\n" + gateway, "document[1]: is never read: Envoy reads the first document of a file"},
		"a merge key":                  {"f.yaml", strings.Replace(gateway, "  listeners:\n", "  <<: {listeners: []}\n  listeners:\n", 1), "merge keys (<<) are not understood"},
		"a field twice":                {"f.yaml", strings.Replace(gateway, "          normalize_path: true\n", "          normalize_path: true\n          normalizePath: false\n", 1), "normalizePath: is given more than once"},
		"a tab":                        {"f.yaml", strings.Replace(gateway, "    filter_chains:", "\tfilter_chains:", 1), "is indented with a tab"},
		"comments in JSON":             {"f.json", "// a\n{}", "JSON has no comments"},
		"a mark before JSON":           {"f.json", "\ufeff{}", "byte-order mark"},
		"another encoding":             {"f.yaml", "\xff\xfea\x00", "UTF-16"},
		"a zero byte":                  {"f.yaml", "static_resources: {}\x00", "control characters"},
		"no type":                      {"f.yaml", "static_resources: {listeners: [{filter_chains: [{filters: [{name: h, typed_config: {}}]}]}]}", "lacks @type"},
		"a type that is a number":      {"f.json", `{"resources":[{"@type":5}]}`, "@type: must be"},
		"resources of a mistyped type": {"f.json", `{"resources":[{"@type":"type.googleapis.com/envoy.config.listener.v3.Listner"}]}`, "v3.Listener?"},
		"values in place of messages":  {"f.json", `{"static_resources":[1],"layered_runtime":"x","admin":[]}`, "static_resources: must be an object"},
		"nothing of ours":              {"f.yaml", "static_resources: {listeners: []}", "holds no configuration of mcp-router"},
		"nothing that is known":        {"f.yaml", "static_resources: {qqqqqqqq: 1}", "holds no configuration of mcp-router"},
		"a number too large":           {"f.json", `{"static_resources":{"listeners":[{"per_connection_buffer_limit_bytes":1e999999999}]}}`, "must be a whole number"},
		"colours":                      {"f.yaml", `static_resources: {"\e[31mred\nf.yaml: ok": 1}`, "static_resources.\uFFFD[31mred\uFFFDf.yaml: ok: warning"},
	} {
		began := time.Now()
		r := checkFile(tc.file, []byte(tc.text))
		var out strings.Builder
		r.print(&out, tc.file)
		if !r.failed() || !strings.Contains(out.String(), tc.want) || strings.Contains(out.String(), tc.file+": ok") && name != "colours" {
			t.Errorf("%s: %.400s\nwant %q", name, &out, tc.want)
		}
		if took := time.Since(began); took > 20*time.Second {
			t.Errorf("%s took %s", name, took)
		}
	}
}
