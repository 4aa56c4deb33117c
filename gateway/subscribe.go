package gateway

import (
	"mcp-router/exchange"
	"mcp-router/mcp"
)

// subscribe sends resources/subscribe and unsubscribe to the one server whose
// messages clients get: what others would tell of their resources has no way.
func (g *Gateway) subscribe(m *message) exchange.Decision {
	stream := g.streamServer()
	if stream == nil {
		return m.unknownMethod()
	}
	if known, _ := g.health.load(); !known[stream.index].serves.may(subscribe) {
		return m.unknownMethod()
	}
	if m.client.Session == nil {
		return m.withoutSession()
	}
	uri, refusal := m.uri()
	if refusal != nil {
		return refusal
	}
	return g.owner(m, uri, resourcePlaces, false, func(s *server, _ bool) exchange.Decision {
		if s != nil && s != stream {
			return m.refuse(mcp.CodeInvalidParams, "resource "+exchange.Quote(uri)+" is on server "+exchange.Quote(s.Name)+
				", and only changes of server "+exchange.Quote(stream.Name)+"'s are told here", exchange.UnknownTool)
		}
		return g.deliver(m, delivery{server: stream})
	})
}

// streamServer is the one whose messages clients get; nil for none.
func (g *Gateway) streamServer() *server {
	for i := range g.servers {
		if g.servers[i].Name == g.cfg.Gateway.StreamServer {
			return &g.servers[i]
		}
	}
	return nil
}

// unknownMethod refuses a method that is not served.
func (m *message) unknownMethod() exchange.Decision {
	return m.refuse(mcp.CodeMethodNotFound, "method "+exchange.Quote(m.method)+" is not known here", exchange.UnknownMethod)
}

// withoutSession refuses what would be forgotten with the request.
func (m *message) withoutSession() exchange.Decision {
	return m.refuse(mcp.CodeInvalidRequest, m.method+" needs a session: send initialize first, and its Mcp-Session-Id with every request", exchange.BadRequest)
}
