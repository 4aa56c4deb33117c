package jsonrpc

// maxOutlined is how many members of a message and its params are noted. MCP has
// ten at most in a request.
const maxOutlined = 16

// Outline notes where the members of a message and of its params end, so that it
// costs next to nothing to find one: their values, which are nearly all of a large
// message, need not be gone through again. The zero Outline has none noted.
type Outline struct {
	ends  [maxOutlined]ends
	count int
}

// ends is where a member's key ends, quote included, and where its value does.
type ends struct{ key, value int }

// Scan is the package's Scan, of a message that is to be looked into.
func (o *Outline) Scan(text []byte) (e Envelope, err error) {
	o.count = 0
	return scan(text, func(Reading, []byte) bool { return true }, o) // never called
}

func (o *Outline) add(key, value int) {
	if o.count < len(o.ends) {
		o.ends[o.count] = ends{key, value}
		o.count++
	}
}

// Members is the package's Members, for the scanned message or its params.
func (o *Outline) Members(text []byte, object Span, keys ...string) []Member {
	return find(text, object, o.ends[:o.count], keys)
}
