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

// request has the given headers.
func request(headers ...[2]string) *exchange.Request {
	req := &exchange.Request{}
	for _, header := range headers {
		req.AddHeader(header[0], header[1])
	}
	return req
}

// post is a POST of JSON to /mcp with more headers, given as name, value pairs.
func post(body string, more ...string) *exchange.Request {
	req := request([2]string{":authority", "agg.example"}, [2]string{":path", "/mcp?sessionId=9"}, [2]string{":method", "POST"}, [2]string{"content-type", "application/json"})
	for i := 0; i+1 < len(more); i += 2 {
		req.AddHeader(more[i], more[i+1])
	}
	req.Body = []byte(body)
	return req
}

// show renders a decision completely, so that one string compares all of it. A
// content-length that fits the forwarded body reads "exact".
func show(d exchange.Decision, body []byte) string {
	if d == nil {
		return "body needed"
	}
	var b strings.Builder
	var labels exchange.Labels
	edits := func(list []exchange.HeaderEdit) {
		for _, edit := range list {
			if edit.Remove {
				fmt.Fprintf(&b, " -%s", edit.Name)
			} else {
				fmt.Fprintf(&b, " %s=%s", edit.Name, edit.Value)
			}
		}
	}
	switch d := d.(type) {
	case exchange.Pass:
		labels = d.Labels
		b.WriteString("pass")
	case *exchange.Forward:
		labels = d.Labels
		forwarded := d.Body.Apply(body)
		b.WriteString("forward")
		edits(d.Headers)
		if d.ContentLength == len(forwarded) {
			b.WriteString(" content-length=exact")
		}
		fmt.Fprintf(&b, "\n%s", forwarded)
	case exchange.Reply:
		labels = d.Labels
		fmt.Fprintf(&b, "reply %d %v %s", d.Status, d.Headers, d.Body)
	}
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
	asked := func(method, path string, more ...[2]string) *exchange.Request {
		return request(append([][2]string{{":method", method}, {":path", path}}, more...)...)
	}
	end := func(r *exchange.Request) *exchange.Request { r.EndOfStream = true; return r }
	const passed = "pass\npassed method= server= tool="
	const tooLarge = `reply 413 [[content-type application/json]] {"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"body is larger than 1024 bytes"}}` +
		"\ntoo_large method= server= tool="
	tests := []struct {
		name, cfg string
		req       *exchange.Request
		want      string
	}{
		{"a POST of JSON needs its body", plain, asked("POST", "/x", json), "body needed"},
		{"any path without paths", plain, asked("POST", "/any?x", json), "body needed"},
		{"a configured path", ours, asked("POST", "/mcp", json), "body needed"},
		{"the query does not count", ours, asked("POST", "/mcp?a=/b", json), "body needed"},
		{"a path below is another path", ours, asked("POST", "/mcp/x", json), passed},
		{"another path", ours, asked("POST", "/other", json), passed},
		{"no path at all", ours, asked("POST", ""), passed},
		{"no body", plain, end(asked("POST", "/x", json)), passed},
		{"GET", plain, asked("GET", "/x", json), passed},
		{"PUT", plain, asked("PUT", "/x", json), passed},
		{"DELETE", plain, end(asked("DELETE", "/x")), passed},
		{"OPTIONS", plain, end(asked("OPTIONS", "/x")), passed},
		{"lower-case post is another method", plain, asked("post", "/x", json), passed},
		{"text", plain, asked("POST", "/x", [2]string{"content-type", "text/plain"}), passed},
		{"JSON of another kind", plain, asked("POST", "/x", [2]string{"content-type", "application/jsonl"}), passed},
		{"no content-type", plain, asked("POST", "/x"), passed},
		{"a charset", plain, asked("POST", "/x", [2]string{"content-type", "Application/JSON ;charset=utf-8"}), "body needed"},
		{"gzip", plain, asked("POST", "/x", json, [2]string{"content-encoding", "gzip"}), passed},
		{"identity is no coding", plain, asked("POST", "/x", json, [2]string{"content-encoding", "Identity"}), "body needed"},
		{"an empty coding is a coding", plain, asked("POST", "/x", json, [2]string{"content-encoding", ""}), passed},
		{"at the limit", ours, asked("POST", "/mcp", json, [2]string{"content-length", "1024"}), "body needed"},
		{"over the limit on our path", ours, asked("POST", "/mcp", json, [2]string{"content-length", "1025"}), tooLarge},
		{"far over the limit", ours, asked("POST", "/mcp", json, [2]string{"content-length", "9223372036854775807"}), tooLarge},
		{"over the limit anywhere", plain, asked("POST", "/x", json, [2]string{"content-length", "4194305"}), "pass\npassed_too_large method= server= tool="},
		{"a length that is no number is found out later", ours, asked("POST", "/mcp", json, [2]string{"content-length", "x"}), "body needed"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := show(New(load(t, test.cfg)).Head(test.req), nil); got != test.want {
				t.Errorf("Head(%+v)\n got %s\nwant %s", test.req, got, test.want)
			}
		})
	}
}

func TestTooLargePassesWhereNoPathIsOurs(t *testing.T) {
	r := New(load(t, `{"servers":[{"name":"a","path":"/a"}]}`))
	got := show(r.TooLarge(post("")), nil)
	if want := "pass\npassed_too_large method= server= tool="; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if r.MaxBodyBytes() != 4<<20 {
		t.Errorf("MaxBodyBytes = %d, want the default of 4 MiB", r.MaxBodyBytes())
	}
}
