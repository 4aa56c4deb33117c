package gateway

import (
	"mcp-router/exchange"
	"mcp-router/jsonrpc"
	"mcp-router/mcp"
	"mcp-router/session"
)

// listen opens a subscription at the one server whose messages clients get. Where
// there is none it is acknowledged with nothing that will be told, and ends (MCP
// 2026-07-28, "Subscriptions").
func (g *Gateway) listen(m *message) exchange.Decision {
	notifications := m.inParams("notifications")[0]
	switch {
	case notifications.Again:
		return m.malformed(mcp.CodeInvalidRequest, "params.notifications is given more than once", exchange.Ambiguous)
	case notifications.Present() && !isObject(notifications.Of(m.Body)):
		return m.refuse(mcp.CodeInvalidParams, "params.notifications must be an object", exchange.BadRequest)
	}
	s := g.streamServer()
	if s == nil {
		return m.subscribedToNothing()
	}
	labels := exchange.Labels{Method: m.method, Server: s.Name, Outcome: exchange.Forwarded}
	return g.reach(m, s, labels, func(part session.Server) exchange.Decision {
		forward := g.send(m, s, part, nil, labels)
		if s.CallTimeout > 0 {
			// A subscription is no call: it lasts as long as its client listens.
			forward.Headers = append(forward.Headers, exchange.Set(headerTimeout, "0"))
		}
		return forward
	}, func(*problem) exchange.Decision { return m.subscribedToNothing() })
}

// subscribedToNothing is a whole subscription: what is honoured of it, and its
// end.
func (m *message) subscribedToNothing() exchange.Reply {
	tag := append([]byte(`"_meta":{"`+mcp.MetaSubscriptionID+`":`), m.id...)
	tag = append(tag, '}')
	body := append([]byte("data: "), `{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"notifications":{},`...)
	body = append(append(body, tag...), "}}\n\ndata: "...)
	result := append(append([]byte(`{"resultType":"complete",`), tag...), '}')
	body = append(append(body, jsonrpc.ResultReply(m.id, result)...), "\n\n"...)
	return exchange.Reply{
		Status: 200, Headers: [][2]string{{"content-type", exchange.ContentTypeEvents}, {"cache-control", "no-cache"}},
		Body: body, After: m.after, Labels: m.labels(exchange.AnsweredHere),
	}
}
