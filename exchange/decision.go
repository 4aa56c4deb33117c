package exchange

import "mcp-router/jsonrpc"

// Decision is what a handler wants done with a request. The set is closed:
// Pass, Forward, Reply, or Ask on the way to one of them. Handlers return nil
// from the header phase when only the body can tell.
type Decision interface{ decision() }

// Pass lets the request go on to the route it came for.
type Pass struct {
	Why    Why
	Labels Labels
}

// Forward sends the request to another server: edits first, then the route is
// chosen anew. As a decision it is a pointer, so that a handler may use memory that
// the request brings along (Request.Forward).
type Forward struct {
	// Headers are edits that handlers may share between requests: read only.
	Headers []HeaderEdit
	Body    jsonrpc.Splices
	// ContentLength is the length of the edited body, to be set as its header. A
	// stale one would leave an HTTP/1.1 server waiting for bytes that never come;
	// none at all would make the request chunked, which some servers refuse. It is
	// 0 for a request without a body, which keeps its header as it is.
	ContentLength int
	// Editor changes the reply; nil leaves it alone.
	Editor Editor
	Labels Labels
	// cuts are memory for Body.
	cuts [2]jsonrpc.Splice
}

// Cut takes the bytes [start, end) out of the body, behind those that were cut
// before, and off its length. It can be called twice; no bytes are no cut.
//
//go:noinline
func (f *Forward) Cut(start, end int) {
	if start == end {
		return
	}
	f.ContentLength -= end - start
	n := len(f.Body)
	cut := &f.cuts[n]
	cut.Start, cut.End = start, end
	f.Body = f.cuts[:n+1]
}

// Reply answers the request without any server.
type Reply struct {
	// Status is the HTTP status.
	Status uint32
	// Headers of the reply; content-length is the host's to add.
	Headers [][2]string
	Body    []byte
	// After are calls to put once the request is over. Nobody waits for what
	// becomes of them.
	After  []Call
	Labels Labels
}

func (Pass) decision()     {}
func (*Forward) decision() {}
func (Reply) decision()    {}

// HeaderEdit changes one request header.
type HeaderEdit struct {
	Name string
	// Value replaces all lines of the header; empty with Remove.
	Value  string
	Remove bool
}

// Set replaces a header.
func Set(name, value string) HeaderEdit { return HeaderEdit{Name: name, Value: value} }

// Remove deletes a header.
func Remove(name string) HeaderEdit { return HeaderEdit{Name: name, Remove: true} }
