package gateway

import (
	"bytes"
	"fmt"
	"strconv"

	"mcp-router/exchange"
	"mcp-router/jsonrpc"
	"mcp-router/mcp"
	"mcp-router/sse"
)

// callID is the id of every request of ours: each has an HTTP request of its
// own, so no two can be taken for each other.
const callID = "1"

// answer is what a server made of a request of ours.
type answer struct {
	// result is the raw result; nil with a problem.
	result  []byte
	problem *problem
}

// problem says why a server's answer is of no use.
type problem struct {
	kind problemKind
	// status is the HTTP status, code that of a JSON-RPC error; 0 for none.
	status, code int
	// again is set for a version that is refused although it is among those that the
	// server says it supports.
	again bool
}

type problemKind uint8

const (
	// silent: no answer within the deadline, or not a whole one.
	silent problemKind = iota
	// unreachable: the host knows no such cluster.
	unreachable
	// overloaded: no place for one more call; it says nothing about the server.
	overloaded
	// unauthorized: 401 or 403.
	unauthorized
	// lost: the server does not know the session id.
	lost
	// refused: another status, or a JSON-RPC error.
	refused
	// foreign: no MCP.
	foreign
	// badList: a result that is no list, or too large a one.
	badList
	// sessionless: the server knows no sessions, and needsSession: nothing else.
	sessionless
	needsSession
	// unable: the server does not have what it is asked for.
	unable
	// badSession: a session id that no header could carry, or too long a one.
	badSession
)

// sentence says it to a client: whose fault, and nothing that the server wrote.
func (p *problem) sentence(server string) string {
	name := "server " + exchange.Quote(server)
	switch p.kind {
	case silent:
		return name + " does not answer"
	case unreachable:
		return name + " cannot be reached: the host knows no such cluster"
	case overloaded:
		return name + " cannot be asked now: too many requests are under way, or no endpoint is healthy"
	case unauthorized:
		return fmt.Sprintf("%s requires authorization (status %d)", name, p.status)
	case lost:
		return "session with " + name + " was lost; call again"
	case refused:
		return name + " answered with " + p.told()
	case foreign:
		return name + " did not answer in MCP"
	case badList:
		return name + " did not answer with a list, or with too large a one"
	case badSession:
		return name + " gave out a session id that cannot be used"
	case unable:
		return name + " has nothing of the kind"
	case sessionless:
		return name + " speaks only a revision without sessions"
	case needsSession:
		return name + " speaks only revisions with sessions"
	}
	return name + " failed"
}

// told is what a refusal says that may be repeated: its numbers.
func (p *problem) told() string {
	switch {
	case p.code == 0:
		return fmt.Sprintf("status %d", p.status)
	case p.status == 0:
		return fmt.Sprintf("error %d", p.code)
	}
	return fmt.Sprintf("status %d, error %d", p.status, p.code)
}

// unlessRefused is nil for a server's own answer that it will not: that is no
// failure of the server's.
func (p *problem) unlessRefused() *problem {
	if p == nil || p.kind == unable || p.kind == refused && p.code != 0 {
		return nil
	}
	return p
}

// skips reports whether a problem lets lists leave the server out for a while.
func (p *problem) skips() bool { return p.kind == silent }

// readAnswer finds the response to a request of ours in a reply. hadSession
// tells whether the request carried a session id.
func readAnswer(reply exchange.CallReply, hadSession bool) answer {
	if p := readStatus(reply, hadSession); p != nil {
		return answer{problem: p}
	}
	for text := range messagesOf(reply) {
		if a, ours := readResponse(text); ours {
			return a
		}
	}
	return answer{problem: &problem{kind: foreign, status: reply.Status}}
}

// readStatus judges a reply by its outcome and status alone; nil is a success.
func readStatus(reply exchange.CallReply, hadSession bool) *problem {
	switch reply.Outcome {
	case exchange.NoAnswer:
		return &problem{kind: silent}
	case exchange.NotSent:
		return &problem{kind: unreachable}
	case exchange.Overloaded:
		return &problem{kind: overloaded}
	case exchange.Answered:
	}
	p := &problem{kind: refused, status: reply.Status}
	switch status := reply.Status; {
	case status >= 200 && status < 300:
		return nil
	case status == 401, status == 403:
		p.kind = unauthorized
	case hadSession && losesSession(status, reply.Body):
		p.kind = lost
	default:
		p.readError(reply.Body)
	}
	return p
}

// losesSession reports whether an answer to a request with a session id says
// that the server does not know it: 404 (MCP 2025-11-25, "Session Management"),
// or 400 as SDKs send it, with a code of theirs or no message at all.
func losesSession(status int, body []byte) bool {
	if status != 400 {
		return status == 404
	}
	envelope, err := jsonrpc.Scan(body)
	if err != nil || !envelope.ID.Present() {
		return err == nil
	}
	if string(envelope.ID.Of(body)) == "null" {
		return true
	}
	code := errorCode(body, jsonrpc.Members(body, envelope.Value, "error")[0].Span)
	return code == mcp.CodeServer || code == mcp.CodeSession
}

// readError reads the JSON-RPC error that a body is, if it is one.
func (p *problem) readError(body []byte) {
	if envelope, err := jsonrpc.Scan(body); err == nil {
		p.readFailure(body, jsonrpc.Members(body, envelope.Value, "error")[0].Span)
	}
}

// readFailure reads a JSON-RPC error.
func (p *problem) readFailure(text []byte, failure jsonrpc.Span) {
	if p.code = errorCode(text, failure); p.code != mcp.CodeUnsupportedVersion {
		return
	}
	data := jsonrpc.Members(text, failure, "data")[0]
	p.again = holds(text, jsonrpc.Members(text, data.Span, "supported")[0].Span, mcp.RevisionStateless)
}

// holds reports whether an array has a string.
func holds(text []byte, array jsonrpc.Span, want string) bool {
	for element := range jsonrpc.Elements(text, array) {
		if jsonrpc.Is(element.Of(text), want) {
			return true
		}
	}
	return false
}

// messagesOf goes through the messages in a reply, whatever it calls itself:
// labels are wrong often enough, and the two forms cannot be mistaken for each
// other.
func messagesOf(reply exchange.CallReply) func(yield func([]byte) bool) {
	return func(yield func([]byte) bool) {
		body := bytes.TrimSpace(reply.Body)
		switch {
		case reply.ContentEncoding != "" && exchange.IsCoding(reply.ContentEncoding), len(body) == 0, body[0] == '<':
		case body[0] == '{' || body[0] == '[' || jsonrpc.MarkLen(body) > 0:
			yield(body)
		default:
			for event := range sse.Events(body) {
				if !yield(event.Data) {
					return
				}
			}
		}
	}
}

// readResponse reads a message if it is the response to ours.
func readResponse(text []byte) (a answer, ours bool) {
	var outline jsonrpc.Outline
	envelope, err := outline.Scan(text)
	if err != nil || envelope.Kind != jsonrpc.Object || envelope.Method.Present() {
		return answer{}, false
	}
	if envelope.AmbiguousID || string(envelope.ID.Of(text)) != callID {
		return answer{}, false
	}
	members := outline.Members(text, envelope.Value, "result", "error")
	result, failure := members[0], members[1]
	switch {
	case result.Again || failure.Again || result.Present() == failure.Present():
		return answer{problem: &problem{kind: foreign}}, true
	case failure.Present():
		p := &problem{kind: refused}
		p.readFailure(text, failure.Span)
		return answer{problem: p}, true
	}
	return answer{result: result.Of(text)}, true
}

// errorCode reads the code of a JSON-RPC error, 0 if there is none.
func errorCode(text []byte, failure jsonrpc.Span) int {
	code, err := strconv.Atoi(string(jsonrpc.Members(text, failure, "code")[0].Of(text)))
	if err != nil {
		return 0
	}
	return code
}
