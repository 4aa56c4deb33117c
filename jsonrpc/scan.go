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
func Scan(text []byte) (e Envelope, err error) {
	return scan(text, nil, nil)
}

func scan(text []byte, visit visitor, outline *Outline) (e Envelope, err error) {
	s := scanner{text: text, outline: outline}
	start := space(text, MarkLen(text))
	end, err := s.value(start, visit)
	if err == nil && space(text, end) != len(text) {
		err = ErrInvalid
	}
	if err == nil {
		s.fill(&e, start, end)
	}
	return e, err
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

// scanner is one pass over a text. It notes the members of the message and of
// its params; all below them, nearly all of a large text, it only goes through.
type scanner struct {
	text []byte
	// level is the innermost object whose members are noted; within are the field
	// under way in it and the end of that field's key.
	level  level
	within [inParams + 1]struct {
		field field
		key   int
	}
	// spans are the members found, by field; seen has a bit for each field met
	// in any spelling, again for each that was met more than once.
	spans       [fieldCount]Span
	seen, again uint8
	// every is set for a visitor that wants to see every reading.
	every bool
	// outline is told where members end, in the place of a visitor.
	outline *Outline
}

// level is an object that the scan looks into, by its depth in the message.
type level int

const (
	// outside is where a message may begin.
	outside   level = 0
	inMessage level = 1
	inParams  level = 2
)

// visitor is shown all that some reader takes for a method or name, and says whether
// to go on. The scan looks into every params for it.
type visitor func(what Reading, raw []byte) (more bool)

// fill says what was found in the value from start to end.
func (s *scanner) fill(e *Envelope, start, end int) {
	switch s.text[start] {
	case '{':
		e.Kind = Object
	case '[':
		e.Kind = Array
	}
	e.Value = Span{start, end}
	e.JSONRPC, e.ID, e.Method = s.spans[jsonrpcField], s.spans[idField], s.spans[methodField]
	e.Params, e.Name = s.spans[paramsField], s.spans[nameField]
	// Nothing is routed on jsonrpc, so its duplicates confuse nobody.
	e.Ambiguous = s.again&^(1<<jsonrpcField) != 0
	e.AmbiguousID = s.again&(1<<idField) != 0
}

// opens tells that an object begins below the level at which members are noted. It
// returns how much deeper they are noted from there on: 1, or 0 for an object that
// is not looked into.
func (s *scanner) opens() (deeper int) {
	if s.level == outside || s.level == inMessage && s.within[inMessage].field == paramsField {
		s.level++
		return 1
	}
	return 0
}

// note remembers a key of the object at s.level, which ends, quote included, at
// end. A field whose value is not to be located is none: one that was read
// already, or for which only a lenient reader would take the key. To a visitor
// every reading counts.
func (s *scanner) note(start, end int) {
	f, how := fieldOf(s.level, s.text[start+1:end-1])
	within := &s.within[s.level]
	within.field, within.key = f, end
	if f == noField {
		return
	}
	bit := uint8(1) << f
	s.again |= s.seen & bit
	s.seen |= bit
	if !s.every && (how == lookalike || s.spans[f].Present()) {
		within.field = noField
	}
}

// found remembers the value, which ends at end, of the field under way at
// s.level, or shows it to the visitor.
func (s *scanner) found(end int, visit visitor) (more bool) {
	within := &s.within[s.level]
	if visit != nil {
		return s.show(end, visit)
	}
	s.spans[within.field] = Span{s.valueAfter(within.key), end}
	within.field = noField
	return true
}

// show is found for a visitor.
func (s *scanner) show(end int, visit visitor) (more bool) {
	if s.outline != nil {
		return s.outlined(end)
	}
	return s.visited(end, visit)
}

//go:noinline
func (s *scanner) visited(end int, visit visitor) (more bool) {
	within := &s.within[s.level]
	f := within.field
	within.field = noField
	if f != methodField && f != nameField {
		return true
	}
	value := Span{s.valueAfter(within.key), end}.Of(s.text)
	if f == methodField {
		return visit(MethodReading, value)
	}
	return visit(NameReading, value)
}

// outlined is found for who wants an outline.
func (s *scanner) outlined(end int) (more bool) {
	if s.level > outside {
		s.outline.add(s.within[s.level].key, end)
	}
	return s.found(end, nil)
}

// valueAfter returns where the value begins whose key ends at pos.
func (s *scanner) valueAfter(pos int) int {
	for c := s.text[pos]; c == ':' || c <= ' '; c = s.text[pos] {
		pos++
	}
	return pos
}
