package e2e

import (
	"net/http"
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
			rpcError(`2`, -32603, "not configured"), ""},
		{"a rule with a problem refuses calls of servers nobody knows, too", "broken.example.com", call(unknown), 503,
			rpcError(`"a-1"`, -32603, "not configured"), ""},
		{"a rule with a problem lets everything else pass", "broken.example.com", call("plain"), 200, "", "catalog"},
		{"upper case names the same host", "CAREFUL.Example.com", call(unknown), 200, rpcError(`"a-1"`, -32602, `unknown server "nobody"`), ""},
		{"a port belongs to the same host", "careful.example.com:8443", call(unknown), 200, rpcError(`"a-1"`, -32602, `unknown server "nobody"`), ""},
		{"the dot of the root belongs to the same host", "careful.example.com.", call(unknown), 200, rpcError(`"a-1"`, -32602, `unknown server "nobody"`), ""},
		{"a host that is none meets no configuration", "careful%2eexample.com", exampleCall, 400, rpcError(`2`, -32600, "header Host is not a host name"), ""},
		{"a host that is none, and no call", "careful%2eexample.com", call("plain"), 200, "", "catalog"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			forEachProtocol(t, func(t *testing.T, transport *http.Transport) {
				req := s.post(t, strings.NewReader(tt.body))
				req.Host = tt.host
				got := mustSend(t, transport, req)
				if got.Status != tt.status || (tt.reply != "" && got.Body != tt.reply) {
					t.Errorf("reply = %d %s, want %d %s", got.Status, got.Body, tt.status, tt.reply)
				}
				if tt.server != "" {
					s.servers[tt.server].Next(t)
				}
				s.mustBeIdle(t)
			})
		})
	}
}
