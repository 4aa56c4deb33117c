package exchange

import "iter"

// HeaderSink takes header lines, names in lower case, pseudo headers (":path")
// included.
type HeaderSink interface{ AddHeader(name, value string) }

// HeaderSource shows all lines of a header map to a sink, in their order.
type HeaderSource interface{ EachHeader(to HeaderSink) }

// Headers are all header lines of a request in their order, pseudo headers
// included, read only when somebody asks. The zero Headers has none.
type Headers struct{ source HeaderSource }

// NewHeaders makes Headers of where they come from.
func NewHeaders(source HeaderSource) Headers { return Headers{source} }

// HeaderLines makes Headers of name and value pairs.
func HeaderLines(lines ...[2]string) Headers { return NewHeaders(headerLines(lines)) }

type headerLines [][2]string

// EachHeader implements HeaderSource.
func (l headerLines) EachHeader(to HeaderSink) {
	for _, line := range l {
		to.AddHeader(line[0], line[1])
	}
}

// Each shows all lines to a sink. A header given twice comes twice.
func (h Headers) Each(to HeaderSink) {
	if h.source != nil {
		h.source.EachHeader(to)
	}
}

// All goes through the lines, as Each does.
func (h Headers) All() iter.Seq2[string, string] {
	return func(yield func(name, value string) bool) { h.Each(&yielding{yield: yield}) }
}

// yielding is a loop over the lines.
type yielding struct {
	yield func(name, value string) bool
	left  bool
}

// AddHeader implements HeaderSink.
func (y *yielding) AddHeader(name, value string) {
	if !y.left {
		y.left = !y.yield(name, value)
	}
}

// Get finds a header by its name in lower case.
func (h Headers) Get(name string) Field {
	var field Field
	for line, value := range h.All() {
		if line == name {
			field.add(value)
		}
	}
	return field
}
