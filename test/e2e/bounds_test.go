package e2e

import (
	"encoding/json"
	"strings"
	"testing"
)

// What a client says of retries, and a name that its body belies, goes no further.
func TestHeadersThatWouldActAtTheServerStayBehind(t *testing.T) {
	s := strict.up(t)
	mustSend(t, protocols()["HTTP/1.1"], s.post(t, strings.NewReader(exampleCall),
		"X-Envoy-Max-Retries: 9", "X-Envoy-Retry-On: 5xx", "X-Envoy-Retriable-Status-Codes: 500",
		"X-Envoy-Hedge-On-Per-Try-Timeout: true", "Mcp-Name: zz/costly", "X-Own: kept"))
	header := s.servers["rest-amap-server"].Next(t).Header
	for name := range header {
		if strings.HasPrefix(name, "X-Envoy-Re") || name == "X-Envoy-Max-Retries" || name == "X-Envoy-Hedge-On-Per-Try-Timeout" || name == "Mcp-Name" {
			t.Errorf("the server got %s: %s", name, header.Get(name))
		}
	}
	if header.Get("X-Own") != "kept" {
		t.Errorf("the server got %v, want the client's other headers", header)
	}
}

// A name of megabytes makes no header and no line of the log of megabytes.
func TestNamesAreBoundedInHeadersAndLogs(t *testing.T) {
	s := shipped.up(t)
	long := strings.Repeat("T", 200_000)
	for _, tt := range []struct {
		tool, logged string
		forwarded    bool
	}{
		{`a\nb\u001b[2J` + strings.Repeat("x", 300), "a\ufffdb\ufffd[2J" + strings.Repeat("x", 117), true},
		{long, long[:128], false},
	} {
		body := strings.Replace(exampleCall, "get-weather", tt.tool, 1)
		before := len(s.process.AccessLog())
		got := mustSend(t, protocols()["HTTP/1.1"], s.post(t, strings.NewReader(body), "Mcp-Name: x"))
		if got.Status != 200 {
			t.Errorf("reply = %d %.200s, want 200", got.Status, got.Body)
		}
		if tt.forwarded {
			if name := s.servers["rest-amap-server"].Next(t).Header.Get("Mcp-Name"); name != "" {
				t.Errorf("the server got a name that disagreed: %q", name)
			}
		}
		s.mustBeIdle(t)
		var entry struct {
			Tool string `json:"mcp_tool"`
		}
		if err := json.Unmarshal([]byte(s.mustLog(t, before)), &entry); err != nil {
			t.Fatal(err)
		}
		if entry.Tool != tt.logged {
			t.Errorf("logged %q (%d bytes), want %q", entry.Tool, len(entry.Tool), tt.logged)
		}
	}
}
