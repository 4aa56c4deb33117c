package jsonrpc

// Splice replaces the bytes [Start, End) of a text with With. A splice is data:
// who applies it may send only the part of the text that changes.
type Splice struct {
	Start, End int
	With       string
}

// Splices is an edit of one text: splices in ascending order that do not overlap.
type Splices []Splice

// AppendHead appends the edited text up to the end of the last splice to dst. It
// also returns how many bytes of the original that stands for; what follows
// those is unchanged.
func (e Splices) AppendHead(dst, text []byte) (head []byte, replaced int) {
	for i := range e {
		splice := &e[i]
		dst = append(dst, text[replaced:splice.Start]...)
		if splice.With != "" {
			dst = append(dst, splice.With...)
		}
		replaced = splice.End
	}
	return dst, replaced
}

// Apply returns the whole edited text in new memory.
func (e Splices) Apply(text []byte) []byte {
	head, replaced := e.AppendHead(make([]byte, 0, e.Len(len(text))), text)
	return append(head, text[replaced:]...)
}

// Len returns the length of an edited text of n bytes.
func (e Splices) Len(n int) int {
	for _, splice := range e {
		n += len(splice.With) - (splice.End - splice.Start)
	}
	return n
}
