package main

import (
	"fmt"
	"strings"
	"testing"
)

// Calls that run somewhere else than at their server are warned of; good tables are
// not.
func TestFallback(t *testing.T) {
	const clients = `{name: clients, match: {path: /mcp}, route: {cluster: c, timeout: 0s}}`
	header := func(value string) string {
		return `{name: ` + value + `, match: {prefix: /, headers: [{name: x-s, string_match: {exact: ` + value + `}}]}, route: {cluster: c, timeout: 0s}}`
	}
	for _, tc := range []struct{ name, plugin, hosts, want string }{
		{"by header", `{"serverHeader": "x-s", "paths": ["/mcp"], "servers": [{"name": "a", "path": "/mcp"}, {"name": "b", "path": "/mcp"}]}`,
			`[{name: h, domains: ["*"], routes: [` + header("a") + "," + header("b") + "," + clients + `]}]`, ""},
		{"a header that no route has", `{"serverHeader": "x-s", "paths": ["/mcp"], "servers": [{"name": "a", "path": "/mcp"}, {"name": "b", "path": "/mcp"}]}`,
			`[{name: h, domains: ["*"], routes: [` + header("a") + "," + header("bb") + "," + clients + `]}]`, `servers[1]: warning: finds route "clients", which clients' own requests for /mcp take`},
		{"the same without paths", `{"serverHeader": "x-s", "servers": [{"name": "a", "path": "/mcp"}, {"name": "b", "path": "/mcp"}]}`,
			`[{name: h, domains: ["*"], routes: [` + clients + `]}]`, `servers[1]: warning: finds route "clients", as servers[0] does, by the same domain and path`},
		{"one server that is where clients come in", `{"paths": ["/mcp"], "servers": [{"name": "a", "path": "/mcp"}]}`,
			`[{name: h, domains: ["*"], routes: [` + clients + `]}]`, ""},
		{"a proxy that tells servers apart by their paths", `{"servers": [{"name": "a", "path": "/a"}, {"name": "b", "path": "/b"}]}`,
			`[{name: h, domains: ["*"], routes: [{match: {prefix: /}, route: {cluster: c, timeout: 0s}}]}]`, ""},
		{"a domain of its own", `{"paths": ["/mcp"], "servers": [{"name": "a", "domain": "a.example", "path": "/mcp"}]}`,
			`[{name: a, domains: [a.example], routes: [{match: {prefix: /}, route: {cluster: c, timeout: 0s}}]}, {name: h, domains: ["*"], routes: [` + clients + `]}]`, ""},
		{"a domain that is mistyped", `{"servers": [{"name": "a", "domain": "a.exmaple", "path": "/mcp"}]}`,
			`[{name: a, domains: [a.example], routes: [{match: {prefix: /}, route: {cluster: c, timeout: 0s}}]}, {name: h, domains: ["*"], routes: [` + clients + `]}]`, `did you mean a.example?`},
		{"a domain that nobody has", `{"paths": ["/mcp"], "servers": [{"name": "a", "domain": "other.example", "path": "/mcp"}]}`,
			`[{name: a, domains: [third.test], routes: [{match: {prefix: /}, route: {cluster: c, timeout: 0s}}]}, {name: h, domains: ["*"], routes: [` + clients + `]}]`, `servers[0]: warning: finds route "clients", which clients' own requests`},
		{"the header names the cluster", `{"serverHeader": "x-s", "paths": ["/mcp"], "servers": [{"name": "c", "path": "/mcp"}, {"name": "d", "path": "/mcp"}]}`,
			`[{name: h, domains: ["*"], routes: [{name: by header, match: {prefix: /, headers: [{name: x-s, present_match: true}]}, route: {cluster_header: X-S, timeout: 0s}},` + clients + `]}]`, ""},
	} {
		text := fmt.Sprintf(`static_resources:
  listeners:
  - name: mcp
    address: {socket_address: {address: 127.0.0.1, port_value: 1}}
    per_connection_buffer_limit_bytes: 4259840
    filter_chains:
    - filters:
      - name: http
        typed_config:
          "@type": type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager
          stat_prefix: mcp
          stream_error_on_invalid_http_message: true
          http_filters:
          - name: mcp-router
            typed_config:
              "@type": type.googleapis.com/envoy.extensions.filters.http.wasm.v3.Wasm
              config:
                allow_on_headers_stop_iteration: true
                failure_policy: FAIL_RELOAD
                configuration: {"@type": type.googleapis.com/google.protobuf.StringValue, value: '%s'}
          - {name: router, typed_config: {"@type": type.googleapis.com/envoy.extensions.filters.http.router.v3.Router}}
          route_config: {virtual_hosts: %s}
  clusters: [{name: c}, {name: d}]
`, tc.plugin, tc.hosts)
		var out strings.Builder
		checkFile("envoy.yaml", []byte(text)).print(&out, "f")
		if got := out.String(); tc.want == "" && strings.Count(got, "\n") != 1 || !strings.Contains(got, tc.want) {
			t.Errorf("%s:\n%swant %q", tc.name, got, tc.want)
		}
	}
}
