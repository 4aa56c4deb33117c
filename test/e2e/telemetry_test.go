package e2e

import (
	"encoding/json"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"
)

func TestTheAccessLogSaysWhatTheFilterDid(t *testing.T) {
	s := strict.up(t)
	type entry struct {
		Status  int    `json:"status"`
		Cluster string `json:"cluster"`
		Method  string `json:"mcp_method"`
		Server  string `json:"mcp_server"`
		Tool    string `json:"mcp_tool"`
		Outcome string `json:"mcp_outcome"`
	}
	tests := []struct {
		name, body string
		want       entry
	}{
		{"a routed call", exampleCall, entry{200, "rest-amap-server", "", "rest-amap-server", "get-weather", ""}},
		{"a refused call", call("rest-amap-server/delete-all"), entry{200, "catalog", "tools/call", "rest-amap-server", "delete-all", "denied_tool"}},
		{"an unknown server", call("nobody/x"), entry{200, "catalog", "tools/call", "", "", "unknown_server"}},
		{"a list", `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, entry{Status: 200, Cluster: "catalog"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			before := s.logMark(t)
			mustSend(t, protocols()["HTTP/1.1"], s.post(t, strings.NewReader(tt.body)))
			var got entry
			line := s.mustLog(t, before)
			if err := json.Unmarshal([]byte(line), &got); err != nil {
				t.Fatalf("access log %q: %v", line, err)
			}
			mustEqual(t, "access log", got, tt.want)
		})
	}
}

// logMark is the end of the access log once it has the requests of all earlier
// tests: they come in order, so it has them when it has the one sent here.
func (s *stand) logMark(t *testing.T) int {
	t.Helper()
	path := "/" + url.PathEscape(t.Name()+time.Now().String())
	mustSend(t, protocols()["HTTP/1.1"], s.request(t, http.MethodGet, path, nil))
	waitFor(t, "the access log", func() bool { return strings.Contains(s.process.AccessLog(), path) })
	return len(s.process.AccessLog())
}

// mustLog waits for the next whole line of the access log.
func (s *stand) mustLog(t *testing.T, after int) string {
	t.Helper()
	var line string
	waitFor(t, "a line in the access log", func() (whole bool) {
		line, _, whole = strings.Cut(s.process.AccessLog()[after:], "\n")
		return whole
	})
	return line
}

func TestCountersAreLabelled(t *testing.T) {
	s := strict.up(t)
	transport := protocols()["HTTP/1.1"]
	labels := []string{
		`{mcp_method="tools/call",mcp_server="rest-amap-server",mcp_outcome="forwarded"}`,
		`{mcp_method="tools/call",mcp_server="none",mcp_outcome="unknown_server"}`,
	}
	before := s.mustCounters(t)
	mustSend(t, transport, s.post(t, strings.NewReader(exampleCall)))
	mustSend(t, transport, s.post(t, strings.NewReader(call("nobody/x"))))
	after := s.mustCounters(t)
	for _, label := range labels {
		if after[label] == "" || after[label] == before[label] {
			t.Errorf("counter %s: %q before, %q after; all: %v", label, before[label], after[label], after)
		}
	}
}

var counterLine = regexp.MustCompile(`(?m)^mcp_router_requests(\{.*\}) (\d+)$`)

// mustCounters reads mcp_router_requests as Prometheus would, by its labels.
func (s *stand) mustCounters(t *testing.T) map[string]string {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+s.process.Admin()+"/stats/prometheus?filter=mcp_router", nil)
	if err != nil {
		t.Fatal(err)
	}
	page := mustSend(t, http.DefaultTransport, req).Body
	counters := make(map[string]string)
	for _, match := range counterLine.FindAllStringSubmatch(page, -1) {
		counters[match[1]] = match[2]
	}
	if len(counters) == 0 && strings.Contains(page, "mcp_router") {
		t.Fatalf("no counter is labelled:\n%s", page)
	}
	return counters
}

func TestNothingSecretIsLogged(t *testing.T) {
	s := strict.up(t)
	const argument, token = "argument-of-a-client", "token-of-a-client"
	body := strings.Replace(exampleCall, "New York", argument, 1)
	for _, text := range []string{body, strings.Replace(body, "get-weather", "delete-all", 1), body + "}"} {
		before := s.logMark(t)
		mustSend(t, protocols()["HTTP/1.1"], s.post(t, strings.NewReader(text), "Authorization: Bearer "+token))
		s.mustLog(t, before)
	}
	log := s.process.Log() + s.process.AccessLog()
	for _, secret := range []string{"a secret of the configuration", argument, token} {
		if strings.Contains(log, secret) {
			t.Errorf("%q is in a log", secret)
		}
	}
}
