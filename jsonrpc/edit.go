package jsonrpc

// Splice replaces the bytes [Start, End) of a text with With. A splice is data:
// who applies it may send only the part of the text that changes.
type Splice struct {
	Start, End int
	With       string
}

// Splices is an edit of one text: splices in ascending order that do not overlap.
type Splices []Splice

// Head returns the edited text up to the end of the last splice, and how many
// bytes of the original it stands for. What follows those is unchanged.
func (e Splices) Head(text []byte) (head []byte, replaced int) {
	if len(e) == 0 {
		return nil, 0
	}
	replaced = e[len(e)-1].End
	head = make([]byte, 0, e.Len(replaced))
	at := 0
	for _, splice := range e {
		head = append(head, text[at:splice.Start]...)
		head = append(head, splice.With...)
		at = splice.End
	}
	return head, replaced
}

// Apply returns the whole edited text in new memory.
func (e Splices) Apply(text []byte) []byte {
	head, replaced := e.Head(text)
	return append(head, text[replaced:]...)
}

// Len returns the length of an edited text of n bytes.
func (e Splices) Len(n int) int {
	for _, splice := range e {
		n += len(splice.With) - (splice.End - splice.Start)
	}
	return n
}
