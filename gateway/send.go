package gateway

import (
	"bytes"

	"mcp-router/exchange"
	"mcp-router/jsonrpc"
	"mcp-router/mcp"
	"mcp-router/session"
)

// send re-routes a message to a server, edited: what stands between splices
// arrives byte for byte.
func (g *Gateway) send(m *message, s *server, part session.Server, splices jsonrpc.Splices, labels exchange.Labels) *exchange.Forward {
	if m.Body[0] != '{' {
		// Servers may refuse a byte-order mark (RFC 8259 section 8.1).
		splices = withoutMark(splices, m.Body)
	}
	if m.meta.capabilities.Present() {
		splices = m.promise(splices)
	}
	if len(splices) > 1 {
		inOrder(splices)
	}
	f := m.Request.Forward()
	f.Headers, f.Body, f.ContentLength = g.forwardEdits(s, m.Request, part), splices, splices.Len(len(m.Body))
	f.Editor, f.Labels = g.newReply(m, s, part), labels
	return f
}

//go:noinline
func withoutMark(splices jsonrpc.Splices, body []byte) jsonrpc.Splices {
	if mark := jsonrpc.MarkLen(body); mark > 0 {
		return append(splices, jsonrpc.Splice{End: mark})
	}
	return splices
}

// promise puts what the client can do with us in the place of what it says.
//
//go:noinline
func (m *message) promise(splices jsonrpc.Splices) jsonrpc.Splices {
	at := m.meta.capabilities
	if promised := m.promised(); len(promised) != at.End-at.Start {
		return append(splices, jsonrpc.Splice{Start: at.Start, End: at.End, With: string(promised)})
	}
	return splices
}

// inOrder sorts the few splices of a message. A sort of the library's would be
// larger than all of this file.
//
//go:noinline
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
	if len(capabilities) < len(`{"tasks":0}`) || !mayHold(capabilities, "tasks") {
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

// mayHold is the cheap test before a look into an object: no reader finds a
// key there that stands neither plainly nor in escapes.
func mayHold(text []byte, key string) bool {
	return bytes.Contains(text, []byte(key)) || bytes.Contains(text, []byte(`\u`))
}
