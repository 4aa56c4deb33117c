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
	in := inMessage
	for {
		pos = space(text, pos+1) // behind a brace or a comma
		if text[pos] != '}' {
			keyEnd := str(text, pos)
			f, _ := fieldOf(in, text[pos+1:keyEnd-1])
			pos = colon(text, keyEnd)
			if f == paramsField && text[pos] == '{' {
				in = inParams
				continue
			}
			end, _ := skip(text, pos, MaxDepth)
			if f == methodField && !visit(MethodReading, text[pos:end]) || f == nameField && !visit(NameReading, text[pos:end]) {
				return
			}
			pos = space(text, end)
		}
		for text[pos] == '}' {
			if in == inMessage {
				return
			}
			in = inMessage
			pos = space(text, pos+1)
		}
	}
}
