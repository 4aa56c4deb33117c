package server

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"errors"
	"strconv"
	"sync"

	sdk "github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/tidwall/gjson"

	"mcp-router/jsonrpc"
)

// lastBatches is the last revision in which a line may hold several messages.
const lastBatches = "2025-03-26"

// maxExact is the largest number up to which the SDK keeps ids as they are.
const maxExact = 1 << 53

// frames makes messages of a client's lines, and lines of messages. It answers
// what is no message, keeps every id as it was written, puts the replies to a
// batch together and drops those to requests that the client has cancelled.
type frames struct {
	alias    string        // begins the id that stands for a number which the SDK would change
	answered chan struct{} // has a value after a reply

	mu       sync.Mutex
	requests map[sdk.ID]*openRequest
	version  string // as it was negotiated
}

// openRequest is a request without a reply.
type openRequest struct {
	cancelled  bool
	initialize bool
	batch      *batch // nil outside of one
}

// batch collects the replies to the messages of one line.
type batch struct {
	missing int
	replies [][]byte
}

func newFrames() frames {
	return frames{alias: "number-" + rand.Text() + "-", answered: make(chan struct{}, 1), requests: map[sdk.ID]*openRequest{}}
}

// read takes a line. refused is the reply to what is no message.
func (f *frames) read(line []byte) (messages []sdk.Message, refused []byte) {
	if len(bytes.TrimSpace(bytes.TrimPrefix(line, []byte("\ufeff")))) == 0 {
		return nil, nil
	}
	e, err := jsonrpc.Scan(line)
	switch {
	case errors.Is(err, jsonrpc.ErrTooDeep):
		return nil, invalidRequest(err.Error())
	case err != nil:
		return nil, jsonrpc.ErrorReply(nil, sdk.CodeParseError, "this line is not valid JSON in UTF-8")
	case e.Kind == jsonrpc.Array:
		return f.readBatch(line[e.Value.Start:e.Value.End])
	}
	m, refused := f.readMessage(line, e, nil)
	if m == nil {
		return nil, refused
	}
	return []sdk.Message{m}, nil
}

func invalidRequest(why string) []byte {
	return jsonrpc.ErrorReply(nil, sdk.CodeInvalidRequest, why)
}

// readMessage reads one message. Neither is returned for a reply to nobody, which
// has nobody to be told.
func (f *frames) readMessage(line []byte, e jsonrpc.Envelope, of *batch) (m sdk.Message, refused []byte) {
	switch {
	case e.Kind != jsonrpc.Object:
		return nil, invalidRequest("a message is a JSON object")
	case e.Ambiguous:
		return nil, invalidRequest("a member of the message is there twice")
	case !e.Method.Present() && string(e.ID.Of(line)) == "null":
		return nil, nil
	}
	text := f.withAliases(line, e)
	m, err := sdk.DecodeMessage(text)
	if err != nil {
		return nil, invalidRequest("this is no JSON-RPC 2.0 message")
	}
	if r, ok := m.(*sdk.Request); ok {
		f.mu.Lock()
		defer f.mu.Unlock()
		if r.IsCall() {
			f.requests[r.ID] = &openRequest{batch: of, initialize: r.Method == "initialize"}
		} else if r.Method == "notifications/cancelled" {
			f.cancel(r.Params)
		}
	}
	return m, nil
}

// withAliases returns a message in which numbers that the SDK would change, as
// its id or as that of a request to cancel, are strings that stand for them.
func (f *frames) withAliases(line []byte, e jsonrpc.Envelope) []byte {
	text := line[e.Value.Start:e.Value.End]
	id := e.ID
	if raw := id.Of(line); isInexact(raw) {
		return splice(line, e.Value, id, f.alias+string(raw))
	}
	if string(e.Method.Of(line)) == `"notifications/cancelled"` && e.Params.Present() {
		of := gjson.GetBytes(e.Params.Of(line), "requestId")
		if at := e.Params.Start + of.Index; of.Index > 0 && isInexact([]byte(of.Raw)) {
			return splice(line, e.Value, jsonrpc.Span{Start: at, End: at + len(of.Raw)}, f.alias+of.Raw)
		}
	}
	return text
}

// splice returns value's text with a string for a part of it.
func splice(line []byte, value, part jsonrpc.Span, with string) []byte {
	text := bytes.Clone(line[value.Start:part.Start])
	text = append(text, strconv.Quote(with)...)
	return append(text, line[part.End:value.End]...)
}

// isInexact says whether a raw id is a number that the SDK would not give back as
// it is.
func isInexact(raw []byte) bool {
	if !jsonrpc.ValidID(raw) || raw[0] == '"' {
		return false
	}
	n, err := strconv.ParseInt(string(raw), 10, 64)
	return err != nil || n > maxExact || n < -maxExact || strconv.FormatInt(n, 10) != string(raw)
}

// cancel notes that a request needs no reply. It needs f.mu.
func (f *frames) cancel(params json.RawMessage) {
	var p struct {
		RequestID any `json:"requestId"`
	}
	if json.Unmarshal(params, &p) != nil {
		return
	}
	if id, err := sdk.MakeID(p.RequestID); err == nil {
		if r := f.requests[id]; r != nil && !r.initialize {
			r.cancelled = true
		}
	}
}

// readBatch reads an array, where the revision has such.
func (f *frames) readBatch(array []byte) (messages []sdk.Message, refused []byte) {
	f.mu.Lock()
	allowed := f.version != "" && f.version <= lastBatches
	f.mu.Unlock()
	elements := gjson.ParseBytes(array).Array()
	switch {
	case !allowed:
		return nil, invalidRequest("batches are not part of this revision: send one message a line")
	case len(elements) == 0:
		return nil, invalidRequest("an empty batch")
	}
	of := &batch{}
	for _, element := range elements {
		text := []byte(element.Raw)
		e, _ := jsonrpc.Scan(text) // the array was valid
		m, wrong := f.readMessage(text, e, of)
		if wrong != nil {
			of.replies = append(of.replies, wrong)
		}
		if m == nil {
			continue
		}
		messages = append(messages, m)
		if r, ok := m.(*sdk.Request); ok && r.IsCall() {
			of.missing++
		}
	}
	if of.missing == 0 && len(of.replies) > 0 {
		return messages, joined(of.replies)
	}
	return messages, nil
}

// joined makes an array of messages.
func joined(messages [][]byte) []byte {
	return append(append([]byte{'['}, bytes.Join(messages, []byte{','})...), ']')
}

// write makes the line of a message, nil when there is none (yet).
func (f *frames) write(m sdk.Message) ([]byte, error) {
	line, err := sdk.EncodeMessage(m)
	if err != nil {
		return nil, err
	}
	reply, ok := m.(*sdk.Response)
	if !ok {
		return line, nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	request := f.requests[reply.ID]
	if request == nil {
		return line, nil
	}
	if request.initialize {
		f.version = gjson.GetBytes(reply.Result, "protocolVersion").Str
	}
	if id, ok := reply.ID.Raw().(string); ok && len(id) > len(f.alias) && id[:len(f.alias)] == f.alias {
		line = bytes.Replace(line, []byte(strconv.Quote(id)), []byte(id[len(f.alias):]), 1)
	}
	if request.cancelled {
		line = nil
	}
	if of := request.batch; of != nil {
		if of.missing--; line != nil {
			of.replies = append(of.replies, line)
		}
		line = nil
		if of.missing == 0 && len(of.replies) > 0 {
			line = joined(of.replies)
		}
	}
	return line, nil
}

// request returns the request that a reply is for, nil when there is none.
func (f *frames) request(id sdk.ID) *openRequest {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.requests[id]
}

// done notes that the reply to a request is out, or will not be sent. A client may
// have used the id again by then.
func (f *frames) done(id sdk.ID, of *openRequest) {
	f.mu.Lock()
	if f.requests[id] == of {
		delete(f.requests, id)
	}
	f.mu.Unlock()
	select {
	case f.answered <- struct{}{}:
	default:
	}
}

// open is the number of requests without a reply.
func (f *frames) open() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.requests)
}
