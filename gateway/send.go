package gateway

import (
	"mcp-router/exchange"
	"mcp-router/jsonrpc"
	"mcp-router/mcp"
	"mcp-router/session"
)

// send re-routes a message to a server, edited: what stands between splices
// arrives byte for byte.
func (g *Gateway) send(m *message, s *server, part session.Server, splices jsonrpc.Splices, labels exchange.Labels) *exchange.Forward {
	if mark := jsonrpc.MarkLen(m.Body); mark > 0 {
		// Servers may refuse a byte-order mark (RFC 8259 section 8.1).
		splices = append(splices, jsonrpc.Splice{End: mark})
	}
	if at := m.meta.capabilities; at.Present() {
		if promised := m.promised(); len(promised) != at.End-at.Start {
			splices = append(splices, jsonrpc.Splice{Start: at.Start, End: at.End, With: string(promised)})
		}
	}
	inOrder(splices)
	return &exchange.Forward{
		Headers: s.forwardEdits(m.Request, part), Body: splices, ContentLength: splices.Len(len(m.Body)),
		Editor: g.newReply(m, s, part), Labels: labels,
	}
}

// inOrder sorts the few splices of a message. A sort of the library's would be
// larger than all of this file.
func inOrder(splices jsonrpc.Splices) {
	for i := range splices {
		for j := i; j > 0 && splices[j].Start < splices[j-1].Start; j-- {
			splices[j], splices[j-1] = splices[j-1], splices[j]
		}
	}
}

// promised is what the client of a stateless message can do, less tasks: the id
// of one would not say to which server it belongs.
func (m *message) promised() []byte {
	capabilities := m.meta.capabilities.Of(m.Body)
	if !mayHold(capabilities, "tasks") {
		return capabilities
	}
	capabilities = jsonrpc.Without(capabilities, "tasks")
	extensions := jsonrpc.Members(capabilities, jsonrpc.Span{End: len(capabilities)}, "extensions")[0]
	kept := jsonrpc.Without(extensions.Of(capabilities), mcp.ExtensionTasks)
	if len(kept) == extensions.End-extensions.Start {
		return capabilities
	}
	return jsonrpc.Splices{{Start: extensions.Start, End: extensions.End, With: string(kept)}}.Apply(capabilities)
}

// params are the raw params for a request of ours in the message's place.
func (m *message) params() []byte {
	at := m.meta.capabilities
	if !at.Present() {
		return m.Params.Of(m.Body)
	}
	from := m.Params.Start
	return jsonrpc.Splices{{Start: at.Start - from, End: at.End - from, With: string(m.promised())}}.Apply(m.Params.Of(m.Body))
}
