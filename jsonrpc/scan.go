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
	start := space(text, MarkLen(text))
	end, err := s.message(start)
	if err != nil {
		return Envelope{}, err
	}
	if space(text, end) != len(text) {
		return Envelope{}, ErrInvalid
	}
	return s.envelope(start, end), nil
}

// envelope says what was found in the value from start to end.
func (s *scanner) envelope(start, end int) Envelope {
	return Envelope{
		Kind: s.kind, Value: Span{start, end},
		JSONRPC: s.spans[jsonrpcField], ID: s.spans[idField],
		Method: s.spans[methodField], Params: s.spans[paramsField], Name: s.spans[nameField],
		// Nothing is routed on jsonrpc, so its duplicates confuse nobody.
		Ambiguous:   s.again&^(1<<jsonrpcField) != 0,
		AmbiguousID: s.again&(1<<idField) != 0,
	}
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

// scanner is one pass over a text. It looks at the members of the message and
// of its params; skip takes everything below them, which is nearly all of a
// large text, in one tight loop.
type scanner struct {
	text []byte
	kind Kind
	// spans are the members found, by field; seen has a bit for each field met
	// in any spelling, again for each that was met more than once.
	spans       [fieldCount]Span
	seen, again uint8
}

// message reads the outermost value, which begins at pos.
func (s *scanner) message(pos int) (end int, err error) {
	switch at(s.text, pos) {
	case '{':
		s.kind = Object
		return s.members(pos, inMessage)
	case '[':
		s.kind = Array
	}
	return skip(s.text, pos, MaxDepth)
}

// members reads the object that begins at pos.
func (s *scanner) members(pos int, in level) (end int, err error) {
	pos = space(s.text, pos+1)
	if at(s.text, pos) == '}' {
		return pos + 1, nil
	}
	for {
		if pos, err = s.member(pos, in); err != nil {
			return 0, err
		}
		pos = space(s.text, pos)
		switch at(s.text, pos) {
		case '}':
			return pos + 1, nil
		case ',':
			pos = space(s.text, pos+1)
		default:
			return 0, ErrInvalid
		}
	}
}

// member reads a key, its colon and its value. Only params of the message are
// looked into; this is the one step down, whatever the text holds.
func (s *scanner) member(pos int, in level) (end int, err error) {
	keyEnd := str(s.text, pos)
	if keyEnd < 0 {
		return 0, ErrInvalid
	}
	value := colon(s.text, keyEnd)
	if value < 0 {
		return 0, ErrInvalid
	}
	f := s.note(in, s.text[pos+1:keyEnd-1])
	if f == paramsField && at(s.text, value) == '{' {
		end, err = s.members(value, inParams)
	} else {
		end, err = skip(s.text, value, MaxDepth-int(in))
	}
	s.spans[f] = Span{value, end}
	return end, err
}

// note remembers a routed key. It returns the field whose value is to be
// located: none if the field was read already or only a lenient reader would
// take the key for it.
func (s *scanner) note(in level, key []byte) field {
	f, how := fieldOf(in, key)
	if f == noField {
		return noField
	}
	bit := uint8(1) << f
	s.again |= s.seen & bit
	s.seen |= bit
	if how == lookalike || s.spans[f].Present() {
		return noField
	}
	return f
}
