package gateway

import (
	"mcp-router/exchange"
	"mcp-router/jsonrpc"
	"mcp-router/mcp"
)

// message is one JSON-RPC message of a client, and the request it came in.
type message struct {
	*exchange.Request
	jsonrpc.Envelope
	outline jsonrpc.Outline
	// id is the raw id; nil for a notification.
	id []byte
	// method is the name as the client wrote it, row what MCP knows of it, nil for
	// nothing.
	method string
	row    *mcp.Method
	// era is the message's, meta what it says of itself.
	era  mcp.Era
	meta meta
	// task is set for params that ask for a task, whose id would not say to which
	// server it belongs (MCP 2025-11-25, "Tasks").
	task bool
	// client is the session that the message belongs to.
	client client
	// cuts are memory for what changes in the body on its way.
	cuts [4]jsonrpc.Splice
	// after are calls to put once the message is answered.
	after []exchange.Call
	// ends is when no server is waited for any more, in milliseconds since 1970; 0
	// for a message that is done after three calls in a row at most.
	ends int64
}

// labels describe what became of a message.
func (m *message) labels(outcome exchange.Outcome) exchange.Labels {
	return exchange.Labels{Method: m.method, Outcome: outcome}
}

// refuse answers with a JSON-RPC error, a notification with 202.
func (m *message) refuse(code int, text string, outcome exchange.Outcome) exchange.Reply {
	return m.refuseAs(code, text, m.labels(outcome))
}

// refuseAs is refuse for a message of which more is known. The error comes over
// HTTP 200 to clients of the session era, which take another status for the end
// of the connection.
func (m *message) refuseAs(code int, text string, labels exchange.Labels) exchange.Reply {
	status := uint32(200)
	if m.era == mcp.Stateless {
		status = mcp.StatelessStatus(code)
	}
	reply := exchange.Refuse(status, m.id, code, text, labels)
	reply.After = m.after
	return reply
}

// Route decides about a request whose whole body has arrived.
func (g *Gateway) Route(req *exchange.Request) exchange.Decision {
	if req.Method.Value == "DELETE" {
		return g.end(req)
	}
	m := g.spare
	if m == nil {
		m = new(message)
	}
	*m = message{Request: req}
	g.spare = nil
	decision := g.route(m)
	if _, asks := decision.(exchange.Ask); !asks { // else its plan goes on with it
		m.release()
		g.spare = m
	}
	return decision
}

// release lets go of the request's memory. The cuts stay until the next message:
// the decision has them.
func (m *message) release() { m.Request, m.id, m.method, m.after = nil, nil, "", nil }

func (g *Gateway) route(m *message) exchange.Decision {
	if refusal := m.read(); refusal != nil {
		return refusal
	}
	if refusal := m.checkVersion(); refusal != nil {
		return refusal
	}
	// A client that begins anew may still send the id of its last session, and a
	// stateless one has none.
	if m.method != mcp.MethodInitialize && m.era != mcp.Stateless {
		var refusal exchange.Decision
		if m.client, refusal = g.identify(m.Request, m.id); refusal != nil {
			return refusal
		}
	}
	return g.answer(m)
}

// answer decides about a message that is well formed and of a known session.
func (g *Gateway) answer(m *message) exchange.Decision {
	if m.method == mcp.MethodToolsCall && m.id != nil {
		return g.call(m)
	}
	return g.answerOther(m)
}

// answerOther is answer for all but calls, whose way its code is not on.
//
//go:noinline
func (g *Gateway) answerOther(m *message) exchange.Decision {
	// Other notifications of clients go nowhere: each server session gets our own
	// initialized, and a cancellation could reach a server that never got the call,
	// since clients number their requests as they like.
	switch {
	case !m.Envelope.Method.Present():
		return g.answered(m)
	case m.id == nil && m.method == mcp.MethodRootsChanged:
		return g.rootsChanged(m)
	case m.id == nil:
		return exchange.Accepted(m.labels(exchange.Acknowledged))
	}
	if m.row == nil || !m.row.Eras.Has(m.era) {
		return m.unknownMethod()
	}
	switch m.method {
	case mcp.MethodInitialize:
		return g.initialize(m)
	case mcp.MethodDiscover:
		return g.discover(m)
	case mcp.MethodListen:
		return g.listen(m)
	case mcp.MethodPing:
		return m.result([]byte("{}"), exchange.AnsweredHere)
	case mcp.MethodToolsList, mcp.MethodPromptsList, mcp.MethodResources, mcp.MethodTemplates:
		return g.list(m)
	case mcp.MethodPromptsGet:
		return g.prompt(m)
	case mcp.MethodRead:
		return g.read(m)
	case mcp.MethodSubscribe, mcp.MethodUnsubscribe:
		return g.subscribe(m)
	case mcp.MethodComplete:
		return g.complete(m)
	case mcp.MethodSetLevel:
		return g.setLevel(m)
	}
	return m.unknownMethod()
}

// read finds the message in the body.
func (m *message) read() exchange.Decision {
	var err error
	if m.Envelope, err = m.outline.Scan(m.Body); err != nil {
		return m.unreadable(err)
	}
	m.id = m.ID.Of(m.Body)
	if m.Kind == jsonrpc.Object && jsonrpc.Is(m.JSONRPC.Of(m.Body), "2.0") && !m.Ambiguous && m.Envelope.Method.Present() && (m.id == nil || jsonrpc.ValidID(m.id)) {
		return m.readMethod()
	}
	return m.faulty()
}

// readMethod finds out what a message asks for.
func (m *message) readMethod() exchange.Decision {
	method, ok := jsonrpc.Text(m.Envelope.Method.Of(m.Body), maxText)
	if !ok {
		return m.methodless()
	}
	m.method, m.row = method, mcp.MethodOf(method)
	return nil
}

//go:noinline
func (m *message) unreadable(err error) exchange.Decision {
	return m.malformed(mcp.CodeParseError, err.Error(), exchange.BadRequest)
}

//go:noinline
func (m *message) methodless() exchange.Decision {
	return m.malformed(mcp.CodeInvalidRequest, "method must be a string", exchange.BadRequest)
}

// faulty says what is wrong with a message that is no request or notification;
// nil for an answer.
//
//go:noinline
func (m *message) faulty() exchange.Decision {
	id := m.id
	m.id = nil
	switch {
	case m.Kind == jsonrpc.Array:
		return m.malformed(mcp.CodeInvalidRequest, "batch is not supported here", exchange.Batch)
	case m.Kind != jsonrpc.Object || !jsonrpc.Is(m.JSONRPC.Of(m.Body), "2.0"):
		return m.malformed(mcp.CodeInvalidRequest, `a message must be an object with "jsonrpc": "2.0"`, exchange.BadRequest)
	case m.Ambiguous && !m.AmbiguousID && jsonrpc.ValidID(id):
		m.id = id
		fallthrough
	case m.Ambiguous:
		return m.malformed(mcp.CodeInvalidRequest, "method, id, params or params.name is given more than once", exchange.Ambiguous)
	case !m.Envelope.Method.Present():
		return m.withoutMethod()
	}
	return m.malformed(mcp.CodeInvalidRequest, "id must be a string or a number", exchange.InvalidID)
}

// inParams finds members of params by their keys.
func (m *message) inParams(keys ...string) []jsonrpc.Member {
	return m.outline.Members(m.Body, m.Params, keys...)
}

// withoutMethod takes an answer to a server's request, and refuses what is none.
func (m *message) withoutMethod() exchange.Decision {
	members := jsonrpc.Members(m.Body, m.Value, "result", "error")
	if members[0].Present() || members[1].Present() {
		return nil
	}
	return m.malformed(mcp.CodeInvalidRequest, "a message must have a method, a result or an error", exchange.BadRequest)
}

// malformed refuses what is no message at all, or not one that can be told from
// another: 400, also without an id (MCP 2025-11-25, "Sending Messages to the
// Server").
func (m *message) malformed(code int, text string, outcome exchange.Outcome) exchange.Decision {
	return exchange.ErrorReply(400, m.id, code, text, m.labels(outcome))
}

// result answers with a result of ours.
func (m *message) result(result []byte, outcome exchange.Outcome) exchange.Reply {
	return m.reply(jsonrpc.ResultReply(m.id, result), outcome)
}

// reply answers with a whole response of ours.
func (m *message) reply(body []byte, outcome exchange.Outcome) exchange.Reply {
	return exchange.Reply{Status: 200, Headers: jsonHeaders, Body: body, After: m.after, Labels: m.labels(outcome)}
}

// jsonHeaders are those of every reply with a body.
var jsonHeaders = [][2]string{{"content-type", exchange.ContentTypeJSON}}

// maxText is how much is read of short texts, such as methods and versions, in
// bytes.
const maxText = 256
