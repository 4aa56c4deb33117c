package filter

import (
	"strings"
	"testing"
)

const twoServers = `{"servers":[
	{"name":"random-user-server","domain":"mcp.example.com","path":"/mcp-servers/mcp-random-user-server"},
	{"name":"rest-amap-server","domain":"mcp.example.com","path":"/mcp-servers/mcp-rest-amap-server"}]}`

const weatherCall = `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"rest-amap-server/get-weather","arguments":{"location":"New York"}}}`

// weatherRouted is what the server gets for weatherCall.
const weatherRouted = `[[:authority mcp.example.com] [:path /mcp-servers/mcp-rest-amap-server] [:method POST] [content-type application/json] [content-length 114]] ` +
	`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"get-weather","arguments":{"location":"New York"}}}`

func split(s string, n int) []string {
	var pieces []string
	for len(s) > n {
		pieces, s = append(pieces, s[:n]), s[n:]
	}
	return append(pieces, s)
}

func requestsThroughTheHost(t *testing.T) {
	untouched := "[[:authority agg.example] [:path /mcp] [:method POST] [content-type application/json]] "
	tests := []struct {
		name, config string
		message      message
		want         string
	}{
		{"a routed call", twoServers, message{chunks: []string{weatherCall}}, "pc " + weatherRouted},
		{"the length is corrected", twoServers, message{headers: []string{"content-length", "131"}, chunks: []string{weatherCall}}, "pc " + weatherRouted},
		{"in pieces", twoServers, message{chunks: split(weatherCall, 50)}, "pppc " + weatherRouted},
		{"one byte at a time", twoServers, message{chunks: split(weatherCall, 1)}, strings.Repeat("p", len(weatherCall)) + "c " + weatherRouted},
		{"with an empty last piece", twoServers, message{chunks: []string{weatherCall, ""}}, "ppc " + weatherRouted},
		{"trailers end the body", twoServers, message{chunks: []string{weatherCall}, trailers: true}, "ppc " + weatherRouted},
		{"trailers without a body", twoServers, message{trailers: true}, "pc " + untouched},
		{"an empty body", twoServers, message{chunks: []string{""}}, "pc " + untouched},
		{"not JSON", twoServers, message{chunks: []string{"hello"}}, "pc " + untouched + "hello"},
		{"a request without a body never pauses", twoServers, message{headers: []string{":method", "GET"}}, "c [[:authority agg.example] [:path /mcp] [:method GET] [content-type application/json]] "},
		{"an upload is not held", twoServers, message{headers: []string{"content-type", "image/png"}, chunks: []string{"a", "b"}},
			"ccc [[:authority agg.example] [:path /mcp] [:method POST] [content-type image/png]] b"},
		{"no configuration lets everything pass", ``, message{chunks: []string{weatherCall}}, "cc " + untouched + weatherCall},
		{"an empty configuration too", `{}`, message{chunks: []string{weatherCall}}, "cc " + untouched + weatherCall},
		{"switched off", strings.Replace(twoServers, "{", `{"enable":false,`, 1), message{chunks: []string{weatherCall}}, "cc " + untouched + weatherCall},
		{"a body that grows over the limit is told so on our paths", strings.Replace(twoServers, "{", `{"paths":["/mcp"],"maxBodyBytes":1024,`, 1),
			message{chunks: []string{strings.Repeat(" ", 1024), "x", "y"}},
			`ppp 413 [[content-type application/json]] {"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"body is larger than 1024 bytes"}}`},
		{"and passes elsewhere, later pieces unread", strings.Replace(twoServers, "{", `{"maxBodyBytes":1024,`, 1),
			message{chunks: []string{strings.Repeat(" ", 1024), "x", "y"}}, "ppcc " + untouched + "y"},
		{"a refused call", twoServers, message{chunks: []string{`{"jsonrpc":"2.0","id":"q","method":"tools/call","params":{"name":"rest-amap-server/"}}`}},
			`pp 200 [[content-type application/json]] {"jsonrpc":"2.0","id":"q","error":{"code":-32602,"message":"server \"rest-amap-server\" is named without a tool"}}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := send(mustStart(t, test.config), test.message); got != test.want {
				t.Errorf("\n got %s\nwant %s", got, test.want)
			}
		})
	}
}

// The client's copy goes from every request wherever a part of the document
// names the header, whoever decides about the request.
func theClientsServerHeaderIsRemoved(t *testing.T) {
	const servers = `"servers":[{"name":"a","path":"/a"}]`
	call := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a/t"}}`
	get := message{headers: []string{":method", "GET", "x-mcp-server", "forged"}}
	tests := []struct {
		name, config string
		message      message
	}{
		{"a request without a body", `{"serverHeader":"x-mcp-server",` + servers + `}`, get},
		{"another path", `{"serverHeader":"X-MCP-Server","paths":["/other"],` + servers + `}`, message{headers: get.headers[2:], chunks: []string{call}}},
		{"a message that passes", `{"serverHeader":"x-mcp-server",` + servers + `}`, message{headers: get.headers[2:], chunks: []string{"{}"}}},
		{"a doubled header", `{"serverHeader":"x-mcp-server",` + servers + `}`, message{headers: append(get.headers, "x-mcp-server", "again")}},
		{"switched off", `{"enable":false,"serverHeader":"x-mcp-server"}`, get},
		{"no rule fits and nothing is global", `{"_rules_":[{"_match_domain_":["one.example"],"serverHeader":"x-mcp-server",` + servers + `}]}`, get},
		{"the global part is off, a rule names it", `{"enable":false,` + servers + `,"_rules_":[{"_match_domain_":["one.example"],"enable":true,"serverHeader":"x-mcp-server"}]}`, get},
		{"the rule that fits names another", `{` + servers + `,"serverHeader":"x-mcp-server","_rules_":[{"_match_domain_":["*"],"serverHeader":"x-own"}]}`, get},
		{"the rule that fits is off and names none", `{` + servers + `,"serverHeader":"x-mcp-server","_rules_":[{"_match_domain_":["*"],"enable":false,"serverHeader":""}]}`, get},
		{"a routed call of a rule that names another", `{` + servers + `,"serverHeader":"x-mcp-server","_rules_":[{"_match_domain_":["*"],"serverHeader":"x-own"}]}`, message{headers: get.headers[2:], chunks: []string{call}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			host := mustStart(t, test.config)
			if got := send(host, test.message); strings.Contains(got, "x-mcp-server") || strings.Contains(got, "p 500") {
				t.Errorf("got %s, want it without the forged header", got)
			}
			if *host.cleared == 0 {
				t.Error("the route was not chosen anew")
			}
		})
	}
}

func withoutAServerHeaderNoneIsLookedFor(t *testing.T) {
	host := mustStart(t, `{"enable":false,"servers":[{"name":"a","path":"/a"}]}`)
	got := send(host, message{headers: []string{":method", "GET", "x-mcp-server", "theirs"}})
	if want := "c [[:authority agg.example] [:path /mcp] [:method GET] [content-type application/json] [x-mcp-server theirs]] "; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func theRouteIsChosenAnewOnlyWhereItMayChange(t *testing.T) {
	host := mustStart(t, strings.Replace(twoServers, "{", `{"serverHeader":"x-mcp-server",`, 1))
	for _, test := range []struct {
		name    string
		message message
		want    int
	}{
		{"a routed call", message{chunks: []string{weatherCall}}, 1},
		{"a removed server header", message{headers: []string{":method", "GET", "x-mcp-server", "forged"}}, 2},
		{"another message", message{chunks: []string{"{}"}}, 2},
		{"a refused call", message{chunks: []string{strings.Replace(weatherCall, "get-weather", "", 1)}}, 2},
	} {
		send(host, test.message)
		if *host.cleared != test.want {
			t.Errorf("after %s the route cache was cleared %d times, want %d", test.name, *host.cleared, test.want)
		}
	}
}
