package main

import (
	"slices"
	"strings"
	"testing"
)

// mistake is one token of a shipped file written wrongly, and what has to be said
// of it: a part of a line of the output.
type mistake struct{ old, with, said string }

// Every mistake gives a finding that names it.
func requireFound(t *testing.T, file string, mistakes []mistake) {
	t.Helper()
	shipped := mustRead(t, file)
	for _, m := range mistakes {
		if !strings.Contains(shipped, m.old) {
			t.Errorf("%s: %q is not there", file, m.old)
			continue
		}
		var out strings.Builder
		r := checkFile(file, []byte(strings.Replace(shipped, m.old, m.with, 1)))
		r.print(&out, "f")
		if !slices.ContainsFunc(strings.Split(out.String(), "\n"), func(line string) bool { return strings.Contains(line, m.said) }) {
			t.Errorf("%s: %s for %s:\n%swant %q", file, m.with, m.old, &out, m.said)
		}
	}
}

func TestMistakesInTheShippedGateway(t *testing.T) {
	requireFound(t, "../../deploy/examples/gateway-envoy.yaml", []mistake{
		// The runtime takes every key and value.
		{"http.async_response_buffer_limit: 4194304", "", "warning: lacks http.async_response_buffer_limit"},
		{"http.async_response_buffer_limit", "http.async_response_bufer_limit", "did you mean http.async_response_buffer_limit?"},
		{"http.async_response_buffer_limit", "http.async_buffer_limit", "did you mean http.async_response_buffer_limit?"},
		{"http.async_response_buffer_limit", "async_response_buffer_limit", "did you mean http.async_response_buffer_limit?"},
		{"limit: 4194304", "limit: 4MB", "must be a number of bytes"},
		{"limit: 4194304", "limit: -1", "must be a number of bytes"},
		{"limit: 4194304", "limit: [4194304]", "must be a number of bytes"},
		{"limit: 4194304", "limit: 4096", "whose list is longer"},
		{"layered_runtime:", "layered_runtimes:", "is not a field of Bootstrap"},
		{"static_layer:", "disk_layer:", "cannot tell whether http.async_response_buffer_limit is set"},
		// Where calls go.
		{`{cluster: "mcp-notes",`, `{cluster_header: x-c,`, "whose cluster_header is x-c, which the gateway takes off"},
		{`{cluster: "mcp-weather",`, `{cluster_header: x-api-key,`, `whose cluster "replace-me" the file does not define`},
		{`{cluster: "mcp-notes",`, `{weighted_clusters: {clusters: [{name: mcp-notes, weight: 1}, {name: mcp-weather, weight: 1}]},`, `but its calls find route "notes" to cluster "mcp-weather"`},
		{`{cluster: "mcp-notes",`, `{inline_cluster_specifier_plugin: {},`, `note: cannot tell which cluster route "notes" leads to`},
		{`{cluster: "mcp-notes",`, `{cluster: "mcp-notes", request_mirror_policies: [{cluster: mcp-weather}],`, "each tools/call is sent a second time"},
		{`string_match: {exact: "notes"}`, `string_match: {exact: "note"}`, `servers[1]: asks cluster "mcp-notes", but its calls find route "clients" to cluster "nowhere"`},
		{"name: x-mcp-server, string_match", "name: x-mcp-sever, string_match", `servers[0]: asks cluster "mcp-everything", but its calls find route "clients" to cluster "nowhere"`},
		// Filters.
		{"filters.http.router.v3.Router", "filters.http.router.v3.Ruoter", "did you mean type.googleapis.com/envoy.extensions.filters.http.router.v3.Router?"},
		{"filters.http.wasm.v3.Wasm", "filters.http.wasm.v3.Wsam", "did you mean type.googleapis.com/envoy.extensions.filters.http.wasm.v3.Wasm?"},
		{"filters.http.cors.v3.Cors\n", "filters.http.cors.v3.Corse\n", "did you mean type.googleapis.com/envoy.extensions.filters.http.cors.v3.Cors?"},
		{"                envoy.filters.http.cors:\n", "                envoy.filters.http.crs:\n", "none in http_filters has this name"},
		{"          - name: envoy.filters.http.router\n            typed_config:\n              \"@type\": type.googleapis.com/envoy.extensions.filters.http.router.v3.Router\n", "", "envoy.filters.http.router has to be the last filter"},
		{"failure_policy: FAIL_RELOAD", "failure_policy: FAIL_RELOD", "did you mean FAIL_RELOAD?"},
		{"failure_policy: FAIL_RELOAD", "failure_policy: FAIL_CLOSED", "answers 503 until it is restarted"},
		{"failure_policy: FAIL_RELOAD", "failure_policy: FAIL_OPEN", "requests pass unread"},
		{"failure_policy: FAIL_RELOAD", "", "answers 503 until it is restarted"},
		{"wasm.runtime.v8", "wasm.runtime.v9", "did you mean envoy.wasm.runtime.v8?"},
		{`code: {local: {filename: "/etc/envoy/mcp-router.wasm"}}`, "", "lacks code"},
		// CORS.
		{"allow_methods: GET, POST, DELETE, OPTIONS", "allow_methods: GET, POST, OPTIONS", "lacks DELETE"},
		{"allow_methods: GET, POST, DELETE, OPTIONS", "allow_methods: GET, DELETE, OPTIONS", "lacks POST"},
		{"authorization, mcp-protocol-version, mcp-method", "authorization, mcp-protocol-versio, mcp-method", "lacks mcp-protocol-version"},
		{"                    mcp-session-id, last-event-id", "                    mcp-session, last-event-id", "allow_headers: warning: lacks mcp-session-id"},
		{"content-type, accept, authorization,", "content-type, accept,", "lacks authorization"},
		{"expose_headers: mcp-session-id, www", "expose_headers: mcp_session_id, www", "expose_headers: warning: lacks mcp-session-id"},
		{"expose_headers: mcp-session-id, www-authenticate", "", "expose_headers: warning: lacks mcp-session-id"},
		{"- safe_regex: {regex: 'http://(localhost", "- safe_regex: {regex: 'http://(?localhost", "must be a regular expression"},
		// Durations.
		{"idle_timeout: 30s", "idle_timeout: 30", "must be a duration as Envoy writes it, seconds with an s; write 30s"},
		{"idle_timeout: 3600s", "idle_timeout: 1h", "write 3600s"},
		{"idle_timeout: 3600s", "idle_timeout: 60m", "write 3600s"},
		{"request_timeout: 60s", "request_timeout: 60 s", "write 60s"},
		{"stream_idle_timeout: 3600s", "stream_idle_timeout: 1h", "write 3600s"},
		{"idle_timeout: 4s}", "idle_timeout: 4000ms}", "write 4s"},
		{"timeout: 0s, idle_timeout: 3600s", "timeout: 0s, idle_timeout: 3s", "is cut off by the idle_timeout of 3s"},
		{"timeout: 0s, idle_timeout: 30s", "timeout: 0s, idle_timeout: 30s, max_stream_duration: {max_stream_duration: 5s}", "max_stream_duration of 5s is not longer than the 15s"},
		{"route: {cluster: nowhere, timeout: 0s, idle_timeout: 30s}", "direct_response: {status: 404}", "which answers by itself and so has no idle_timeout"},
		{`timeout: 0s, idle_timeout: 3600s}`, `timeout: 0s, idle_timeout: 3600s, retry_policy: {per_try_timeout: 5s}}`, "whose retry_policy.per_try_timeout of 5s cuts calls off"},
		{`timeout: 0s, idle_timeout: 3600s}`, `timeout: 0s, idle_timeout: 3600s, max_stream_duration: {max_stream_duration: 5s}}`, "whose max_stream_duration of 5s cuts calls off"},
		{"stream_error_on_invalid_http_message: true", "stream_error_on_invalid_http_message: false", "closes the client's connection after each 400"},
		{"stream_error_on_invalid_http_message: true", "", "closes the client's connection after each 400"},
		{"normalize_path: true", "normalize_path: true\n          common_http_protocol_options: {max_stream_duration: 5s}", "ends every call and every event stream after 5s"},
		{"normalize_path: true", "normalize_path: true\n          proxy_100_continue: true", "would wait in vain"},
		{"common_http_protocol_options: {idle_timeout: 4s}", "common_http_protocol_options: {idle_timeout: 4s, max_stream_duration: 10s}", "whose max_stream_duration of 10s cuts calls off"},
		// Ports, addresses, names.
		{"port_value: 9901", "port_value: 80000", "must be a whole number from 0 to 65535"},
		{`address: "127.0.0.1", port_value: 10000`, `address: "localhost", port_value: 10000`, "must be an IP address"},
		{"port_value: 3001", "port_value: 300100", "must be a whole number from 0 to 65535"},
		{"type: STRICT_DNS", "type: STATIC", "write type: STRICT_DNS"},
		{"type: STRICT_DNS", "type: STRICT_DSN", "did you mean STRICT_DNS?"},
		{`- name: "mcp-notes"`, `- name: "mcp-weather"`, "is the name of another cluster"},
		{"name: nowhere", "name: noware", `route "clients" leads to cluster "nowhere", which the file does not define`},
		{"envoy.extensions.upstreams.http.v3.HttpProtocolOptions:\n", "envoy.extensions.upstreams.http.v3.HttpProtocolOption:\n", "did you mean envoy.extensions.upstreams.http.v3.HttpProtocolOptions?"},
		{"match: {path: /mcp}", "match: {path: /mcp/}", "finds no route for /mcp"},
		{"request_body_buffer_limit: 5242880", "request_body_buffer_limit: 524288", "must be at least"},
		{"request_body_buffer_limit: 5242880", "request_body_buffer_limit: 5MiB", "must be a whole number"},
		{"allow_on_headers_stop_iteration: true", "allow_on_headers_stop_iteration: ture", "must be true or false"},
		{"allow_on_headers_stop_iteration: true", "allow_on_headers_stop_iteration: false", "requests hang"},
		{"      proxy_http_call: {}", "      proxy_htp_call: {}", "lacks proxy_http_call"},
		{`"protocol": "2025-11-25"`, `"protocol": "2025-11-52"`, "protocol"},
		{`"cluster": "mcp-notes"`, `"clutser": "mcp-notes"`, "clutser"},
		{`"gateway": {}`, `"gatway": {}`, "gatway"},
	})
}

func TestMistakesInTheShippedRouter(t *testing.T) {
	requireFound(t, "../../envoy.yaml", []mistake{
		{"route: {cluster: random-user-server, timeout: 0s}", "route: {cluster: random-user-server}", "without a timeout"},
		{"route: {cluster: random-user-server, timeout: 0s}", "route: {cluster: random-user-server, timeout: 5s}", "whose timeout cuts a tool off after 5s"},
		{"route: {cluster: catalog, timeout: 0s}", "route: {cluster: catalog, timeout: 1s}", `route "catalog" has a timeout of 1s`},
		{"route: {cluster: catalog, timeout: 0s}", "route: {cluster: catalogue, timeout: 0s}", `route "catalog" leads to cluster "catalogue", which the file does not define`},
		{"route: {cluster: random-user-server,", "route: {cluster_header: x-c,", "clients choose where their calls go"},
		{"stream_idle_timeout: 3600s", "stream_idle_timeout: 3.6s", "is cut off by the stream_idle_timeout of 3.6s"},
		{"stream_idle_timeout: 3600s", "stream_idle_timeout: 3600", "write 3600s"},
		{"domains: [mcp.example.com]", "domains: [mcp.exmaple.com]", "finds no route"},
		{"domains: [mcp.example.com]", "domains: ['*']", "Envoy wants each domain once"},
		{"match: {path: /mcp-servers/mcp-random-user-server}", "match: {path: /mcp-servers/mcp-random-user-servers}", "finds no route"},
		{`"path": "/mcp-servers/mcp-rest-amap-server"`, `"path": "/mcp-servers/mcp-random-user-server"`, "finds route \"random-user-server\", as servers[0] does"},
		{"failure_policy: FAIL_RELOAD", "failure_policy: FAIL_REOLAD", "did you mean FAIL_RELOAD?"},
		{"allow_methods: GET, POST, DELETE, OPTIONS", "allow_methods: GET, POST, OPTIONS", "lacks DELETE"},
		{"expose_headers: mcp-session-id, www-authenticate", "expose_headers: www-authenticate", "lacks mcp-session-id"},
		{"port_value: 10000", "port_value: 100000", "must be a whole number from 0 to 65535"},
		{"&cors", "&crs", "unknown anchor"},
	})
}
