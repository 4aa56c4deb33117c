// Package exchange holds what passes between the filter and the handlers that
// decide: the facts of a request on the way in, a Decision on the way out. Both
// are plain values, so a test states one and compares the other.
package exchange

// Request is what a handler knows of an HTTP request.
type Request struct {
	Headers Headers
	// Body is the whole body; nil while only the headers have arrived.
	Body []byte
	// EndOfStream is true when the headers end the request: there is no body.
	EndOfStream bool
}

// Headers are header lines in the order received, names in lower case, pseudo
// headers (":method") included.
type Headers [][2]string

// Get returns the first value of a header, and whether there is one.
func (h Headers) Get(name string) (value string, ok bool) {
	for i := range h {
		if h[i][0] == name {
			return h[i][1], true
		}
	}
	return "", false
}

// All returns a header's values and how many lines it has: most callers need
// the first value and whether more follow.
func (h Headers) All(name string) (first string, lines int) {
	for i := range h {
		if h[i][0] != name {
			continue
		}
		if lines == 0 {
			first = h[i][1]
		}
		lines++
	}
	return first, lines
}
