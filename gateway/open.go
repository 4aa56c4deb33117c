package gateway

import (
	"mcp-router/exchange"
	"mcp-router/jsonrpc"
	"mcp-router/mcp"
	"mcp-router/session"
)

// hello is what servers are initialised with for a client.
type hello struct {
	// version is asked for, unless the configuration fixes a server's.
	version string
	// capabilities and clientInfo are raw objects.
	capabilities, clientInfo []byte
}

// opening brings one server to where it can be asked: initialize, then our
// notifications/initialized, whose answer is awaited. Servers refuse requests
// that come in between (MCP 2025-11-25, "Lifecycle").
type opening struct {
	server *server
	hello  hello
	// part is what the server made of it so far.
	part session.Server
	// serves is what the server says that it can do.
	serves     capabilities
	confirming bool
}

// first implements greeting.
func (o *opening) first(req *exchange.Request, token int) exchange.Call {
	version := o.hello.version
	if o.server.Protocol != "" {
		version = o.server.Protocol
	}
	return o.server.post(req, token, mcp.MethodInitialize, session.Server{}, o.hello.request(version))
}

func (h hello) request(version string) []byte {
	out := append([]byte(nil), `{"jsonrpc":"2.0","id":`+callID+`,"method":"initialize","params":{"protocolVersion":`...)
	out = jsonrpc.AppendString(out, version)
	out = append(append(out, `,"capabilities":`...), h.capabilities...)
	out = append(append(out, `,"clientInfo":`...), h.clientInfo...)
	return append(out, "}}"...)
}

var initialized = []byte(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)

// lost takes down that a server does not know its part of a client's session any
// more.
func (g *Gateway) lost(m *message, part session.Server) {
	if m.client.Session != nil {
		g.notes.lost(m.client.Nonce, part)
	}
	m.client.note.set(noted{Server: part, lost: true})
}

// met implements greeting.
func (o *opening) met() (session.Server, capabilities) { return o.part, o.serves }

// answer implements greeting. A server that does not know initialize is of the
// other era.
func (o *opening) answer(req *exchange.Request, token int, reply exchange.CallReply) (next *exchange.Call, failed *problem) {
	if o.confirming {
		// Whatever the server thinks of the notification, it has had it.
		if reply.Outcome != exchange.Answered {
			return nil, readStatus(reply, true)
		}
		return nil, nil
	}
	a := readAnswer(reply, false)
	switch {
	case a.problem == nil:
	case a.problem.code == mcp.CodeMethodNotFound, a.problem.code == mcp.CodeUnsupportedVersion:
		return nil, otherEra(mcp.Session)
	default:
		return nil, a.problem
	}
	if failed := o.read(a.result, reply.SessionID); failed != nil {
		return nil, failed
	}
	o.confirming = true
	call := o.server.post(req, token, mcp.MethodInitialized, o.part, initialized)
	return &call, nil
}

// read takes over an initialize result, but for one that promises nothing that we
// could keep to.
func (o *opening) read(result []byte, id string) *problem {
	members := jsonrpc.Members(result, jsonrpc.Span{End: len(result)}, "protocolVersion", "capabilities")
	version, _ := jsonrpc.Text(members[0].Of(result), maxText)
	switch {
	case version != "" && mcp.MirrorsBody(version):
		return otherEra(mcp.Session)
	case !mcp.IsSessionRevision(version):
		return &problem{kind: foreign}
	case len(id) > session.MaxServerID || !session.Visible(id):
		return &problem{kind: badSession}
	}
	o.part = session.Server{Hash: o.server.identity, Version: version, ID: session.ServerID(id)}
	o.serves = readCapabilities(members[1].Of(result))
	return nil
}
