package deploy

// spelling is a change to the minimal file, and whether Envoy takes it.
type spelling struct {
	old, with string
	good      bool
}

// spellings are right and wrong ways to write each kind of value.
func spellings() []spelling {
	var all []spelling
	add := func(old string, good bool, with ...string) {
		for _, w := range with {
			all = append(all, spelling{old, w, good})
		}
	}
	const timeout = "timeout: 0s}"
	add(timeout, true, timeout, "timeout: 1.5s}", "timeout: 05s}", "timeout: }", "timeout: ~}", "timeout: {seconds: 5, nanos: 3}}", "timeout: 9223372035s}")
	add(timeout, false, "timeout: 1h}", "timeout: 30m}", "timeout: 500ms}", "timeout: 5 s}", "timeout: 30}", `timeout: "30"}`, "timeout: .5s}", "timeout: 5.s}",
		"timeout: -5s}", "timeout: +5s}", "timeout: 1e3s}", "timeout: 0.1234567891s}", "timeout: 5S}", `timeout: ""}`, "timeout: true}", "timeout: [5s]}",
		"timeout: {value: 5s}}", "timeout: 9223372037s}", "timeout: 315576000001s}", `timeout: "5s "}`)
	// Fields.
	add(timeout, true, "timeout: 0s, prefixRewrite: /}", "timeout: 0s, priority: HIGH}", "timeout: 0s, priority: high}", "timeout: 0s, priority: 1}", `timeout: 0s, priority: "1"}`)
	add(timeout, false, "timeOut: 0s}", "Timeout: 0s}", "prefix_Rewrite: /}", "timeout: 0s, priority: [HIGH]}", `timeout: 0s, priority: "HIGH "}`,
		"timeout: 0s, priority: HIHG}", "timeout: 0s, cluster_header: x}", "timeout: 0s, match: {prefix: /}}", "timeout: 0s, retry_policy: a}", "timeout: 0s, retry_policy: []}",
		"timeout: 0s, host_rewrite_literal: x, auto_host_rewrite: true}")
	add("match: {prefix: /}", false, "match: {}", "match: {prefix: /, path: /}", "match: ", "match: {perfix: /}")
	add("route: {cluster: a,", false, "route: {cluster: '',", "route: {cluster: ,", "route: {cluster: b,")
	add("match: {prefix: /}", false, "match: {safe_regex: {regex: '*'}}", "match: {safe_regex: {regex: '(a'}}", "match: {safe_regex: {regex: '(?=a)'}}", "match: {safe_regex: {}}")
	// Booleans.
	const normal = "normalize_path: true"
	add(normal, true, `normalize_path: "true"`, "normalize_path: yes", "normalize_path: True", "normalize_path: on", "normalize_path: {value: true}",
		`normalize_path: "yes"`, "normalize_path: TRUE", "normalize_path: y", "normalize_path: Off", `normalize_path: "1"`, "normalize_path: ")
	add(normal, false, "normalize_path: 1", "normalize_path: 0", `normalize_path: ""`, "normalize_path: ture", "normalise_path: true")
	// Numbers.
	const limit = "limit_bytes: 5242880"
	add(limit, true, `limit_bytes: "5242880"`, "limit_bytes: 5242880.0", "limit_bytes: 6e6", "limit_bytes: 0x500000", `limit_bytes: "5242880.0"`, `limit_bytes: "6e6"`,
		`limit_bytes: {value: 5242880}`, "limit_bytes: +5242880")
	add(limit, false, "limit_bytes: 5MB", "limit_bytes: -1", "limit_bytes: 1.5", "limit_bytes: 99999999999", `limit_bytes: " 5242880"`, "limit_bytes: 0o10", "limit_bytes: true", "limit_bytes: 5 242 880")
	const port = "port_value: 10000"
	add(port, true, `port_value: "10000"`, "port_value: 0", "port_value: 65535")
	add(port, false, "port_value: 80000", "port_value: 65536", "port_value: -1", "port_value: http", "port_value: ", "port: 10000")
	add("address: 127.0.0.1, "+port, false, "address: localhost, "+port, "address: 127.0.0, "+port, "address: '', "+port, "address: 127.0.0.1:80, "+port)
	// Strings and lists.
	const name = "- name: all"
	add(name, true, "- name: 'yes'", "- name: 1.0.0", "- name: 2026-01-01", "- name: a b")
	add(name, false, "- name: yes", "- name: 5", "- name: true", "- name: ", "- name: ''", "- name: [all]", "- nam: all", "- name: {a: b}")
	add(`domains: ["*"]`, true, `domains: "*"`, `domains: ["*", null]`)
	add(`domains: ["*"]`, false, "domains: []", `domains: ["*", 5]`, "domain: ['*']", "domains: {a: b}", `domains: ["*", "*"]`, `domains: ["*", "a.b", "A.B"]`)
	// Types.
	const routerType = `{"@type": type.googleapis.com/envoy.extensions.filters.http.router.v3.Router}`
	add(routerType, true, `{"@type": x/envoy.extensions.filters.http.router.v3.Router}`, `{"@type": type.googleapis.com/envoy.extensions.filters.http.router.v3.Router, suppress_envoy_headers: on}`)
	add(routerType, false, `{"@type": type.googleapis.com/envoy.extensions.filters.http.router.v3.Routr}`, `{"@type": envoy.extensions.filters.http.router.v3.Router}`,
		`{"@type": type.googleapis.com/envoy.extensions.filter.http.router.v3.Router}`, `{"@type": type.googleapis.com/google.protobuf.Struct}`,
		`{"@type": /envoy.extensions.filters.http.router.v3.Router}`, `{"type": type.googleapis.com/envoy.extensions.filters.http.router.v3.Router}`, "{}", "",
		`{"@type": type.googleapis.com/envoy.extensions.filters.http.router.v3.Router, dynamic_stat: true}`)
	add("google.protobuf.StringValue", false, "google.protobuf.StrigValue", "google.protobuf.String", "google.protobuf.stringValue")
	add("                  value: '", false, "                  vlue: '", "                  Value: '")
	add("v3.HttpConnectionManager", false, "v3.HttpConectionManager", "v2.HttpConnectionManager")
	add("http.wasm.v3.Wasm", false, "http.wasm.v3.Wsm", "http.wams.v3.Wasm", "http.wasm.v3.PluginConfig")
	add("failure_policy: FAIL_RELOAD", true, "failure_policy: fail_reload", "failurePolicy: FAIL_RELOAD")
	add("failure_policy: FAIL_RELOAD", false, "failure_policy: FAIL_RELAOD", "failure_policy: RELOAD", "failure_policy: FAIL-RELOAD", "failure_policy: FAIL_CLOSE")
	// The chain.
	add("          - name: envoy.filters.http.router\n            typed_config: "+routerType+"\n", false, "",
		"          - name: router\n            typed_config: "+routerType+"\n          - name: envoy.filters.http.router\n            typed_config: "+routerType+"\n")
	add("static_resources:", false, "static_resource:", "staticresources:")
	add("stat_prefix: mcp\n", false, "\n")
	add("clusters: [{name: a,", false, "clusters: [{name: a, type: STATIC}, {name: a,", "clusters: [{name: b,")
	add("type: STATIC,", false, "type: STATICS,")
	add("type: STATIC,", true, "type: static,", "type: STRICT_DNS,", "")
	return all
}
