package provider

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
	"strings"
)

// capturingTransport puts the results of calls that are being captured aside
// on their way to the SDK's streamable HTTP client, whose connections cannot be
// wrapped from outside.
type capturingTransport struct{ next http.RoundTripper }

// RoundTrip implements http.RoundTripper.
func (t capturingTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	into := captureOf(r.Context())
	if into == nil {
		return t.next.RoundTrip(r)
	}
	// From its headers on, nobody can say that the server has not seen the call.
	sent := &httptrace.ClientTrace{WroteHeaders: into.sending}
	resp, err := t.next.RoundTrip(r.WithContext(httptrace.WithClientTrace(r.Context(), sent)))
	if err != nil {
		return nil, err
	}
	if refusal := refusalOf(r, resp); refusal != nil {
		into.refuse(refusal)
	}
	stream := strings.HasPrefix(strings.ToLower(resp.Header.Get("Content-Type")), "text/event-stream")
	resp.Body = &capturingBody{ReadCloser: resp.Body, into: into, events: eventReader{stream: stream}}
	return resp, nil
}

// refusalOf reads a reply that says the call was not taken, nil for any other. A
// session that the server has forgotten is as if it had ended before.
func refusalOf(r *http.Request, resp *http.Response) error {
	if resp.StatusCode < 400 || resp.StatusCode >= 500 {
		return nil
	}
	refused := &RefusedError{Status: resp.Status}
	lost := resp.StatusCode == http.StatusNotFound || resp.StatusCode == http.StatusBadRequest
	if lost && r.Header.Get("Mcp-Session-Id") != "" {
		return fmt.Errorf("%w: %w", errNotSent, refused)
	}
	return refused
}

// capturingBody looks at a reply body while it is read: a JSON document, or
// events of which the one with a result is the reply.
type capturingBody struct {
	io.ReadCloser
	into   *capture
	events eventReader
}

// Read implements io.Reader. What it returns is captured first, so that the
// result is there before the SDK can act on it.
func (b *capturingBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	b.events.read(p[:n], err == io.EOF, b.reply)
	return n, err
}

// reply keeps the result of a JSON-RPC reply; requests and notifications of
// the server have none.
func (b *capturingBody) reply(doc []byte) {
	var m struct {
		Result json.RawMessage `json:"result"`
	}
	if json.Unmarshal(doc, &m) == nil && m.Result != nil {
		b.into.put(clean(m.Result))
	}
}

// eventReader takes the data out of an event stream (WHATWG HTML, "Server-sent
// events"), or a whole body that is none. It holds maxLine at most; behind more
// than that it finds nothing.
type eventReader struct {
	stream bool

	line []byte // the line so far
	data []byte // the event's data so far, each line with an LF behind it
	cr   bool   // the last byte was a CR: an LF belongs to it
	over bool
}

// read takes a part of the body; visit sees what became whole with it.
func (e *eventReader) read(part []byte, end bool, visit func([]byte)) {
	if e.over {
		return
	}
	if len(e.line)+len(e.data)+len(part) > maxLine {
		*e = eventReader{over: true}
		return
	}
	if !e.stream {
		if e.line = append(e.line, part...); end {
			visit(e.line)
		}
		return
	}
	for len(part) > 0 {
		if e.cr && part[0] == '\n' {
			part = part[1:]
		}
		e.cr = false
		at := bytes.IndexAny(part, "\r\n")
		if at < 0 {
			e.line = append(e.line, part...)
			break
		}
		e.line = append(e.line, part[:at]...)
		e.cr = part[at] == '\r'
		part = part[at+1:]
		e.endLine(visit)
	}
	if end { // some servers leave the last line, or event, open
		e.endLine(visit)
		e.endLine(visit)
	}
}

// endLine takes a line; an empty one ends the event.
func (e *eventReader) endLine(visit func([]byte)) {
	line := bytes.TrimPrefix(e.line, []byte("\ufeff"))
	switch value, isData := bytes.CutPrefix(line, []byte("data")); {
	case len(line) == 0:
		if len(e.data) > 0 {
			visit(e.data[:len(e.data)-1])
		}
		e.data = e.data[:0]
	case isData && len(value) == 0:
		e.data = append(e.data, '\n')
	case isData && value[0] == ':':
		e.data = append(append(e.data, bytes.TrimPrefix(value[1:], []byte(" "))...), '\n')
	}
	e.line = e.line[:0]
}
