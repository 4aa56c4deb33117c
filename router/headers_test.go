package router

import (
	"strings"
	"testing"

	"mcp-router/exchange"
	"mcp-router/names"
)

func TestStandardHeadersOfACall(t *testing.T) {
	const modern = "mcp-protocol-version"
	forwarded := func(mcpName string) string {
		return "forward :path=/open x-mcp-server=open" + mcpName + " content-length=exact\n" +
			`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t"}}` + "\nforwarded method=tools/call server=open tool=t"
	}
	mismatch := func(message string) string {
		return badRequest + `1,"error":{"code":-32020,"message":"` + message + `"}}` + "\nheader_mismatch method=tools/call server=open tool=t"
	}
	tests := []struct {
		name    string
		headers []string
		want    string
	}{
		{"none", nil, forwarded("")},
		{"matching", []string{modern, "2026-07-28", "mcp-method", "tools/call", "mcp-name", "open/t"}, forwarded(" mcp-name=t")},
		{"matching in base64, sent on plain", []string{modern, "2026-07-28", "mcp-name", "=?base64?b3Blbi90?="}, forwarded(" mcp-name=t")},
		{"white space around values", []string{modern, " 2026-07-28 ", "mcp-method", "tools/call\t", "mcp-name", " open/t "}, forwarded(" mcp-name=t")},
		{"the method's header may be absent: the server judges", []string{modern, "2026-07-28"}, forwarded("")},
		{"another name", []string{modern, "2026-07-28", "mcp-name", "open/cheap"}, mismatch("header Mcp-Name does not match params.name")},
		{"the name without its prefix", []string{modern, "2026-07-28", "mcp-name", "t"}, mismatch("header Mcp-Name does not match params.name")},
		{"an empty name", []string{modern, "2026-07-28", "mcp-name", ""}, mismatch("header Mcp-Name does not match params.name")},
		{"names are case-sensitive", []string{modern, "2026-07-28", "mcp-name", "OPEN/T"}, mismatch("header Mcp-Name does not match params.name")},
		{"a name badly encoded", []string{modern, "2026-07-28", "mcp-name", "=?base64?%%?="}, mismatch("header Mcp-Name: header value is not valid base64 of UTF-8 text")},
		{"two names, though equal", []string{modern, "2026-07-28", "mcp-name", "open/t", "mcp-name", "open/t"}, mismatch("header Mcp-Name is given more than once")},
		{"another method", []string{modern, "2026-07-28", "mcp-method", "tools/list"}, mismatch("header Mcp-Method does not match the body's method")},
		{"methods are case-sensitive", []string{modern, "2026-07-28", "mcp-method", "Tools/Call"}, mismatch("header Mcp-Method does not match the body's method")},
		{"two methods", []string{modern, "2026-07-28", "mcp-method", "tools/call", "mcp-method", "tools/call"}, mismatch("header Mcp-Method is given more than once")},
		{"a later revision", []string{modern, "2027-01-01", "mcp-method", "x"}, mismatch("header Mcp-Method does not match the body's method")},
		{"the binding one of two revisions", []string{modern, "2025-11-25", modern, "2026-07-28", "mcp-method", "x"}, mismatch("header Mcp-Method does not match the body's method")},
		{"an earlier revision does not bind", []string{modern, "2025-11-25", "mcp-method", "x", "mcp-name", "open/t"}, forwarded(" mcp-name=t")},
		{"a name that disagrees and does not bind is not set right", []string{modern, "2025-11-25", "mcp-name", "open/other"}, forwarded(" -mcp-name")},
		{"nor without a revision", []string{"mcp-name", "zz/costly"}, forwarded(" -mcp-name")},
		{"nor one that agrees with the tool alone", []string{"mcp-name", "t"}, forwarded(" -mcp-name")},
		{"nor an empty one", []string{"mcp-name", ""}, forwarded(" -mcp-name")},
		{"nor a broken one", []string{"mcp-name", "=?base64?%%?="}, forwarded(" -mcp-name")},
		{"nor a doubled one", []string{"mcp-name", "open/t", "mcp-name", "open/t"}, forwarded(" -mcp-name")},
		{"nobody but us repeats a call", []string{"x-envoy-retry-on", "5xx", "x-envoy-max-retries", "9", "x-envoy-upstream-rq-timeout-ms", "1"},
			forwarded(" -x-envoy-retry-on -x-envoy-max-retries")},
		{"no revision does not bind", []string{"mcp-method", "x"}, forwarded("")},
	}
	r := New(load(t, fleet))
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			req := post(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"open/t"}}`, test.headers...)
			if got := show(r.Route(req), req.Body); got != test.want {
				t.Errorf("Route with %v\n got %s\nwant %s", test.headers, got, test.want)
			}
		})
	}
}

func TestMcpNameOfAToolThatNoHeaderCarries(t *testing.T) {
	req := post(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"open/é"}}`, "mcp-protocol-version", "2026-07-28", "mcp-name", "=?base64?b3Blbi/DqQ==?=")
	if got := show(New(load(t, fleet)).Route(req), req.Body); !strings.Contains(got, " mcp-name==?base64?w6k=?= ") {
		t.Errorf("Mcp-Name must go on in base64, got %s", got)
	}
}

// The header is at most as long as the longest tool's name in base64.
func TestMcpNameIsBounded(t *testing.T) {
	r := New(load(t, fleet))
	for _, char := range []string{"T", "é", "\x7f"} {
		for _, n := range []int{names.MaxTool / len(char), names.MaxTool/len(char) + 1, 200_000} {
			name := "open/" + strings.Repeat(char, n)
			req := post(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"`+name+`"}}`, "mcp-name", name)
			switch d := r.Route(req).(type) {
			case *exchange.Forward:
				header := d.Headers[len(d.Headers)-1].Value
				if n*len(char) > names.MaxTool || len(header) > 12+4*(names.MaxTool+2)/3 {
					t.Errorf("%d times %q: a header of %d bytes", n, char, len(header))
				}
			case exchange.Reply:
				if n*len(char) <= names.MaxTool || len(d.Body) > 200 {
					t.Errorf("%d times %q: %d %s", n, char, d.Status, d.Body)
				}
			default:
				t.Errorf("%d times %q: %T", n, char, d)
			}
		}
	}
}

func TestOnlyRoutedCallsAreHeldToTheirHeaders(t *testing.T) {
	req := post(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, "mcp-protocol-version", "2026-07-28", "mcp-method", "tools/call")
	if got, want := show(New(load(t, fleet)).Route(req), nil), "pass\npassed method=tools/list server= tool="; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
