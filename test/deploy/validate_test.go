package deploy

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"mcp-router/test/envoy"
)

// minimal is a file for Envoy whose plugin is fetched when it has
// started, so that it is validated fast.
const minimal = `admin: {address: {socket_address: {address: 127.0.0.1, port_value: 0}}}
static_resources:
  listeners:
  - name: mcp
    address: {socket_address: {address: 127.0.0.1, port_value: 10000}}
    per_connection_buffer_limit_bytes: 5242880
    filter_chains:
    - filters:
      - name: http
        typed_config:
          "@type": type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager
          stat_prefix: mcp
          normalize_path: true
          http_filters:
          - name: mcp-router
            typed_config:
              "@type": type.googleapis.com/envoy.extensions.filters.http.wasm.v3.Wasm
              config:
                name: mcp-router
                allow_on_headers_stop_iteration: true
                failure_policy: FAIL_RELOAD
                vm_config: {runtime: envoy.wasm.runtime.v8, code: {remote: {http_uri: {uri: 'http://a/', cluster: a, timeout: 5s}, sha256: ab}}}
                configuration:
                  "@type": type.googleapis.com/google.protobuf.StringValue
                  value: '{"servers": [{"name": "a", "path": "/"}]}'
          - name: envoy.filters.http.router
            typed_config: {"@type": type.googleapis.com/envoy.extensions.filters.http.router.v3.Router}
          route_config:
            virtual_hosts:
            - name: all
              domains: ["*"]
              routes:
              - {match: {prefix: /}, route: {cluster: a, timeout: 0s}}
  clusters: [{name: a, type: STATIC, connect_timeout: 5s}]
`

// The checker and Envoy agree on what Envoy refuses: each row puts with in the
// place of old, and is refused by both or by none.
func TestTheCheckerRefusesWhatEnvoyRefuses(t *testing.T) {
	checker := filepath.Join(t.TempDir(), "mcp-router-check")
	build := exec.Command("go", "build", "-o", checker, "./cmd/mcp-router-check")
	build.Dir = mustRoot(t)
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, tc := range spellings() {
		if strings.Count(minimal, tc.old) == 0 {
			t.Errorf("%q is not there", tc.old)
			continue
		}
		file := filepath.Join(t.TempDir(), "envoy.yaml")
		if err := os.WriteFile(file, []byte(strings.Replace(minimal, tc.old, tc.with, 1)), 0o600); err != nil {
			t.Fatal(err)
		}
		refusal := envoy.Takes(t.Context(), file)
		out, err := exec.Command(checker, file).CombinedOutput()
		if (refusal == nil) != (err == nil) || (refusal == nil) != tc.good {
			t.Errorf("%s for %s: good is %t\nEnvoy: %.300v\nthe checker: %v\n%s", tc.with, tc.old, tc.good, refusal, err, out)
		}
	}
}
