package gateway

import (
	"testing"

	"mcp-router/exchange"
	"mcp-router/jsonrpc"
	"mcp-router/mcp"
)

// Whatever a stateless body holds, it is answered or refused, or goes on as one
// message that still says its revision and promises no tasks.
func FuzzStateless(f *testing.F) {
	const meta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{"tasks":{},"extensions":{"io.modelcontextprotocol/tasks":{},"x":1}}}`
	f.Add("tools/call", "a/x", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a/x",`+meta+`}}`)
	f.Add("tools/call", "a/x", "\ufeff"+`{"params":{`+meta+`,"n\u0061me":"a\/x"},"id":"é","method":"tools\/call","jsonrpc":"2.0"}`)
	f.Add("resources/read", "u", `{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"u",`+meta+`}}`)
	f.Add("subscriptions/listen", "", `{"jsonrpc":"2.0","id":1,"method":"subscriptions/listen","params":{`+meta+`}}`)
	g, _ := opened(f)
	for i := range g.servers {
		g.health.learned(i, mcp.Stateless, true)
	}
	f.Fuzz(func(t *testing.T, method, name, body string) {
		headers := [][2]string{
			{":method", "POST"}, {":path", "/mcp"}, {":authority", "gateway.example"}, {"content-type", "application/json"},
			{mcp.HeaderProtocolVersion, mcp.RevisionStateless}, {mcp.HeaderMethod, method}, {mcp.HeaderName, name},
		}
		req := &exchange.Request{Headers: exchange.HeaderLines(headers...), Body: []byte(body)}
		for _, header := range headers {
			req.AddHeader(header[0], header[1])
		}
		switch d := g.Route(req).(type) {
		case exchange.Reply:
			if len(d.Body) > 0 && d.Body[0] == '{' && !jsonrpc.Valid(d.Body) {
				t.Fatalf("reply %q is no JSON", d.Body)
			}
		case exchange.Ask:
			for _, call := range d.Calls {
				if !jsonrpc.Valid(call.Body) {
					t.Fatalf("call %q is no JSON", call.Body)
				}
			}
		case *exchange.Forward:
			m := &message{Request: &exchange.Request{Body: d.Body.Apply(req.Body)}}
			if refusal := m.read(); refusal != nil || len(m.Body) != d.ContentLength {
				t.Fatalf("forwarded %q, length %d", m.Body, d.ContentLength)
			}
			if refusal := m.readMeta(); refusal != nil || !jsonrpc.Is(m.meta.version.Of(m.Body), mcp.RevisionStateless) {
				t.Fatalf("forwarded %q", m.Body)
			}
			if promised := m.meta.capabilities.Of(m.Body); string(m.promised()) != string(promised) {
				t.Fatalf("tasks are promised to the server: %q", promised)
			}
		default:
			t.Fatalf("decision %T", d)
		}
	})
}
