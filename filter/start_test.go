package filter

import (
	"slices"
	"strings"
	"testing"

	"github.com/higress-group/proxy-wasm-go-sdk/proxywasm/types"

	"mcp-router/version"
)

func badConfigurations(t *testing.T) {
	const secret = "s3cr3t-value"
	bad := `{"onConfigError":"POLICY","servers":[{"name":"a","path":"x"},{"name":"a","path":"/y","headers":{"x key":"` + secret + `"}}],"token":"` + secret + `"}`
	tests := []struct {
		name, config string
		status       types.OnPluginStartStatus
		want         []string
	}{
		{"every problem is told and the start refused", strings.Replace(bad, "POLICY", "fail", 1), types.OnPluginStartStatusFailed,
			[]string{`servers[0].path`, `servers[1].name`, `servers[1].headers`, `token`}},
		{"every problem is told and the plugin idles", strings.Replace(bad, "POLICY", "idle", 1), types.OnPluginStartStatusOK,
			[]string{`servers[0].path`, `servers[1].name`, `servers[1].headers`, `token`}},
		{"broken JSON cannot ask to idle", `{"onConfigError":"idle","servers":[{"headers":{"x":"` + secret + `"}}`, types.OnPluginStartStatusFailed, []string{"JSON"}},
		{"a rule that nothing matches", `{"servers":[{"name":"a","path":"/a"}],"_rules_":[{"enable":true}]}`, types.OnPluginStartStatusFailed, []string{"_rules_[0]"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			host, status := start(t, test.config)
			if status != test.status {
				t.Errorf("status %v, want %v", status, test.status)
			}
			told := strings.Join(logs(host), "\n")
			for _, want := range test.want {
				if !strings.Contains(told, want) {
					t.Errorf("the log does not name %s:\n%s", want, told)
				}
			}
			all := slices.Concat(logs(host), host.GetInfoLogs(), host.GetDebugLogs(), host.GetTraceLogs())
			if strings.Contains(strings.Join(all, "\n"), secret) {
				t.Errorf("the log holds a secret:\n%s", strings.Join(all, "\n"))
			}
		})
	}
}

func logLinesNameThePlugin(t *testing.T) {
	host := mustStart(t, `{"_plugin_id_":"ns/weather","onConfigError":"idle","servers":[{"name":"a","path":"x"}]}`)
	if told := strings.Join(logs(host), "\n"); !strings.Contains(told, "[mcp-router] [ns/weather] configuration: servers[0].path") {
		t.Errorf("the log says %q, want the plugin's id before the problem", told)
	}
}

func theStartIsTold(t *testing.T) {
	const servers = `"servers":[{"name":"a","path":"/a"},{"name":"b","path":"/b"}]`
	const off, idle = `{"_match_domain_":["off.example"],"enable":false}`, `"onConfigError":"idle"`
	for _, test := range []struct{ config, want string }{
		{``, "off, nothing is configured: every request passes"},
		{` `, "off, nothing is configured: every request passes"},
		{`null`, "off, nothing is configured: every request passes"},
		{`{}`, "off, nothing is configured: every request passes"},
		{`{"_rules_":[]}`, "off, nothing is configured: every request passes"},
		{`{"_plugin_id_":"x"}`, "off, nothing is configured: every request passes"},
		{`{"enable":false,` + servers + `,"_rules_":[` + off + `]}`, "off, enable is false everywhere: every request passes"},
		{`{` + servers + `}`, "router mode, 2 servers, 0 rules"},
		{`{"enable":false,` + servers + `,"_rules_":[{"_match_domain_":["x"],"enable":true,"servers":[{"name":"b","path":"/"}]},` + off + `]}`, "router mode, 1 server, 2 rules"},
		{`{` + servers + `,"_rules_":[` + off + `]}`, "router mode, 2 servers, 1 rule"},
		{`{` + idle + `,` + servers + `,"a":1,"b":2}`, "idle, the configuration has 2 problems: calls that it is for are answered 503, everything else passes"},
		{`{` + idle + `,` + servers + `,"_rules_":[{"_match_domain_":["x"],"a":1},` + off + `]}`, "router mode, 2 servers, 2 rules, the configuration has 1 problem: calls of 1 part are answered 503"},
		{`{"enable":false,` + idle + `,` + servers + `,"a":1}`, "off, the configuration has 1 problem: every request passes"},
		{`{` + idle + `,` + servers + `,"paths":[1]}`, "off, the configuration has 1 problem: every request passes"},
	} {
		host := mustStart(t, test.config)
		want := "mcp-router " + version.String() + ": " + test.want
		if told := host.GetInfoLogs(); len(told) != 1 || !strings.HasSuffix(told[0], want) {
			t.Errorf("with configuration %s the log says %q, want the line %q", test.config, told, want)
		}
		if strings.HasPrefix(test.want, "off") {
			if got := send(host, message{chunks: []string{weatherCall}}); !strings.HasPrefix(got, "cc ") {
				t.Errorf("with configuration %s got %s, want it to pass", test.config, got)
			}
		}
		host.Reset()
	}
}
