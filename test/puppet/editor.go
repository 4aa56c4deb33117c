package puppet

import (
	"bytes"
	"fmt"

	"github.com/tidwall/gjson"

	"mcp-router/exchange"
)

// editor edits a reply by the script's member of that name.
//
//	drop     names of headers to remove
//	chunks   "lines" marks each whole line with ">" in front and holds back what
//	         is not one yet, until the end
//	         "same" looks at the body and leaves it
//	instead  a body to put in the reply's place, with status 418
type editor struct {
	script gjson.Result
	panics string
	rest   []byte
}

// Head shows what it was told in the header x-head.
func (e *editor) Head(head exchange.ReplyHead) ([]exchange.HeaderEdit, *exchange.Reply) {
	if e.panics == "head" {
		panic("puppet's head")
	}
	edits := []exchange.HeaderEdit{exchange.Set("x-head", fmt.Sprintf("%d %q %q %v %q", head.Status, head.ContentType, head.ContentEncoding, head.HasBody, head.Details))}
	for _, name := range e.script.Get("drop").Array() {
		edits = append(edits, exchange.Remove(name.Str))
	}
	if e.script.Get("chunks").Exists() {
		edits = append(edits, exchange.Remove("content-length"))
	}
	if body := e.script.Get("instead"); body.Exists() {
		return edits, &exchange.Reply{Status: 418, Headers: [][2]string{{"content-type", "text/x-instead"}}, Body: []byte(body.Str)}
	}
	return edits, nil
}

// After has nothing to ask.
func (e *editor) After() []exchange.Call { return nil }

// Chunk edits a piece of the body.
func (e *editor) Chunk(chunk []byte, end bool) []byte {
	if e.panics == "chunk" {
		panic("puppet's chunk")
	}
	if e.script.Get("chunks").Str != "lines" {
		return chunk
	}
	var out []byte
	e.rest = append(e.rest, chunk...)
	for {
		line, rest, whole := bytes.Cut(e.rest, []byte("\n"))
		if !whole {
			break
		}
		out = fmt.Appendf(out, ">%s\n", line)
		e.rest = rest
	}
	if end && len(e.rest) > 0 {
		out = fmt.Appendf(out, ">%s", e.rest)
	}
	return out
}
