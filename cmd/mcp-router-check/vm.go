package main

import (
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"mcp-router/cmd/mcp-router-check/envoyapi"
	"mcp-router/nearest"
)

// runtimes are the Wasm runtimes that Envoy is built with.
var runtimes = []string{"envoy.wasm.runtime.v8", "envoy.wasm.runtime.wasmtime", "envoy.wasm.runtime.wamr", "envoy.wasm.runtime.null"}

// checkVM checks how the plugin is run, and what happens when it crashes.
func (r *report) checkVM(place string, p gjson.Result) {
	path := under(place)
	if vm := member(p, "vm_config"); vm.Exists() {
		runtime := member(vm, "runtime")
		if near := nearest.Names(runtime.Str, runtimes, 1); runtime.Str != "" && !slices.Contains(runtimes, runtime.Str) && len(near) > 0 {
			r.addAt(problem, runtime, path("vm_config.runtime"), "is not a runtime that Envoy has; did you mean %s?", near[0])
		}
		if member(vm, "runtime").Exists() && !member(vm, "code").Exists() {
			r.addAt(problem, vm, path("vm_config"), "lacks code, the plugin's file")
		}
	}
	policy := member(p, "failure_policy")
	open, _ := envoyapi.Bool(member(p, "fail_open"))
	switch strings.ToUpper(policy.String()) {
	case "FAIL_RELOAD", "1":
	case "FAIL_OPEN", "3":
		open = true
	default:
		if open {
			break
		}
		r.addAt(warning, firstOf(policy, p), path("failure_policy"), "should be FAIL_RELOAD: when the plugin's VM has crashed Envoy answers 503 until it is restarted otherwise")
	}
	if open {
		r.addAt(warning, firstOf(policy, p), path("failure_policy"), "should be FAIL_RELOAD: when the plugin's VM has crashed requests pass unread, and get around tools.allow and tools.deny")
	}
}

// firstOf is the first value that is there.
func firstOf(values ...gjson.Result) gjson.Result {
	for _, v := range values {
		if v.Exists() {
			return v
		}
	}
	return gjson.Result{}
}
