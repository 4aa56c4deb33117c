package gateway

import (
	"strings"

	"mcp-router/exchange"
	"mcp-router/jsonrpc"
	"mcp-router/mcp"
	"mcp-router/session"
	"mcp-router/sse"
)

// asking are the capabilities by which a client lets servers ask it.
var asking = []string{"sampling", "elicitation", "roots"}

// isAsked reports whether servers may ask the client of a session.
func isAsked(s *session.Session) bool { return declares(s, asking...) }

// declares reports whether the client of a session has one of these capabilities.
// What was too long to be kept in the token was not declared to servers either.
func declares(s *session.Session, capabilities ...string) bool {
	return s != nil && len(jsonrpc.Without(s.Capabilities, capabilities...)) != len(s.Capabilities)
}

// maxQuestionID bounds the raw id of a server's request, in bytes.
const maxQuestionID = 512

// questions makes the ids of a server's requests to a client its own: servers
// number theirs as they like, and the answers all come to one URL.
type questions struct {
	// mark is put in front of each id.
	mark   string
	events *sse.Stream
}

func newQuestions(s *session.Session, server session.Hash) *questions {
	q := &questions{mark: s.Mark(server) + "."}
	q.events = sse.NewStream(func(e *sse.Event) []byte {
		if !e.IsMessage() {
			return nil
		}
		if edited := q.marked(e.Data); edited != nil {
			return e.WithData(edited)
		}
		return nil
	})
	return q
}

// marked returns a request with its id marked, or what calls one off; nil for any
// other message, and for what clients could not agree on.
func (q *questions) marked(text []byte) []byte {
	m, err := jsonrpc.Scan(text)
	if err != nil || m.Kind != jsonrpc.Object || m.Ambiguous || !m.Method.Present() {
		return nil
	}
	id := m.ID
	if !id.Present() {
		if method, _ := jsonrpc.Text(m.Method.Of(text), maxText); method != mcp.MethodCancelled {
			return nil
		}
		member := jsonrpc.Members(text, m.Params, "requestId")[0]
		if member.Again {
			return nil
		}
		id = member.Span
	}
	raw := id.Of(text)
	if !jsonrpc.ValidID(raw) || len(raw) > maxQuestionID {
		return nil
	}
	with := jsonrpc.AppendString(nil, q.mark+string(raw))
	return jsonrpc.Splices{{Start: id.Start, End: id.End, With: string(with)}}.Apply(text)
}

// answered sends a client's answer to the server that asked, with the id that it
// gave its request. One that nobody can have asked for goes nowhere.
func (g *Gateway) answered(m *message) exchange.Decision {
	nowhere := exchange.Accepted(m.labels(exchange.Acknowledged))
	if m.era == mcp.Stateless || !isAsked(m.client.Session) {
		return nowhere
	}
	text, ok := jsonrpc.Text(m.ID.Of(m.Body), 8*maxQuestionID)
	mark, own, found := strings.Cut(text, ".")
	if !ok || !found || len(own) > maxQuestionID || !jsonrpc.ValidID([]byte(own)) || !jsonrpc.Valid([]byte(own)) {
		return nowhere
	}
	for s, part := range g.parts(m.client) {
		if m.client.Mark(s.identity) != mark {
			continue
		}
		labels := exchange.Labels{Server: s.Name, Outcome: exchange.Forwarded}
		forward := g.send(m, s, part, jsonrpc.Splices{{Start: m.ID.Start, End: m.ID.End, With: own}}, labels)
		forward.Editor = &receipt{g.newReply(m, s, part), nowhere}
		return forward
	}
	return nowhere
}

// receipt makes of a server's reply what a client gets for its answer: that it was
// taken, or that it was not (MCP 2025-11-25, "Sending Messages to the Server").
// The latter is never 404, which would end the client's session.
type receipt struct {
	*reply
	accepted exchange.Reply
}

// Head implements exchange.Editor. What another filter says is for the client.
func (r *receipt) Head(head exchange.ReplyHead) ([]exchange.HeaderEdit, *exchange.Reply) {
	name := r.server.Name
	if head.Status >= 200 && head.Status < 300 {
		if head.Status == 202 && !head.HasBody {
			return withoutSession(&head), nil
		}
		return unwanted, r.allowingOrigin(head, r.accepted)
	}
	if _, ours := notReached(head.Details, name); !ours && head.Details != exchange.ViaUpstream {
		return withoutSession(&head), nil
	}
	return unwanted, r.allowingOrigin(head, exchange.ErrorReply(400, nil, mcp.CodeInvalidRequest,
		"server "+exchange.Quote(name)+" did not take the answer", exchange.Labels{Server: name, Outcome: exchange.Unavailable}))
}

// rootsChanged tells every server of the session that the client's roots have
// changed. Nobody waits for what they make of it.
func (g *Gateway) rootsChanged(m *message) exchange.Decision {
	reply := exchange.Accepted(m.labels(exchange.Acknowledged))
	if m.era == mcp.Stateless || !declares(m.client.Session, "roots") {
		return reply
	}
	for s, part := range g.parts(m.client) {
		reply.After = append(reply.After, s.post(m.Request, 0, m.method, part, rootsListChanged))
	}
	return reply
}

var rootsListChanged = []byte(`{"jsonrpc":"2.0","method":"` + mcp.MethodRootsChanged + `"}`)
