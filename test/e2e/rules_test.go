package e2e

import (
	"strings"
	"testing"
)

func TestRulesChangeTheConfigurationOfTheirHosts(t *testing.T) {
	s := ruled.up(t)
	const unknown = "nobody/x"
	tests := []struct {
		name, host, body string
		status           int
		reply            string // "" for the server's
		server           string // "" for none
	}{
		{"no rule: the global configuration routes", "other.example.com", exampleCall, 200, "", "rest-amap-server"},
		{"no rule: the global configuration lets unknown servers pass", "other.example.com", call(unknown), 200, "", "catalog"},
		{"a rule that switches the plugin off", "off.example.com", exampleCall, 200, "", "catalog"},
		{"a rule inherits what it does not name", "careful.example.com", exampleCall, 200, "", "rest-amap-server"},
		{"a rule replaces what it names", "careful.example.com", call(unknown), 200,
			rpcError(`"a-1"`, -32602, `unknown server "nobody"`), ""},
		{"a rule with a problem answers, the looser global configuration does not", "broken.example.com", exampleCall, 503,
			rpcError("null", -32603, `not configured: _rules_[0].servers[0].path: must start with "/"`), ""},
		{"a rule with a problem answers for what would pass, too", "broken.example.com", call("plain"), 503,
			rpcError("null", -32603, `not configured: _rules_[0].servers[0].path: must start with "/"`), ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			req := s.post(t, strings.NewReader(tt.body))
			req.Host = tt.host
			got := mustSend(t, protocols()["HTTP/1.1"], req)
			if got.Status != tt.status || (tt.reply != "" && got.Body != tt.reply) {
				t.Errorf("reply = %d %s, want %d %s", got.Status, got.Body, tt.status, tt.reply)
			}
			if tt.server != "" {
				s.servers[tt.server].Next(t)
			}
			s.mustBeIdle(t)
		})
	}
}
