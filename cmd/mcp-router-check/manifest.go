package main

import (
	"github.com/tidwall/gjson"

	"mcp-router/config"
)

// checkManifest checks a WasmPlugin resource (extensions.higress.io/v1alpha1).
// Among others only those that look like ours are.
func (r *report) checkManifest(place string, document gjson.Result, alone bool) {
	spec := document.Get("spec")
	if !alone && !manifestIsOurs(document, spec) {
		return
	}
	r.checkSpec(under(place), document)
	f := fold(spec)
	doc := config.Parse([]byte(f.text))
	r.plugins = append(r.plugins, plugin{doc: doc})
	for _, p := range doc.Problems {
		r.addProblems([]config.Problem{f.unfold(p)}, under(place))
	}
	unfolded := func(at string) string { return under(place)(f.unfold(config.Problem{Path: at}).Path) }
	r.checkAlike(unfolded, doc)
	r.checkShared(unfolded, doc)
	r.adviseManifest(under(place), spec, f, doc)
}

func manifestIsOurs(document, spec gjson.Result) bool {
	configurations := []gjson.Result{spec.Get("pluginConfig"), spec.Get("defaultConfig")}
	for _, rule := range spec.Get("matchRules").Array() {
		configurations = append(configurations, rule.Get("config"))
	}
	return looksLikeOurs([]string{document.Get("metadata.name").Str, spec.Get("url").Str}, configurations...)
}

// adviseManifest warns of what Higress accepts and an operator regrets.
func (r *report) adviseManifest(path func(string) string, spec gjson.Result, f folded, doc *config.Document) {
	if f.text == "" {
		r.add(warning, path("spec.defaultConfigDisable"), "switches the plugin off: no rule is enabled")
		return
	}
	if doc.OnConfigError != config.IdleOnError {
		r.add(warning, path("spec."+f.base+".onConfigError"), "should be idle: a plugin that refuses its start holds up the configuration of the whole gateway")
	}
	if spec.Get("failStrategy").Str == "FAIL_OPEN" && hasToolFilter(doc) {
		r.add(warning, path("spec.failStrategy"), "should be FAIL_CLOSE: without the plugin, calls get around tools.allow and tools.deny")
	}
	if phase := spec.Get("phase").Str; phase == "AUTHN" || phase == "AUTHZ" {
		r.add(warning, path("spec.phase"), "should be left out: in phase %s the plugin changes the route before the client is authorised", phase)
	}
}

// hasToolFilter reports whether some server may not be called in full.
func hasToolFilter(doc *config.Document) bool {
	for _, s := range scopes(doc) {
		for _, server := range s.cfg.Servers {
			if len(server.Tools.Allow)+len(server.Tools.Deny) > 0 {
				return true
			}
		}
	}
	return false
}
