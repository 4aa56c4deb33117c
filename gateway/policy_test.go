package gateway

import (
	"testing"

	"mcp-router/config"
	"mcp-router/exchange"
)

func TestHostsAndOrigins(t *testing.T) {
	const none, one = `{}`, `{"allowedHosts":["mcp.example.com","127.0.0.1:8080"],"allowedOrigins":["https://ui.example"]}`
	const every = `{"allowedOrigins":["*"]}`
	tests := []struct {
		name, cfg, host, origin string
		loopback                bool
		want                    exchange.Outcome // "" for admitted
	}{
		{"any host without a list", none, "mcp.example.com", "", false, ""},
		{"on a loopback address only loopback names", none, "rebound.example", "", true, exchange.ForbiddenHost},
		{"localhost", none, "localhost:10000", "", true, ""},
		{"letter case", none, "LocalHost", "", true, ""},
		{"a name below localhost", none, "mcp.localhost", "", true, ""},
		{"any address of 127.0.0.0/8", none, "127.1.2.3:1", "", true, ""},
		{"IPv6", none, "[::1]:10000", "", true, ""},
		{"a name that only begins so", none, "127.0.0.1.evil.example", "", true, exchange.ForbiddenHost},
		{"a name that only ends so", none, "evillocalhost", "", true, exchange.ForbiddenHost},
		{"no host", none, "", "", true, exchange.ForbiddenHost},
		{"a listed host", one, "mcp.example.com", "", true, ""},
		{"with any port", one, "MCP.example.com:8443", "", false, ""},
		{"a host listed with its port", one, "127.0.0.1:8080", "", true, ""},
		{"and on another", one, "127.0.0.1:8081", "", true, exchange.ForbiddenHost},
		{"a host that is not listed", one, "localhost", "", true, exchange.ForbiddenHost},
		{"the own origin", none, "mcp.example.com:8443", "https://mcp.example.com:8443", false, ""},
		{"another origin", none, "mcp.example.com", "https://evil.example", false, exchange.ForbiddenOrigin},
		{"a sandboxed page", none, "mcp.example.com", "null", false, exchange.ForbiddenOrigin},
		{"no origin at all", none, "mcp.example.com", " ", false, exchange.ForbiddenOrigin},
		{"a loopback page for a loopback host", none, "localhost:10000", "http://localhost:6274", true, ""},
		{"a loopback page for another host", none, "mcp.example.com", "http://localhost:6274", false, exchange.ForbiddenOrigin},
		{"a listed origin", one, "mcp.example.com", "https://UI.example", false, ""},
		{"the origin of a listed host", one, "127.0.0.1:8080", "http://mcp.example.com", false, ""},
		{"a listed origin under another scheme", one, "mcp.example.com", "http://ui.example", false, exchange.ForbiddenOrigin},
		{"any origin", every, "mcp.example.com", "https://evil.example", false, ""},
		{"any origin, sandboxed pages too", every, "mcp.example.com", "null", false, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			doc := config.Parse([]byte(`{"gateway":` + test.cfg + `,"servers":[{"name":"a","path":"/a","cluster":"a"}]}`))
			if len(doc.Problems) > 0 {
				t.Fatal(doc.Problems)
			}
			world := newFakeWorld()
			world.loopback = test.loopback
			headers := [][2]string{{":method", "GET"}, {":path", "/mcp"}, {":authority", test.host}}
			if test.origin != "" {
				headers = append(headers, [2]string{"origin", test.origin})
			}
			req := &exchange.Request{EndOfStream: true, Headers: exchange.HeaderLines(headers...)}
			for _, header := range headers {
				req.AddHeader(header[0], header[1])
			}
			reply, ok := New(doc.Global, world).Head(req).(exchange.Reply)
			want := test.want
			if want == "" {
				want = exchange.MethodNotAllowed
			}
			if !ok || reply.Labels.Outcome != want {
				t.Errorf("host %q, origin %q: %+v, want outcome %s", test.host, test.origin, reply, want)
			}
		})
	}
}

func TestDoubledOriginsMustBeEqual(t *testing.T) {
	world := newFakeWorld()
	doc := config.Parse([]byte(`{"gateway":{},"servers":[{"name":"a","path":"/a","cluster":"a"}]}`))
	for second, want := range map[string]exchange.Outcome{"https://a.example": exchange.MethodNotAllowed, "https://evil.example": exchange.ForbiddenOrigin} {
		headers := [][2]string{{":method", "GET"}, {":path", "/mcp"}, {":authority", "a.example"}, {"origin", "https://a.example"}, {"origin", second}}
		req := &exchange.Request{EndOfStream: true, Headers: exchange.HeaderLines(headers...)}
		for _, header := range headers {
			req.AddHeader(header[0], header[1])
		}
		if reply, ok := New(doc.Global, world).Head(req).(exchange.Reply); !ok || reply.Labels.Outcome != want {
			t.Errorf("second origin %s: %+v, want %s", second, reply, want)
		}
	}
}
