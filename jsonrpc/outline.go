package jsonrpc

// maxOutlined is how many members of params are noted. MCP has six at most in a
// request.
const maxOutlined = 16

// Outline notes where the members of a message's params end, so that it costs
// next to nothing to find one: their values, which are nearly all of a large
// message, need not be gone through again. The zero Outline has none noted.
type Outline struct {
	ends  [maxOutlined]int
	count int
}

// Scan is the package's Scan, of a message whose params are to be looked into.
func (o *Outline) Scan(text []byte) (e Envelope, err error) {
	o.count = 0
	return scan(text, func(Reading, []byte) bool { return true }, o) // never called
}

func (o *Outline) add(end int) {
	if o.count < len(o.ends) {
		o.ends[o.count] = end
		o.count++
	}
}

// Members is the package's Members, for the params of the scanned message.
func (o *Outline) Members(text []byte, params Span, keys ...string) []Member {
	return find(text, params, o.ends[:o.count], keys)
}
