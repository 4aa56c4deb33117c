package exchange

import "iter"

// Headers are all header lines of a request in their order, pseudo headers
// included, read only when somebody asks. The zero Headers has none.
type Headers struct{ lines iter.Seq2[string, string] }

// NewHeaders makes Headers of a sequence of names, in lower case, and values.
func NewHeaders(lines iter.Seq2[string, string]) Headers { return Headers{lines} }

// HeaderLines makes Headers of name and value pairs.
func HeaderLines(lines ...[2]string) Headers {
	return NewHeaders(func(yield func(name, value string) bool) {
		for _, line := range lines {
			if !yield(line[0], line[1]) {
				return
			}
		}
	})
}

// All goes through the lines. A header given twice comes twice.
func (h Headers) All() iter.Seq2[string, string] {
	if h.lines == nil {
		return func(func(string, string) bool) {}
	}
	return h.lines
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
