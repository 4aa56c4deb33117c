package provider

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
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
	into.sending()
	resp, err := t.next.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	stream := strings.HasPrefix(resp.Header.Get("Content-Type"), "text/event-stream")
	resp.Body = &capturingBody{ReadCloser: resp.Body, into: into, stream: stream}
	return resp, nil
}

// capturingBody looks at a reply body while it is read: a JSON document, or
// events of which the one with a result is the reply.
type capturingBody struct {
	io.ReadCloser
	into   *capture
	stream bool
	seen   []byte // the document so far, or the event's lines so far
	over   bool   // more than maxLine: nothing is captured
}

// Read implements io.Reader. What it returns is captured first, so that the
// result is there before the SDK can act on it.
func (b *capturingBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if !b.over {
		b.seen = append(b.seen, p[:n]...)
		b.over = len(b.seen) > maxLine
		b.look(err == io.EOF)
	}
	return n, err
}

func (b *capturingBody) look(end bool) {
	if !b.stream {
		if end {
			b.reply(b.seen)
		}
		return
	}
	for {
		at := bytes.IndexByte(b.seen, '\n')
		if at < 0 {
			return
		}
		line := b.seen[:at]
		b.seen = b.seen[at+1:]
		if data, ok := bytes.CutPrefix(line, []byte("data:")); ok {
			b.reply(data)
		}
	}
}

// reply keeps the result of a JSON-RPC reply; requests and notifications of
// the server have none.
func (b *capturingBody) reply(doc []byte) {
	var m struct {
		Result json.RawMessage `json:"result"`
	}
	if json.Unmarshal(doc, &m) == nil && m.Result != nil {
		b.into.put(m.Result)
	}
}
