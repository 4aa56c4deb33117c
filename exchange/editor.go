package exchange

import "mcp-router/mcp"

// Editor changes the reply to a forwarded request as it passes: nothing of it is
// held. It belongs to one request.
type Editor interface {
	// Head sees the reply's head before the client does. Edits apply to the
	// reply's headers, ":status" included. With instead the client gets that
	// reply, in place of the server's status and body; the edits then say which
	// other headers of the server's go. Instead and ReplyHead without a body is
	// answered by the host, which uses none of the server's headers.
	//
	// The body is shown to Chunk only when the edits remove content-length: a
	// reply whose length may change cannot keep it, and one that does not change
	// need not be looked at.
	Head(ReplyHead) (edits []HeaderEdit, instead *Reply)
	// Chunk sees each piece of the body as it arrives and returns what goes on:
	// the same slice when it is untouched, an empty one when it is held back. The
	// piece is the editor's to keep. With end it is the last, maybe empty.
	Chunk(chunk []byte, end bool) []byte
	// After are calls to put once the request is over, however it ended. Nobody
	// waits for what becomes of them.
	After() []Call
}

// ReplyHead is what an Editor knows of a reply before its body.
type ReplyHead struct {
	Status int
	// ContentType and ContentEncoding are the first lines of these headers, ""
	// without one.
	ContentType, ContentEncoding string
	// HasBody is false when the head ends the reply.
	HasBody bool
	// HasSession is true when the reply has an Mcp-Session-Id.
	HasSession bool
	// Details says who answered: "via_upstream" for a server, else the part of the
	// host that did. It is asked only for a status other than 2xx.
	Details string
}

// AddHeader notes a header line of the reply, name in lower case.
func (h *ReplyHead) AddHeader(name, value string) {
	switch name {
	case ":status":
		h.Status = status(value)
	case "content-type":
		first(&h.ContentType, value)
	case "content-encoding":
		first(&h.ContentEncoding, value)
	case mcp.HeaderSessionID:
		h.HasSession = true
	}
}

// status reads the value of ":status", which has three digits; what is no number
// is 0.
func status(value string) (n int) {
	for i := range len(value) {
		digit := value[i] - '0'
		if digit > 9 || i > 2 {
			return 0
		}
		n = n*10 + int(digit)
	}
	return n
}

// first keeps the first line of a header.
func first(kept *string, value string) {
	if *kept == "" {
		*kept = value
	}
}

// ViaUpstream is the ReplyHead.Details of a reply that a server sent.
const ViaUpstream = "via_upstream"

// EditsBody reports whether a reply with these edits has its body edited too.
func EditsBody(edits []HeaderEdit) bool {
	for i := range edits {
		if edits[i].Remove && edits[i].Name == "content-length" {
			return true
		}
	}
	return false
}
