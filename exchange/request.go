// Package exchange holds what passes between the filter and the handlers that
// decide: the facts of a request on the way in, a Decision on the way out. Both
// are plain values, so a test states one and compares the other.
package exchange

import (
	"math"
	"slices"
	"strings"
	"unsafe"

	"mcp-router/mcp"
)

// Request is what a handler knows of an HTTP request: the few headers that
// decisions hang on, each found in one pass, and the body.
type Request struct {
	// The facts, in the order of their names in facts.
	Method, Path, Authority                     Field
	ContentType, ContentEncoding, ContentLength Field
	ProtocolVersion, MCPMethod, MCPName         Field
	Origin, SessionID, LastEventID              Field
	// Reserved names the headers that only we may set, in lower case, and Forged
	// those of them that the client sent all the same, once for every line.
	Reserved, Forged []string
	// Retries are the headers by which a client has its request repeated.
	Retries Retries
	// Headers are all of them, for handlers that want them (Wants.Headers).
	Headers Headers
	// Body is the whole body; nil while only the headers have arrived.
	Body []byte
	// EndOfStream is true when the headers end the request: there is no body.
	EndOfStream bool
	// forward is memory for the decision to forward.
	forward Forward
}

// Forward returns the request's own memory for a decision to forward, as it was
// left by the last one. It is good as long as the request.
func (r *Request) Forward() *Forward { return &r.forward }

// Wants is what a handler wants to know of requests beyond the facts that all
// handlers get. It is the same for every request of one configuration.
type Wants struct {
	// Headers asks for Request.Headers, which keeps the memory of the whole block.
	Headers bool
}

// Field is a header of a request: the value of its first line, and how many
// lines it has.
type Field struct {
	Value string
	Lines int
}

// Present reports whether the request has the header, be it empty.
func (f Field) Present() bool { return f.Lines > 0 }

// BodyLength is the length that content-length announces, at most 2 GiB less one
// byte; ok is false when it announces none or no number.
func (r *Request) BodyLength() (n int, ok bool) {
	digits := r.ContentLength.Value
	if digits == "" || len(digits) > maxLengthDigits {
		return 0, false
	}
	length := uint64(0)
	for i := range len(digits) {
		digit := digits[i] - '0'
		if digit > 9 {
			return 0, false
		}
		length = length*10 + uint64(digit)
	}
	return int(min(length, math.MaxInt32)), true
}

// maxLengthDigits is how many digits a length has at most: so many fit 64 bits.
const maxLengthDigits = 19

// AddHeader notes a header line if a decision may hang on it. Names are in
// lower case, pseudo headers (":method") included. The value is kept, not copied.
func (r *Request) AddHeader(name, value string) {
	for i := range facts {
		if facts[i] == name {
			r.fields()[i].add(value)
			return
		}
	}
	if len(r.Reserved) > 0 || strings.HasPrefix(name, retryPrefix) {
		r.noteOther(name)
	}
}

// noteOther notes a header that is none of the facts.
func (r *Request) noteOther(name string) {
	if slices.Contains(r.Reserved, name) {
		r.Forged = append(r.Forged, name)
		return
	}
	r.Retries.note(name)
}

func (f *Field) add(value string) {
	if f.Lines == 0 {
		f.Value = value
	}
	f.Lines++
}

// facts are the names of the headers that are facts, in the order of the fields
// of Request. A short loop over them is less code to touch than a switch.
var facts = [...]string{
	":method", ":path", ":authority", "content-type", "content-encoding", "content-length",
	mcp.HeaderProtocolVersion, mcp.HeaderMethod, mcp.HeaderName, "origin", mcp.HeaderSessionID, mcp.HeaderLastEventID,
}

// fields are those of the facts, which stand one behind the other.
func (r *Request) fields() *[len(facts)]Field { return (*[len(facts)]Field)(unsafe.Pointer(&r.Method)) }
