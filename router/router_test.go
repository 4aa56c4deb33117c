package router

import (
	"fmt"
	"strings"
	"testing"

	"mcp-router/config"
	"mcp-router/exchange"
)

// load parses a configuration as the plugin would.
func load(t *testing.T, json string) *config.Config {
	t.Helper()
	doc := config.Parse([]byte(json))
	if len(doc.Problems) > 0 {
		t.Fatalf("configuration %s: %v", json, doc.Problems)
	}
	return doc.Global
}

// readme is the configuration of the original plugin's README.
const readme = `{"servers":[
	{"name":"random-user-server","domain":"mcp.example.com","path":"/mcp-servers/mcp-random-user-server"},
	{"name":"rest-amap-server","domain":"mcp.example.com","path":"/mcp-servers/mcp-rest-amap-server"}]}`

// post is a POST of JSON to /mcp with more headers, given as name, value pairs.
func post(body string, more ...string) exchange.Request {
	headers := exchange.Headers{
		{":authority", "agg.example"}, {":path", "/mcp?sessionId=9"}, {":method", "POST"}, {"content-type", "application/json"},
	}
	for i := 0; i+1 < len(more); i += 2 {
		headers = append(headers, [2]string{more[i], more[i+1]})
	}
	return exchange.Request{Headers: headers, Body: []byte(body)}
}

// show renders a decision completely, so that one string compares all of it. A
// content-length that fits the forwarded body reads "exact".
func show(d exchange.Decision, body []byte) string {
	if d == nil {
		return "body needed"
	}
	var b strings.Builder
	length := ""
	edits := func(list []exchange.HeaderEdit) {
		for _, edit := range list {
			switch {
			case edit.Remove:
				fmt.Fprintf(&b, " -%s", edit.Name)
			case edit.Name == "content-length" && edit.Value == length:
				b.WriteString(" content-length=exact")
			default:
				fmt.Fprintf(&b, " %s=%s", edit.Name, edit.Value)
			}
		}
	}
	switch d := d.(type) {
	case exchange.Pass:
		b.WriteString("pass")
		edits(d.Headers)
	case exchange.Forward:
		forwarded := d.Body.Apply(body)
		length = fmt.Sprint(len(forwarded))
		b.WriteString("forward")
		edits(d.Headers)
		fmt.Fprintf(&b, "\n%s", forwarded)
	case exchange.Reply:
		fmt.Fprintf(&b, "reply %d %v %s", d.Status, d.Headers, d.Body)
	}
	labels := exchange.LabelsOf(d)
	fmt.Fprintf(&b, "\n%s method=%s server=%s tool=%s", labels.Outcome, labels.Method, labels.Server, labels.Tool)
	return b.String()
}

func TestRouteOfTheOriginalREADME(t *testing.T) {
	body := `{
"jsonrpc": "2.0",
"id": 2,
"method": "tools/call",
"params": {
"name": "rest-amap-server/get-weather",
"arguments": {
"location": "New York"
}
}
}`
	want := `forward :authority=mcp.example.com :path=/mcp-servers/mcp-rest-amap-server content-length=exact` + "\n" +
		strings.Replace(body, "rest-amap-server/get-weather", "get-weather", 1) +
		"\nforwarded method=tools/call server=rest-amap-server tool=get-weather"
	got := show(New(load(t, readme)).Route(post(body)), []byte(body))
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestHead(t *testing.T) {
	const servers = `"servers":[{"name":"a","path":"/a"}]`
	const plain = `{` + servers + `}`
	const ours = `{` + servers + `,"paths":["/mcp"],"serverHeader":"x-mcp-server","maxBodyBytes":1024}`
	json := [2]string{"content-type", "application/json"}
	request := func(method, path string, more ...[2]string) exchange.Request {
		return exchange.Request{Headers: append(exchange.Headers{{":method", method}, {":path", path}}, more...)}
	}
	end := func(r exchange.Request) exchange.Request { r.EndOfStream = true; return r }
	header := [2]string{"x-mcp-server", "b"}
	const passed = "pass\npassed method= server= tool="
	const tooLarge = `reply 413 [[content-type application/json]] {"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"body is larger than 1024 bytes"}}` +
		"\ntoo_large method= server= tool="
	tests := []struct {
		name, cfg string
		req       exchange.Request
		want      string
	}{
		{"a POST of JSON needs its body", plain, request("POST", "/x", json), "body needed"},
		{"any path without paths", plain, request("POST", "/any?x", json), "body needed"},
		{"a configured path", ours, request("POST", "/mcp", json), "body needed"},
		{"the query does not count", ours, request("POST", "/mcp?a=/b", json), "body needed"},
		{"a path below is another path", ours, request("POST", "/mcp/x", json), passed},
		{"another path keeps its headers", ours, request("POST", "/other", json, header), passed},
		{"no path at all", ours, request("POST", ""), passed},
		{"no body", plain, end(request("POST", "/x", json)), passed},
		{"GET", plain, request("GET", "/x", json), passed},
		{"PUT", plain, request("PUT", "/x", json), passed},
		{"DELETE", plain, end(request("DELETE", "/x")), passed},
		{"OPTIONS", plain, end(request("OPTIONS", "/x")), passed},
		{"lower-case post is another method", plain, request("post", "/x", json), passed},
		{"text", plain, request("POST", "/x", [2]string{"content-type", "text/plain"}), passed},
		{"JSON of another kind", plain, request("POST", "/x", [2]string{"content-type", "application/jsonl"}), passed},
		{"no content-type", plain, request("POST", "/x"), passed},
		{"a charset", plain, request("POST", "/x", [2]string{"content-type", "Application/JSON ;charset=utf-8"}), "body needed"},
		{"gzip", plain, request("POST", "/x", json, [2]string{"content-encoding", "gzip"}), passed},
		{"identity is no coding", plain, request("POST", "/x", json, [2]string{"content-encoding", "Identity"}), "body needed"},
		{"an empty coding is a coding", plain, request("POST", "/x", json, [2]string{"content-encoding", ""}), passed},
		{"a client's server header is removed", ours, request("GET", "/mcp", header), "pass -x-mcp-server\npassed method= server= tool="},
		{"at the limit", ours, request("POST", "/mcp", json, [2]string{"content-length", "1024"}), "body needed"},
		{"over the limit on our path", ours, request("POST", "/mcp", json, [2]string{"content-length", "1025"}), tooLarge},
		{"far over the limit", ours, request("POST", "/mcp", json, [2]string{"content-length", "9223372036854775807"}), tooLarge},
		{"over the limit anywhere", plain, request("POST", "/x", json, [2]string{"content-length", "4194305"}), "pass\npassed_too_large method= server= tool="},
		{"a length that is no number is found out later", ours, request("POST", "/mcp", json, [2]string{"content-length", "x"}), "body needed"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := show(New(load(t, test.cfg)).Head(test.req), nil); got != test.want {
				t.Errorf("Head(%v)\n got %s\nwant %s", test.req.Headers, got, test.want)
			}
		})
	}
}

func TestTooLargeRemovesTheServerHeader(t *testing.T) {
	r := New(load(t, `{"servers":[{"name":"a","path":"/a"}],"serverHeader":"x-mcp-server"}`))
	got := show(r.TooLarge(post("", "x-mcp-server", "b")), nil)
	if want := "pass -x-mcp-server\npassed_too_large method= server= tool="; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if r.MaxBodyBytes() != 4<<20 {
		t.Errorf("MaxBodyBytes = %d, want the default of 4 MiB", r.MaxBodyBytes())
	}
}
