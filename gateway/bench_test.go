package gateway

import (
	"fmt"
	"strings"
	"testing"

	"mcp-router/exchange"
)

func BenchmarkCall(b *testing.B) {
	g, token := opened(b)
	req := posted(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"a___get-weather","arguments":{"location":"New York"}}}`, token)
	b.ReportAllocs()
	for b.Loop() {
		if g.Head(req) != nil {
			b.Fatal("decided by the head")
		}
		if _, ok := g.Route(req).(*exchange.Forward); !ok {
			b.Fatal("not forwarded")
		}
	}
}

// A list of two servers of 20 tools that is made anew.
func BenchmarkList(b *testing.B) {
	g, token := opened(b)
	g.cfg.Gateway.ListCacheTTL = 0
	g.lists = nil
	g = New(g.cfg, newFakeWorld())
	var tools []string
	for i := range 20 {
		tools = append(tools, fmt.Sprintf(`{"name":"tool_%d","title":"Tool %d","description":"%s","inputSchema":{"type":"object","properties":{"path":{"type":"string","description":"%s"}},"required":["path"],"additionalProperties":false},"annotations":{"readOnlyHint":true}}`,
			i, i, strings.Repeat("d", 300), strings.Repeat("p", 100)))
	}
	body := []byte(`{"jsonrpc":"2.0","id":1,"result":{"tools":[` + strings.Join(tools, ",") + `]}}`)
	req := posted(`{"jsonrpc":"2.0","id":2,"method":"tools/list"}`, token)
	b.ReportAllocs()
	for b.Loop() {
		ask, ok := g.Route(req).(exchange.Ask)
		if !ok {
			b.Fatal("nobody is asked")
		}
		var decision exchange.Decision
		for _, call := range ask.Calls {
			decision = ask.Plan.Answer(call.Token, exchange.CallReply{Outcome: exchange.Answered, Status: 200, ContentType: "application/json", Body: body})
		}
		if reply, ok := decision.(exchange.Reply); !ok || len(reply.Body) < 2*len(body) {
			b.Fatalf("%T", decision)
		}
	}
}
