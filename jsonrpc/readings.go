package jsonrpc

// Reading says what a reader may take a value for.
type Reading uint8

const (
	// MethodReading is a message's method.
	MethodReading Reading = iota
	// NameReading is its params.name.
	NameReading
)

// EachReading calls visit with every value, raw, that some reader takes for the
// method or the params.name of the scanned message that begins at pos, until it
// returns false. Readers differ on which of two equal keys counts, and some fold
// letter case; names are shown of every reading of params. It is the slow road
// for ambiguous messages: one more pass over the message, and no memory.
func EachReading(text []byte, pos int, visit func(what Reading, raw []byte) (more bool)) {
	s := scanner{text: text, every: true}
	_, _ = s.value(pos, visit) // valid: it was scanned
}
