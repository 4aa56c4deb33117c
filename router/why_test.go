package router

import (
	"testing"

	"mcp-router/exchange"
)

func TestPassesSayWhy(t *testing.T) {
	const call = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":`
	for body, want := range map[string]exchange.Why{
		`{`: exchange.WhyBroken,
		`1`: exchange.WhyNoMessage,
		`{"method":"tools/call","params":{"name":"a/t"}}`: exchange.WhyNoMessage,
		`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`:  exchange.WhyMethod,
		call + `1}}`:                      exchange.WhyNoName,
		call + `"plain"}}`:                exchange.WhyNoSeparator,
		call + `"zz/t"}}`:                 exchange.WhyUnknownServer,
		`[{}]`:                            exchange.WhyNotOurs,
		call + `"plain","name":"other"}}`: exchange.WhyNotOurs,
	} {
		d := New(load(t, lenient)).Route(&exchange.Request{Body: []byte(body)})
		if pass, ok := d.(exchange.Pass); !ok || pass.Why != want {
			t.Errorf("%s: %+v, want a pass with reason %d", body, d, want)
		}
	}
	request := func(path, contentType string, end bool) *exchange.Request {
		req := &exchange.Request{EndOfStream: end}
		for _, header := range [][2]string{{":method", "POST"}, {":path", path}, {"content-type", contentType}, {"content-length", "5000000"}} {
			req.AddHeader(header[0], header[1])
		}
		return req
	}
	const keeps = `{"paths":["/mcp"],"servers":[{"name":"a","path":"/a"}]}`
	for _, tc := range []struct {
		config string
		req    *exchange.Request
		want   exchange.Why
	}{
		{keeps, request("/other", "application/json", false), exchange.WhyPath},
		{keeps, request("/mcp", "application/json", true), exchange.WhyNoBody},
		{keeps, request("/mcp", "text/plain", false), exchange.WhyNotJSON},
		{lenient, request("/mcp", "application/json", false), exchange.WhyTooLarge},
	} {
		d := New(load(t, tc.config)).Head(tc.req)
		if pass, ok := d.(exchange.Pass); !ok || pass.Why != tc.want {
			t.Errorf("%+v: %+v, want a pass with reason %d", tc.req, d, tc.want)
		}
	}
}
