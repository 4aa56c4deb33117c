package main

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// Each row takes something from the shipped gateway, or breaks it.
func TestGatewayNeedsItsPartsOfEnvoy(t *testing.T) {
	const file = "../../deploy/examples/gateway-envoy.yaml"
	shipped, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	const p = "listeners[mcp]."
	for name, tc := range map[string]struct {
		old, with string
		want      []string
	}{
		"nothing": {"\n", "\n", nil},
		"no idle_timeout for clients": {"timeout: 0s, idle_timeout: 30s", "timeout: 0s", []string{
			p + `paths: finds route "clients" for /mcp without an idle_timeout: should the plugin's VM crash, waiting clients would hang; write 30s`,
		}},
		"an idle_timeout of none": {"idle_timeout: 30s", "idle_timeout: 0s", []string{
			p + `paths: finds route "clients" for /mcp, whose idle_timeout sets no limit: should the plugin's VM crash, waiting clients would hang`,
		}},
		"an idle_timeout that is too short": {"idle_timeout: 30s", "idle_timeout: 15s", []string{
			p + `paths: finds route "clients" for /mcp, whose idle_timeout of 15s is not longer than the 15s that servers have to answer (calloutTimeout)`,
		}},
		"no idle_timeout for a server": {`{cluster: "mcp-notes", timeout: 0s, idle_timeout: 3600s}`, `{cluster: "mcp-notes", timeout: 0s}`, []string{
			p + `servers[1]: finds route "notes" without an idle_timeout: the one of the clients' route stays in force and cuts calls off; write 3600s`,
		}},
		"another cluster": {`route: {cluster: "mcp-notes",`, `route: {cluster: "mcp-weather",`, []string{
			p + `servers[1]: asks cluster "mcp-notes", but its calls find route "notes" to cluster "mcp-weather"`,
		}},
		"a cluster that nobody defines": {`"cluster": "mcp-notes"`, `"cluster": "mcp-note"`, []string{
			p + `servers[1]: asks cluster "mcp-note", but its calls find route "notes" to cluster "mcp-notes"`,
			p + `servers[1]: asks cluster "mcp-note", which the file does not define`,
		}},
		"no route for clients": {"match: {path: /mcp}", "match: {path: /tools}", []string{
			p + `paths: finds no route for /mcp: clients would get 404`,
		}},
		"a callback that is not allowed": {"proxy_on_http_call_response: {}", "proxy_on_tick: {}", []string{
			p + "vm_config.capability_restriction_config: lacks proxy_on_http_call_response",
		}},
		"a token for two domains": {`"cluster": "mcp-notes"`, `"cluster": "mcp-notes", "forwardHeaders": ["authorization"]`, nil},
	} {
		if strings.Count(string(shipped), tc.old) == 0 {
			t.Errorf("%s: %q is not in %s", name, tc.old, file)
			continue
		}
		r := checkFile(file, []byte(strings.ReplaceAll(string(shipped), tc.old, tc.with)))
		var got []string
		for _, f := range r.findings {
			got = append(got, f.path+": "+string(f.severity)+f.message)
		}
		if !slices.Equal(got, tc.want) {
			t.Errorf("%s: findings\n%s\nwant\n%s", name, strings.Join(got, "\n"), strings.Join(tc.want, "\n"))
		}
	}
}

func TestTokensForTwoDomainsAreWarnedOf(t *testing.T) {
	r := checkFile("plugin.yaml", []byte(`{"gateway": {}, "servers": [
		{"name": "a", "path": "/", "domain": "one.example", "cluster": "c", "forwardHeaders": ["authorization"]},
		{"name": "b", "path": "/", "domain": "ONE.example", "cluster": "c", "forwardHeaders": ["Authorization"]},
		{"name": "c", "path": "/", "domain": "two.example", "cluster": "c", "forwardHeaders": ["authorization"]}]}`))
	want := finding{severity: warning, path: "servers", message: "forward authorization to 2 domains: each list shows a client's token to all of them"}
	if len(r.findings) != 1 || r.findings[0] != want {
		t.Errorf("findings %+v, want %+v", r.findings, want)
	}
}
