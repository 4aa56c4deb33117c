// Package jsonrpc reads and edits JSON-RPC 2.0 envelopes without decoding them.
//
// One iterative pass over the bytes proves that the text is JSON and notes
// where the members that MCP routes on stand. Everything else survives byte for
// byte: ids, numbers, key order, escapes and unknown members are never decoded
// and encoded again.
package jsonrpc

// MaxDepth bounds the nesting of arrays and objects. Deeper texts are refused:
// recursive readers behind us, and in this module, would exhaust their stack.
const MaxDepth = 256

// Span is a half-open byte range [Start, End) of a scanned text. The zero value
// means "absent".
type Span struct{ Start, End int }

// Present reports whether the member was found.
func (s Span) Present() bool { return s.End > 0 }

// Of returns the bytes of the span, nil when absent. It does not copy.
func (s Span) Of(text []byte) []byte {
	if !s.Present() {
		return nil
	}
	return text[s.Start:s.End]
}

// Kind is the type of a text's outermost value.
type Kind uint8

// The kinds that JSON-RPC tells apart.
const (
	// Scalar is a string, number, true, false or null: never JSON-RPC.
	Scalar Kind = iota
	// Object is a single message.
	Object
	// Array is a batch (MCP 2025-03-26 only).
	Array
)

// Envelope says where a message's routed members stand. Spans of values hold
// the raw text, quotes included.
type Envelope struct {
	Kind Kind
	// Value is the outermost value without the white space (and the one
	// byte-order mark) around it.
	Value Span
	// JSONRPC, ID, Method and Params are members of the message; Name is
	// params.name. Of several members of one name the first counts.
	JSONRPC, ID, Method, Params, Name Span
	// Ambiguous is true when method, id, params or params.name stands there
	// more than once in any spelling that some reader takes for it. See EachReading.
	Ambiguous bool
	// AmbiguousID is true when id is among them.
	AmbiguousID bool
}
