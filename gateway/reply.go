package gateway

import (
	"fmt"
	"slices"
	"strings"

	"mcp-router/exchange"
	"mcp-router/jsonrpc"
	"mcp-router/mcp"
	"mcp-router/session"
	"mcp-router/sse"
)

// maxHeldReply bounds how much of a server's refusal is kept to look into it, in
// bytes.
const maxHeldReply = 64 << 10

// reply edits the answer to a forwarded request: what the server says of its
// session stays here, ids of its events say whose they are, and what is no MCP
// becomes an error that clients survive: SDKs take another status than 200 for
// the end of the connection.
type reply struct {
	g      *Gateway
	server *server
	part   session.Server
	// era is the client's.
	era mcp.Era
	// session is the client's, nil when it has none.
	session *session.Session
	// id is the request's; nil for a GET, whose reply is a stream or nothing. Most
	// fit into short.
	id    []byte
	short [24]byte
	// after are calls to put once the request is over.
	after []exchange.Call
	// origin is that of a page whose browser wants to hear that it may see the
	// reply; "" for none.
	origin string
	// stream is true for events. ids edits theirs, nil where they mean nothing, and
	// changes watches for notices.
	stream  bool
	ids     *sse.IDs
	changes changes
	// questions are the server's to the client; nil where it may not ask.
	questions *questions
	// status is that of a refusal of the server's that is being held.
	status int
	held   []byte
}

func (g *Gateway) newReply(m *message, s *server, part session.Server) *reply {
	// The message's memory is the request's, which ends before the reply does.
	r := &reply{g: g, server: s, part: part, era: m.era, session: m.client.Session, after: m.after}
	if m.id != nil {
		r.id = append(r.short[:0], m.id...)
	}
	if m.Origin.Present() {
		r.origin = strings.Clone(m.Origin.Value)
	}
	return r
}

// unwanted are headers of a server's reply that say nothing about ours.
var unwanted = []exchange.HeaderEdit{
	exchange.Remove(mcp.HeaderSessionID), exchange.Remove("content-length"), exchange.Remove("content-encoding"),
	exchange.Remove("www-authenticate"), exchange.Remove("set-cookie"),
}

// asFailure are the edits of a reply whose status and JSON-RPC error stay.
var asFailure = append([]exchange.HeaderEdit{exchange.Set("content-type", exchange.ContentTypeJSON)}, unwanted...)

// asSuccess are the edits of a reply whose body becomes a JSON-RPC message.
var asSuccess = append([]exchange.HeaderEdit{exchange.Set(":status", "200"), exchange.Set("content-type", exchange.ContentTypeJSON)}, unwanted...)

var (
	dropSession = []exchange.HeaderEdit{exchange.Remove(mcp.HeaderSessionID)}
	asStream    = []exchange.HeaderEdit{exchange.Remove(mcp.HeaderSessionID), exchange.Remove("content-length")}
)

// withoutSession takes the server's session off a reply that passes. Many have
// none, and each edit is a call into the host.
func withoutSession(head *exchange.ReplyHead) []exchange.HeaderEdit {
	if head.HasSession {
		return dropSession
	}
	return nil
}

// Head implements exchange.Editor.
func (r *reply) Head(head exchange.ReplyHead) (edits []exchange.HeaderEdit, instead *exchange.Reply) {
	if head.Status >= 200 && head.Status < 300 {
		return r.success(&head)
	}
	return r.failure(head)
}

// failure is Head for what is no success. It stands apart: where all goes well,
// its code is not read.
//
//go:noinline
func (r *reply) failure(head exchange.ReplyHead) (edits []exchange.HeaderEdit, instead *exchange.Reply) {
	if r.id == nil {
		return unwanted, r.allowingOrigin(head, notAllowed(allowed))
	}
	if head.Details != exchange.ViaUpstream {
		text, ours := notReached(head.Details, r.server.Name)
		if !ours {
			// Another filter has answered: what it says is for the client.
			return withoutSession(&head), nil
		}
		return r.replace(head, text)
	}
	switch {
	case head.Status == 401 || head.Status == 403:
		return r.replace(head, (&problem{kind: unauthorized, status: head.Status}).sentence(r.server.Name))
	case head.Status == 404 && r.part.ID != "":
		return r.replace(head, r.lost())
	case head.Status < 500 && head.Status >= 400 && head.HasBody && exchange.IsJSON(head.ContentType) && !coded(head):
		// The body tells a lost session from an error that is the client's to read.
		r.status = head.Status
		if r.keepsStatus() {
			return asFailure, nil
		}
		return asSuccess, nil
	}
	r.doubtEra(&problem{kind: refused, status: head.Status})
	return r.replace(head, (&problem{kind: refused, status: head.Status}).sentence(r.server.Name))
}

// success lets a server's answer pass.
func (r *reply) success(head *exchange.ReplyHead) ([]exchange.HeaderEdit, *exchange.Reply) {
	r.g.health.answered(r.server.index)
	if !head.HasBody || head.ContentType == "" || exchange.IsJSON(head.ContentType) {
		return withoutSession(head), nil
	}
	return r.other(head)
}

// other lets what is not JSON pass, if it is events.
//
//go:noinline
func (r *reply) other(head *exchange.ReplyHead) ([]exchange.HeaderEdit, *exchange.Reply) {
	switch {
	case exchange.IsEvents(head.ContentType):
		if coded(*head) {
			return withoutSession(head), nil
		}
		r.stream = true
		if r.era != mcp.Stateless {
			r.ids = sse.NewIDs(sse.Tag(r.server.identity))
			if r.part.ID != "" && isAsked(r.session) {
				r.questions = newQuestions(r.session, r.server.identity)
			}
		}
		return asStream, nil
	}
	return r.replace(*head, (&problem{kind: foreign}).sentence(r.server.Name))
}

func coded(head exchange.ReplyHead) bool {
	return head.ContentEncoding != "" && exchange.IsCoding(head.ContentEncoding)
}

// After implements exchange.Editor.
func (r *reply) After() []exchange.Call { return r.after }

// Chunk implements exchange.Editor.
func (r *reply) Chunk(chunk []byte, end bool) []byte {
	switch {
	case r.stream:
		if r.changes.in(chunk) {
			r.g.lists.Changed(r.g.world, r.server.identity)
		}
		if r.questions != nil {
			chunk = r.questions.events.Edit(chunk, end)
		}
		if r.ids == nil {
			return chunk
		}
		return r.ids.Edit(chunk)
	case r.status == 0:
		return chunk
	}
	if len(r.held)+len(chunk) <= maxHeldReply {
		r.held = append(r.held, chunk...)
	} else {
		r.held = append(r.held[:0], '<') // too long for an error: no message
	}
	if !end {
		return nil
	}
	return r.refusal()
}

// refusal is what a client gets for a server's 4xx with a JSON body: the
// server's own error if it answers the request, else one of ours.
func (r *reply) refusal() []byte {
	if r.part.ID != "" && losesSession(r.status, r.held) {
		return jsonrpc.ErrorReply(r.id, mcp.CodeInternal, r.lost())
	}
	envelope, err := jsonrpc.Scan(r.held)
	if err == nil && !envelope.Ambiguous && string(envelope.ID.Of(r.held)) == string(r.id) {
		if failure := jsonrpc.Members(r.held, envelope.Value, "error")[0]; failure.Present() && !failure.Again {
			if errorCode(r.held, failure.Span) != mcp.CodeUnsupportedVersion {
				return r.held
			}
			// It is of no use to the client, with which we have agreed on a revision.
			r.g.health.forget(r.server.index, r.era)
			return jsonrpc.ErrorReply(r.id, mcp.CodeInternal, otherEra(r.era).sentence(r.server.Name))
		}
	}
	r.doubtEra(&problem{kind: refused, status: r.status})
	return jsonrpc.ErrorReply(r.id, mcp.CodeInternal, (&problem{kind: refused, status: r.status}).sentence(r.server.Name))
}

// keepsStatus reports whether the client of a refusal gets the server's status: a
// stateless one understands those two with an error in the body (MCP 2026-07-28,
// "Sending messages to the server").
func (r *reply) keepsStatus() bool {
	return r.era == mcp.Stateless && (r.status == 400 || r.status == 404)
}

// doubtEra has a server that answers as one of the other era might asked again
// which it speaks, before the next request.
func (r *reply) doubtEra(p *problem) {
	if r.era == mcp.Stateless && p.doubtsEra() {
		r.g.health.forget(r.server.index, r.era)
	}
}

// replace answers in the server's place.
func (r *reply) replace(head exchange.ReplyHead, text string) ([]exchange.HeaderEdit, *exchange.Reply) {
	labels := exchange.Labels{Server: r.server.Name, Outcome: exchange.Unavailable}
	return unwanted, r.allowingOrigin(head, exchange.ErrorReply(200, r.id, mcp.CodeInternal, text, labels))
}

// allowingOrigin lets a page see a reply of ours that skips the CORS filter, as
// those do that stand for one without a body.
func (r *reply) allowingOrigin(head exchange.ReplyHead, answer exchange.Reply) *exchange.Reply {
	if r.origin != "" && !head.HasBody {
		answer.Headers = append(slices.Clip(answer.Headers), [2]string{"access-control-allow-origin", r.origin}, [2]string{"vary", "origin"})
	}
	return &answer
}

// lost notes that the server has forgotten the session and says so.
func (r *reply) lost() string {
	if r.session != nil {
		r.g.notes.lost(r.session.Nonce, r.part)
	}
	return (&problem{kind: lost}).sentence(r.server.Name)
}

// notReached says why a request did not get to its server, or its reply not to
// us, when the host has answered in its place; ours is false when some other
// filter has. The words are Envoy's response code details.
func notReached(details, server string) (text string, ours bool) {
	name := "server " + exchange.Quote(server)
	switch {
	case strings.HasPrefix(details, "route_not_found"), strings.HasPrefix(details, "cluster_not_found"):
		return "no route leads to " + name, true
	case strings.HasPrefix(details, "no_healthy_upstream"):
		return name + " has no healthy endpoint", true
	case strings.HasPrefix(details, "response_timeout"), strings.HasPrefix(details, "upstream_per_try_timeout"), strings.HasPrefix(details, "upstream_max_stream_duration"), strings.HasPrefix(details, "upstream_response_timeout"):
		return name + " did not answer in time", true
	case strings.HasPrefix(details, "upstream_"), strings.HasPrefix(details, "overload"):
		return fmt.Sprintf("connection to %s failed", name), true
	}
	return "", false
}
