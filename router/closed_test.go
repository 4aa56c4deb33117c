package router

import (
	"testing"

	"mcp-router/config"
	"mcp-router/exchange"
)

// broken is what can be read of a configuration with problems.
var broken = &config.Config{
	Enable: true, Paths: []string{"/mcp"}, Separators: []string{"/", "--"}, MaxBodyBytes: 1 << 10,
	Servers: []config.Server{{Name: "a", Path: "/a"}},
}

func TestClosedRefusesCallsAlone(t *testing.T) {
	refused := func(id string) string {
		return `reply 503 [[content-type application/json]] {"jsonrpc":"2.0","id":` + id + `,"error":{"code":-32603,"message":"not configured"}}` +
			"\nnot_configured method=tools/call server= tool="
	}
	passed := func(method string) string { return "pass\npassed method=" + method + " server= tool=" }
	tests := []struct{ name, body, want string }{
		{"a call of a server", `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"a/t"}}`, refused("7")},
		{"a call of nobody", `{"jsonrpc":"2.0","id":"x","method":"tools/call","params":{"name":"zz--t"}}`, refused(`"x"`)},
		{"a call without a tool", `{"jsonrpc":"2.0","id":9007199254740993,"method":"tools/call","params":{"name":"a/"}}`, refused("9007199254740993")},
		{"a call without a server", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"/t"}}`, refused("1")},
		{"a notification", `{"jsonrpc":"2.0","method":"tools/call","params":{"name":"a/t"}}`, refused("null")},
		{"an id that is none", `{"jsonrpc":"2.0","id":null,"method":"tools/call","params":{"name":"a/t"}}`, refused("null")},
		{"two ids", `{"jsonrpc":"2.0","id":1,"id":2,"method":"tools/call","params":{"name":"a/t"}}`, refused("null")},
		{"two names, of which one has a prefix", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t","name":"a/t"}}`, refused("1")},
		{"a batch with a call", `[{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a/t"}}]`, refused("null")},
		{"a plain name", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t"}}`, passed("tools/call")},
		{"a separator of others", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a___t"}}`, passed("tools/call")},
		{"another method", `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, passed("tools/list")},
		{"a batch without a call", `[{"jsonrpc":"2.0","id":1,"method":"ping"}]`, passed("")},
		{"no JSON", `hello`, passed("")},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			req := post(test.body)
			if got := show(NotConfigured(broken).Route(req), req.Body); got != test.want {
				t.Errorf("Route(%s)\n got %s\nwant %s", test.body, got, test.want)
			}
		})
	}
}

func TestClosedByTheHeadersAlone(t *testing.T) {
	json := [2]string{"content-type", "application/json"}
	long := [2]string{"content-length", "1025"}
	const tooLarge = `reply 503 [[content-type application/json]] {"jsonrpc":"2.0","id":null,"error":{"code":-32603,"message":"not configured"}}` +
		"\nnot_configured method= server= tool="
	const passed = "pass\npassed method= server= tool="
	for _, test := range []struct {
		name string
		req  *exchange.Request
		want string
	}{
		{"a POST of JSON", request([2]string{":method", "POST"}, [2]string{":path", "/mcp?x"}, json), "body needed"},
		{"another path", request([2]string{":method", "POST"}, [2]string{":path", "/other"}, json), passed},
		{"GET", request([2]string{":method", "GET"}, [2]string{":path", "/mcp"}, json), passed},
		{"text", request([2]string{":method", "POST"}, [2]string{":path", "/mcp"}), passed},
		{"too long to read", request([2]string{":method", "POST"}, [2]string{":path", "/mcp"}, json, long), tooLarge},
	} {
		if got := show(NotConfigured(broken).Head(test.req), nil); got != test.want {
			t.Errorf("%s: Head =\n%s\nwant %s", test.name, got, test.want)
		}
	}
	if got := show(NotConfigured(broken).TooLarge(post("")), nil); got != tooLarge {
		t.Errorf("TooLarge =\n%s\nwant %s", got, tooLarge)
	}
	if got := NotConfigured(broken).MaxBodyBytes(); got != 1<<10 {
		t.Errorf("MaxBodyBytes = %d, want the configuration's", got)
	}
}

func TestAnInvalidHostIsTold(t *testing.T) {
	req := post(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a/t"}}`)
	const want = `reply 400 [[content-type application/json]] {"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"header Host is not a host name"}}` +
		"\ninvalid_host method=tools/call server= tool="
	if got := show(InvalidHost(broken).Route(req), nil); got != want {
		t.Errorf("Route =\n%s\nwant %s", got, want)
	}
}

func TestRoutersShareWhatTheirConfigurationsShare(t *testing.T) {
	doc := config.Parse([]byte(`{"servers":[{"name":"a","path":"/a"}],"_rules_":[
		{"_match_domain_":["one"],"unknownServer":"reject"},
		{"_match_domain_":["two"],"serverHeader":"x-own"},
		{"_match_domain_":["three"],"separators":["--"]},
		{"_match_domain_":["four"],"servers":[{"name":"a","path":"/four"}]}]}`))
	if len(doc.Problems) > 0 {
		t.Fatal(doc.Problems)
	}
	shared := new(Shared)
	global := shared.New(doc.Global)
	for i, want := range []struct {
		names, edits bool
		path         string
	}{{true, true, "/a"}, {true, false, "/a"}, {false, true, "/a"}, {false, false, "/four"}} {
		r := shared.New(doc.Rules[i].Config)
		if (r.names == global.names) != want.names || (&r.edits[0] == &global.edits[0]) != want.edits {
			t.Errorf("rule %d shares names: %t, edits: %t, want %t, %t", i, r.names == global.names, &r.edits[0] == &global.edits[0], want.names, want.edits)
		}
		if got := r.edits[0][0]; got != exchange.Set(":path", want.path) {
			t.Errorf("rule %d edits %v, want path %s", i, got, want.path)
		}
	}
}
