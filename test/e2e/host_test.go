package e2e

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"
)

// What Envoy does by envoy.yaml's settings rather than by the filter.

func TestEnvoyStartsWithoutAWarning(t *testing.T) {
	s := shipped.up(t)
	if lines := regexp.MustCompile(`(?m)^.*\]\[(warning|error|critical)\].*$`).FindAllString(s.started, -1); len(lines) > 0 {
		t.Errorf("%d lines, the first:\n%s", len(lines), lines[0])
	}
}

// A call on a connection that its server is just closing gets 503, although it
// never ran, and must not be repeated. So Envoy closes first: servers of Node.js
// and uvicorn do after 5 s.
func TestIdleConnectionsEndBeforeServersEndThem(t *testing.T) {
	s := shipped.up(t)
	const stat = "cluster.rest-amap-server.upstream_cx_"
	before := s.mustStat(t, stat+"idle_timeout")
	mustSend(t, protocols()["HTTP/1.1"], s.post(t, strings.NewReader(exampleCall)))
	s.mustReachAmap(t)
	waitFor(t, "the connections to be closed", func() bool { return s.mustStat(t, stat+"active") == 0 })
	if after := s.mustStat(t, stat+"idle_timeout"); after == before {
		t.Error("Envoy has closed none of them for being idle")
	}
}

func (s *stand) mustStat(t *testing.T, name string) int {
	t.Helper()
	n, err := s.process.Stat(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestTheAccessLogHasTheRealPathWithoutItsQuery(t *testing.T) {
	s := strict.up(t)
	for name, tt := range map[string]struct{ path, body, want string }{
		"of a client":         {"/mcp?apiKey=of-a-client", `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, "/mcp"},
		"of a server's entry": {"/mcp?apiKey=of-a-client", call("random-user-server/x"), "/mcp-servers/mcp-random-user-server"},
	} {
		t.Run(name, func(t *testing.T) {
			before := s.logMark(t)
			mustSend(t, protocols()["HTTP/1.1"], s.request(t, "POST", tt.path, strings.NewReader(tt.body),
				"Content-Type: application/json", "X-Envoy-Original-Path: /forged"))
			line := s.mustLog(t, before)
			var got struct{ Path string }
			if err := json.Unmarshal([]byte(line), &got); err != nil {
				t.Fatalf("access log %q: %v", line, err)
			}
			if got.Path != tt.want || strings.Contains(line, "of-a-client") || strings.Contains(line, "source=router") || strings.Contains(line, "forged") {
				t.Errorf("access log %s, want the path %s", line, tt.want)
			}
		})
	}
}

// A request is one line of the access log, whatever a client puts into it.
func TestNoClientForgesALineOfTheAccessLog(t *testing.T) {
	s := strict.up(t)
	const forged = `{\"mcp_outcome\":\"forged\"}`
	before := s.logMark(t)
	mustSend(t, protocols()["HTTP/1.1"], s.post(t, strings.NewReader(call(`rest-amap-server/x\n`+forged+`\n`))))
	mustSend(t, protocols()["HTTP/1.1"], s.post(t, strings.NewReader(exampleCall)))
	first := s.mustLog(t, before)
	second := s.mustLog(t, before+len(first)+1)
	for i, line := range []string{first, second} {
		var got struct{ Route string }
		if err := json.Unmarshal([]byte(line), &got); err != nil || got.Route != "rest-amap-server" {
			t.Errorf("line %d is %q", i+1, line)
		}
	}
}
