package config

import (
	"strings"
	"testing"
)

func TestDomains(t *testing.T) {
	const host, noScheme = "must be a host name: letters, digits, hyphens and dots", "must be host or host:port, without a scheme"
	const port, parts = "must have a port from 1 to 65535 after the colon, or none", "must be a host name: parts of 1 to 63 characters between single dots"
	label := strings.Repeat("l", 63)
	for _, tc := range []struct{ name, domain, want string }{
		{"a host", "mcp.example.com", ""},
		{"a host and a port", "mcp.example.com:65535", ""},
		{"a single label", "localhost:1", ""},
		{"an IPv4 address", "127.0.0.1:8080", ""},
		{"an IPv6 address", "[::1]", ""},
		{"an IPv6 address and a port", "[2001:db8::1]:443", ""},
		{"a service name with underscores", "my_svc.default", ""},
		{"longest label", label, ""},
		{"a URL", "https://mcp.example.com:8443/x", noScheme + `; try "mcp.example.com:8443"`},
		{"a URL with a password", "https://user:hunter2@mcp.example.com", noScheme + `; try "mcp.example.com"`},
		{"a URL without a host", "http:///mcp", noScheme},
		{"a path", "mcp.example.com/mcp", `must be host or host:port; what follows belongs in path; try "mcp.example.com"`},
		{"a query", "mcp.example.com?x", `must be host or host:port; what follows belongs in path; try "mcp.example.com"`},
		{"user information", "hunter2@h", `must be host or host:port, without user information; try "h"`},
		{"user information with a slash", "user:hun/ter2@h", "must be host or host:port, without user information"},
		{"port 0", "h:0", port},
		{"a port too high", "h:65536", port},
		{"a port with a sign", "h:+1", port},
		{"a port with a leading zero", "h:080", port},
		{"an empty port", "h:", port},
		{"a port by name", "h:https", port},
		{"only a port", ":80", parts},
		{"a bare IPv6 address", "::1", `must have brackets around an IPv6 address; try "[::1]"`},
		{"a zone", "[fe80::1%eth0]", "must hold an IPv6 address between the brackets"},
		{"an unclosed bracket", "[::1", "must hold an IPv6 address between the brackets"},
		{"an IPv4 address in brackets", "[127.0.0.1]", "must hold an IPv6 address between the brackets"},
		{"two ports", "h:1:2", host},
		{"a wildcard", "*.example.com", "must be one host, without wildcards"},
		{"a space", "a b", host},
		{"a line break", "a\\nb", host},
		{"an empty label", "a..b", parts},
		{"a trailing dot", "a.", parts},
		{"a label too long", label + "l", parts},
		{"a host too long", strings.Repeat("ab.", 84) + "ab", "must not be longer than 253 bytes"},
		{"an international name", "bücher.example", "must be ASCII; write an international name in its xn-- form"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var want []string
			if tc.want != "" {
				want = []string{"servers[0].domain: " + tc.want}
			}
			runProblemCases(t, []problemCase{{"domain", withServer(`"domain":"` + tc.domain + `"`), want}})
		})
	}
}
