package router

import (
	"strings"
	"testing"
)

// fleet is a configuration that uses every field of router mode.
const fleet = `{"unknownServer":"reject","serverHeader":"x-mcp-server","servers":[
	{"name":"a","domain":"a.example:8443","path":"/a?key=1"},
	{"name":"open","path":"/open"},
	{"name":"strict","path":"/s","tools":{"allow":["get_*","list"],"deny":["get_secret"]},"headers":{"x-api-key":"k","authorization":"Bearer t"}}]}`

// lenient is the same with the original's policy for unknown servers.
var lenient = strings.Replace(fleet, `"unknownServer":"reject",`, "", 1)

const badRequest = `reply 400 [[content-type application/json]] {"jsonrpc":"2.0","id":`

func TestRoute(t *testing.T) {
	const passed = "pass\npassed method= server= tool="
	const passedCall = "pass\npassed method=tools/call server= tool="
	const ambiguous = `null,"error":{"code":-32600,"message":"method, id, params or params.name is given more than once"}}` + "\nambiguous method=tools/call server= tool="
	const batch = badRequest + `null,"error":{"code":-32600,"message":"batch is not supported here"}}` + "\nbatch method=tools/call server= tool="
	const invalidID = badRequest + `null,"error":{"code":-32600,"message":"id must be a string or a number"}}` + "\ninvalid_id method=tools/call server=a tool=t"
	tests := []struct{ name, cfg, body, want string }{
		{"domain, path with query and server header", fleet, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a/t"}}`,
			"forward :authority=a.example:8443 :path=/a?key=1 x-mcp-server=a content-length=exact\n" +
				`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t"}}` + "\nforwarded method=tools/call server=a tool=t"},
		{"no domain keeps the authority", fleet, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"open___t/u"}}`,
			"forward :path=/open x-mcp-server=open content-length=exact\n" +
				`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t/u"}}` + "\nforwarded method=tools/call server=open tool=t/u"},
		{"configured headers in order", fleet, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"strict/list"}}`,
			"forward :path=/s x-api-key=k authorization=Bearer t x-mcp-server=strict content-length=exact\n" +
				`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list"}}` + "\nforwarded method=tools/call server=strict tool=list"},
		{"nothing but the name changes", fleet,
			"\n" + `{"x":1.0,"params":{"arguments":{"id":1915883588174806058,"name":"a/t","s":"\/\u003c"},"n\u0061me":"\u0061\/g\u0065t","_meta":null},"method":"tools\/call","id":"\u0031","jsonrpc":"2.0"} `,
			"forward :authority=a.example:8443 :path=/a?key=1 x-mcp-server=a content-length=exact\n" +
				"\n" + `{"x":1.0,"params":{"arguments":{"id":1915883588174806058,"name":"a/t","s":"\/\u003c"},"n\u0061me":"g\u0065t","_meta":null},"method":"tools\/call","id":"\u0031","jsonrpc":"2.0"} ` +
				"\nforwarded method=tools/call server=a tool=get"},
		{"a byte-order mark is not forwarded", fleet, "\xef\xbb\xbf" + `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a/t"}}`,
			"forward :authority=a.example:8443 :path=/a?key=1 x-mcp-server=a content-length=exact\n" +
				`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t"}}` + "\nforwarded method=tools/call server=a tool=t"},
		{"absent, null and array arguments stay as they are", fleet, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a/t","arguments":null}}`,
			"forward :authority=a.example:8443 :path=/a?key=1 x-mcp-server=a content-length=exact\n" +
				`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t","arguments":null}}` + "\nforwarded method=tools/call server=a tool=t"},
		{"without an id it is forwarded", fleet, `{"jsonrpc":"2.0","method":"tools/call","params":{"name":"a/t"}}`,
			"forward :authority=a.example:8443 :path=/a?key=1 x-mcp-server=a content-length=exact\n" +
				`{"jsonrpc":"2.0","method":"tools/call","params":{"name":"t"}}` + "\nforwarded method=tools/call server=a tool=t"},

		{"not JSON", fleet, `zz {"jsonrpc":"2.0","method":"tools/call","params":{"name":"a/t"}}`, passed},
		{"bytes after the value", fleet, `{"jsonrpc":"2.0","method":"tools/call","params":{"name":"a/t"}} {}`, passed},
		{"not UTF-8", fleet, "{\"jsonrpc\":\"2.0\",\"method\":\"tools/call\",\"params\":{\"name\":\"a/x\x97y\"}}", passed},
		{"too deep", fleet, `{"jsonrpc":"2.0","method":"tools/call","params":{"name":"a/t","x":` + strings.Repeat("[", 300) + strings.Repeat("]", 300) + `}}`, passed},
		{"no body", fleet, ``, passed},
		{"a scalar", fleet, `"tools/call"`, passed},
		{"no jsonrpc", fleet, `{"method":"tools/call","params":{"name":"a/t"}}`, passed},
		{"another method", fleet, `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, "pass\npassed method=tools/list server= tool="},
		{"no method: a client's answer", fleet, `{"jsonrpc":"2.0","id":1,"result":{}}`, passed},
		{"no params", fleet, `{"jsonrpc":"2.0","id":1,"method":"tools/call"}`, passedCall},
		{"params of another type", fleet, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":["a/t"]}`, passedCall},
		{"a name of another type", fleet, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":7}}`, passedCall},
		{"no separator", fleet, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t"}}`, passedCall},
		{"jsonrpc in escapes", fleet, `{"\u006asonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"zz/t"}}`,
			`reply 200 [[content-type application/json]] {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"unknown server \"zz\""}}` + "\nunknown_server method=tools/call server= tool="},
		{"every member in escapes", fleet, `{"json\u0072pc":"2.0","\u0069d":1,"m\u0065thod":"t\u006fols\/call","p\u0061rams":{"n\u0061me":"a\u002ft"}}`,
			"forward :authority=a.example:8443 :path=/a?key=1 x-mcp-server=a content-length=exact\n" +
				`{"json\u0072pc":"2.0","\u0069d":1,"m\u0065thod":"t\u006fols\/call","p\u0061rams":{"n\u0061me":"t"}}` + "\nforwarded method=tools/call server=a tool=t"},
		{"an empty name", fleet, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":""}}`, passedCall},

		{"an unknown server passes as in the original", lenient, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"zz___t"}}`,
			"pass\npassed_unknown_server method=tools/call server= tool="},
		{"a registry name is an unknown server", lenient, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"com.example/weather/get"}}`,
			"pass\npassed_unknown_server method=tools/call server= tool="},

		{"batch with a routed call", fleet, `[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"a/t"}}]`, batch},
		{"batch with a call to refuse", fleet, `[{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"zz/t"}}]`, batch},
		{"batch with a hidden routed call", fleet, `[{"jsonrpc":"2.0","id":2,"method":"x","Method":"tools/call","params":{"name":"a/t"}}]`, batch},
		{"other batches", fleet, `[{"jsonrpc":"2.0","id":1,"method":"ping"},7,{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"t"}}]`, passed},
		{"batch without jsonrpc", fleet, `[{"method":"tools/call","params":{"name":"a/t"}}]`, passed},
		{"an empty batch", fleet, `[]`, passed},

		{"names differ in letter case", fleet, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a/safe","Name":"b/drop","arguments":{}}}`, badRequest + "1" + ambiguous[4:]},
		{"the other name alone is routed", fleet, `{"jsonrpc":"2.0","id":"q","method":"tools/call","params":{"name":"t","name":"a/t"}}`, badRequest + `"q"` + ambiguous[4:]},
		{"two methods, one routed", fleet, `{"jsonrpc":"2.0","id":1,"method":"ping","m\u0065thod":"tools/call","params":{"name":"a/t"}}`, badRequest + "1" + ambiguous[4:]},
		{"two params", fleet, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{},"PARAMS":{"name":"a/t"}}`, badRequest + "1" + ambiguous[4:]},
		{"two ids", fleet, `{"jsonrpc":"2.0","id":1,"ID":2,"method":"tools/call","params":{"name":"a/t"}}`, badRequest + ambiguous},
		{"two names, an id of another type", fleet, `{"jsonrpc":"2.0","id":{},"method":"tools/call","params":{"name":"a/t","name":"a/t"}}`, badRequest + ambiguous},
		{"two names of unknown servers where those are refused", fleet, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t","name":"zz/t"}}`, badRequest + "1" + ambiguous[4:]},
		{"two names of unknown servers where those pass", lenient, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t","name":"zz/t"}}`, passed},
		{"duplicates that nobody routes", fleet, `{"jsonrpc":"2.0","id":1,"id":2,"method":"ping","params":{"name":"a/t"}}`, passed},
		{"duplicates without jsonrpc", fleet, `{"id":1,"id":2,"method":"tools/call","params":{"name":"a/t"}}`, passed},

		{"id null", fleet, `{"jsonrpc":"2.0","id":null,"method":"tools/call","params":{"name":"a/t"}}`, invalidID},
		{"id of another type", fleet, `{"jsonrpc":"2.0","id":[1],"method":"tools/call","params":{"name":"a/t"}}`, invalidID},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := show(New(load(t, test.cfg)).Route(post(test.body)), []byte(test.body)); got != test.want {
				t.Errorf("Route(%s)\n got %s\nwant %s", test.body, got, test.want)
			}
		})
	}
}

func TestRouteRefusesCallsTheClientCanCorrect(t *testing.T) {
	const ok = `reply 200 [[content-type application/json]] {"jsonrpc":"2.0","id":9007199254740993,"error":{"code":-32602,"message":`
	tests := []struct{ name, tool, want string }{
		{"no tool", "a/", ok + `"server \"a\" is named without a tool"}}` + "\nempty_tool method=tools/call server=a tool="},
		{"a tool longer than any", "strict/get_" + strings.Repeat("x", 509), ok + `"tool name for server \"strict\" is longer than 512 bytes"}}` + "\nlong_tool method=tools/call server=strict tool=get_" + strings.Repeat("x", 509)},
		{"not allowed", "strict/put", ok + `"tool \"put\" of server \"strict\" is not available"}}` + "\ndenied_tool method=tools/call server=strict tool=put"},
		{"denied wins over allowed", "strict/get_secret", ok + `"tool \"get_secret\" of server \"strict\" is not available"}}` + "\ndenied_tool method=tools/call server=strict tool=get_secret"},
		{"unknown server with a near one", "strit/get_x", ok + `"unknown server \"strit\", did you mean strict?"}}` + "\nunknown_server method=tools/call server= tool="},
		{"unknown server but for dashes and case", "STR_ict/get_x", ok + `"unknown server \"STR_ict\", did you mean strict?"}}` + "\nunknown_server method=tools/call server= tool="},
		{"unknown server like none", "weather___x", ok + `"unknown server \"weather\""}}` + "\nunknown_server method=tools/call server= tool="},
		{"no server", "/x", ok + `"unknown server \"\""}}` + "\nunknown_server method=tools/call server= tool="},
		{"a long name is echoed in part", strings.Repeat("é", 100) + "/x", ok + `"unknown server \"` + strings.Repeat(`é`, 32) + `…\""}}` + "\nunknown_server method=tools/call server= tool="},
	}
	r := New(load(t, fleet))
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			params := `"method":"tools/call","params":{"name":"` + test.tool + `"}}`
			call := post(`{"jsonrpc":"2.0","id":9007199254740993,` + params)
			if got := show(r.Route(call), call.Body); got != test.want {
				t.Errorf("Route(%s)\n got %s\nwant %s", call.Body, got, test.want)
			}
			notification := post(`{"jsonrpc":"2.0",` + params)
			want := "reply 202 [] \n" + test.want[strings.LastIndex(test.want, "\n")+1:]
			if got := show(r.Route(notification), notification.Body); got != want {
				t.Errorf("Route(%s)\n got %s\nwant %s", notification.Body, got, want)
			}
		})
	}
}
