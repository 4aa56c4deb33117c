package jsonrpc

import "errors"

// ErrInvalid reports a text that is not one JSON value in UTF-8.
var ErrInvalid = errors.New("not valid JSON")

// ErrTooDeep reports a text nested deeper than MaxDepth.
var ErrTooDeep = errors.New("JSON nested deeper than 256")

// Scan validates the whole text (RFC 8259, UTF-8, MaxDepth; white space around
// the value and one leading byte-order mark are fine) and locates the members
// of its envelope. It allocates nothing and keeps no reference to text.
//
// It returns ErrInvalid or ErrTooDeep, and then no envelope.
func Scan(text []byte) (Envelope, error) {
	s := scanner{text: text}
	s.pos = MarkLen(text)
	if err := s.run(); err != nil {
		return Envelope{}, err
	}
	return Envelope{
		Kind: s.kind, Value: s.value,
		JSONRPC: s.spans[jsonrpcField], ID: s.spans[idField],
		Method: s.spans[methodField], Params: s.spans[paramsField], Name: s.spans[nameField],
		// Nothing is routed on jsonrpc, so its duplicates confuse nobody.
		Ambiguous:   s.again&^(1<<jsonrpcField) != 0,
		AmbiguousID: s.again&(1<<idField) != 0,
	}, nil
}

// Valid reports whether Scan accepts the text.
func Valid(text []byte) bool {
	_, err := Scan(text)
	return err == nil
}

const bom = "\xef\xbb\xbf"

// MarkLen returns the length of a text's leading byte-order mark, 0 without one.
func MarkLen(text []byte) int {
	if len(text) >= len(bom) && string(text[:len(bom)]) == bom {
		return len(bom)
	}
	return 0
}

// scanner is one pass over a text. Containers are kept in a bit set, not on the
// call stack, so no input can exhaust it.
type scanner struct {
	text  []byte
	pos   int
	kind  Kind
	value Span
	depth int
	// object has a bit for each depth 1..MaxDepth, set when that container is
	// an object.
	object [MaxDepth/64 + 1]uint64
	// spans are the members found, by field; seen has a bit for each field met
	// in any spelling, again for each that was met more than once.
	spans       [fieldCount]Span
	seen, again uint8
	// want is the field of the value that follows a routed key.
	want field
	// opened names the field whose container is open at depth 2 and 3.
	opened [4]field
}

func (s *scanner) run() error {
	s.space()
	s.value.Start = s.pos
	if s.pos < len(s.text) {
		switch s.text[s.pos] {
		case '{':
			s.kind = Object
		case '[':
			s.kind = Array
		}
	}
	if err := s.readValue(); err != nil {
		return err
	}
	for s.depth > 0 {
		if err := s.next(); err != nil {
			return err
		}
	}
	s.value.End = s.pos
	s.space()
	if s.pos != len(s.text) {
		return ErrInvalid
	}
	return nil
}

// next reads, inside the innermost container and after a value, the separator
// and the value that follows, or the container's end.
func (s *scanner) next() error {
	s.space()
	if s.pos >= len(s.text) {
		return ErrInvalid
	}
	c := s.text[s.pos]
	s.pos++
	inObject := s.inObject()
	switch {
	case c == '}' && inObject, c == ']' && !inObject:
		s.close()
		return nil
	case c != ',':
		return ErrInvalid
	}
	s.space()
	return s.element(inObject)
}

// element reads one member of an object or one item of an array.
func (s *scanner) element(inObject bool) error {
	if inObject {
		if err := s.key(); err != nil {
			return err
		}
	}
	return s.readValue()
}

// readValue reads a scalar whole, or opens a container and reads its first element.
// The loop stands for the recursion into nested first elements.
func (s *scanner) readValue() error {
	for {
		if s.pos >= len(s.text) {
			return ErrInvalid
		}
		start, dest := s.pos, s.want
		s.want = noField
		c := s.text[s.pos]
		if c != '{' && c != '[' {
			if err := s.scalar(c); err != nil {
				return err
			}
			s.spans[dest] = Span{start, s.pos}
			return nil
		}
		s.pos++
		if err := s.open(c == '{', dest); err != nil {
			return err
		}
		s.spans[dest].Start = start
		s.space()
		if s.pos < len(s.text) && s.text[s.pos] == c+2 { // ']' is '['+2, '}' is '{'+2
			s.pos++
			s.close()
			return nil
		}
		if c == '{' {
			if err := s.key(); err != nil {
				return err
			}
		}
	}
}

// open enters a container, the value of field dest.
func (s *scanner) open(object bool, dest field) error {
	if s.depth == MaxDepth {
		return ErrTooDeep
	}
	s.depth++
	if object {
		s.object[s.depth/64] |= 1 << (s.depth % 64)
	} else {
		s.object[s.depth/64] &^= 1 << (s.depth % 64)
	}
	if s.depth < len(s.opened) {
		s.opened[s.depth] = dest
	}
	return nil
}

// close leaves the innermost container, whose last byte has just been read.
func (s *scanner) close() {
	if s.depth < len(s.opened) {
		s.spans[s.opened[s.depth]].End = s.pos
		s.opened[s.depth] = noField
	}
	s.depth--
}

func (s *scanner) inObject() bool {
	return s.object[s.depth/64]&(1<<(s.depth%64)) != 0
}

// key reads an object key and its colon, and notes whether its value is routed.
func (s *scanner) key() error {
	if s.pos >= len(s.text) || s.text[s.pos] != '"' {
		return ErrInvalid
	}
	start := s.pos + 1
	if err := s.str(); err != nil {
		return err
	}
	switch {
	case s.depth == 1:
		s.note(messageField(s.text[start : s.pos-1]))
	case s.depth == 2 && s.opened[2] == paramsField:
		s.note(paramField(s.text[start : s.pos-1]))
	}
	s.space()
	if s.pos >= len(s.text) || s.text[s.pos] != ':' {
		return ErrInvalid
	}
	s.pos++
	s.space()
	return nil
}

func (s *scanner) space() {
	for s.pos < len(s.text) {
		switch s.text[s.pos] {
		case ' ', '\n', '\r', '\t':
			s.pos++
		default:
			return
		}
	}
}
