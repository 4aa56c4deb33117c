package filter

import (
	"slices"
	"strings"
	"testing"

	"github.com/higress-group/proxy-wasm-go-sdk/proxywasm/types"
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

func rulesThatCannotBeMatched(t *testing.T) {
	for _, rules := range []string{`[{"enable":true}]`, `{"a":1}`, `[{"_match_domain_":["x"],"enable":false}],"_RULES_":[]`} {
		host := mustStart(t, `{"onConfigError":"idle","servers":[{"name":"a","path":"/a"}],"_rules_":`+rules+`}`)
		if got := send(host, message{chunks: []string{weatherCall}}); !strings.HasPrefix(got, "p 503 ") {
			t.Errorf("with rules %s got %s, want 503: it cannot be told whose request this is", rules, got)
		}
		host.Reset()
	}
}

func configurationsThatHoldNothing(t *testing.T) {
	for _, empty := range []string{``, ` `, `null`, `{}`, `{"_rules_":[]}`, `{"_plugin_id_":"x"}`} {
		host := mustStart(t, empty)
		if got := send(host, message{chunks: []string{weatherCall}}); !strings.HasPrefix(got, "cc ") {
			t.Errorf("with configuration %q got %s, want it to pass", empty, got)
		}
		if told := strings.Join(host.GetInfoLogs(), "\n"); strings.Count(told, "every request passes") != 1 {
			t.Errorf("with configuration %q the log says %q, want one line that every request passes", empty, told)
		}
		host.Reset()
	}
}

func logLinesNameThePlugin(t *testing.T) {
	host := mustStart(t, `{"_plugin_id_":"ns/weather","onConfigError":"idle","servers":[{"name":"a","path":"x"}]}`)
	if told := strings.Join(logs(host), "\n"); !strings.Contains(told, "[mcp-router] [ns/weather] configuration: servers[0].path") {
		t.Errorf("the log says %q, want the plugin's id before the problem", told)
	}
}

func anIdlingPluginAnswersItsPaths(t *testing.T) {
	config := `{"onConfigError":"idle","paths":["/mcp"],"serverHeader":"x-own","servers":[{"name":"a","path":"x"}]}`
	host := mustStart(t, config)
	got := send(host, message{chunks: []string{weatherCall}})
	if !strings.HasPrefix(got, "p 503 [[content-type application/json]] ") || !strings.Contains(got, `"code":-32603,"message":"not configured: servers[0].path: `) {
		t.Errorf("got %s, want 503 with the first problem", got)
	}
	got = send(host, message{headers: []string{":path", "/other", "x-own", "forged"}, chunks: []string{"x"}})
	if want := "cc [[:authority agg.example] [:path /other] [:method POST] [content-type application/json]] x"; got != want {
		t.Errorf("another path: %s, want it to pass without the server header: %s", got, want)
	}
}

func aRuleWithAProblemAnswers503AndTheOthersWork(t *testing.T) {
	config := `{"onConfigError":"idle","servers":[{"name":"a","path":"/a"}],"_rules_":[
		{"_match_domain_":["bad.example"],"servers":[{"name":"a","path":"relative"}]}]}`
	call := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a/t"}}`
	host := mustStart(t, config)
	got := send(host, message{headers: []string{":authority", "bad.example"}, chunks: []string{call}})
	if !strings.HasPrefix(got, "p 503 ") || !strings.Contains(got, "not configured: _rules_[0].servers[0].path: ") {
		t.Errorf("the bad rule: %s, want 503, never the global configuration", got)
	}
	if got := send(host, message{chunks: []string{call}}); !strings.Contains(got, "[:path /a]") {
		t.Errorf("the global configuration: %s, want it to route", got)
	}
}
