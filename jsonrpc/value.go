package jsonrpc

// What may come next in a text, a bit each.
const (
	wantValue = 1 << iota
	wantKey
	wantComma
	mayClose
)

// value returns the end of the value that begins at pos, whatever it holds, and
// notes the members of a message on the way. It is one loop, a token a turn: on
// wasm a call costs more than most tokens, and a small message finds the code of
// one function sooner than that of many.
func (s *scanner) value(pos int, visit visitor) (end int, err error) { //nolint:funlen,gocyclo // see above
	text := s.text
	var open containers
	noted := int(s.level) // the depth at which members are noted
	want := wantValue
	for pos < len(text) {
		switch c := text[pos]; c {
		case ' ', '\n', '\r', '\t':
			pos++
			continue
		case ',':
			if want&wantComma == 0 {
				return 0, ErrInvalid
			}
			pos++
			want = wantValue
			if open.inObject {
				want = wantKey
			}
			continue
		case '"':
			if want&(wantKey|wantValue) == 0 {
				return 0, ErrInvalid
			}
			start := pos
			if pos = str(text, pos); pos < 0 {
				return 0, ErrInvalid
			}
			if want&wantKey != 0 {
				if open.depth == noted {
					s.note(start, pos)
				}
				if at(text, pos) != ':' {
					if pos = pastSpace(text, pos); at(text, pos) != ':' {
						return 0, ErrInvalid
					}
				}
				pos++
				want = wantValue
				continue
			}
		case '{', '[':
			if want&wantValue == 0 {
				return 0, ErrInvalid
			}
			if open.depth == MaxDepth {
				return 0, ErrTooDeep
			}
			open.push(c == '{')
			pos++
			want = wantValue | mayClose
			if open.inObject {
				want = wantKey | mayClose
				if open.depth == noted+1 {
					noted += s.opens()
				}
			}
			continue
		case '}', ']':
			if want&mayClose == 0 || open.inObject != (c == '}') {
				return 0, ErrInvalid
			}
			open.pop()
			pos++
			if open.depth < noted {
				noted--
				s.level--
			}
		case 't', 'f', 'n':
			if pos = literal(text, pos, c); pos < 0 || want&wantValue == 0 {
				return 0, ErrInvalid
			}
		default:
			if pos = number(text, pos); pos < 0 || want&wantValue == 0 {
				return 0, ErrInvalid
			}
		}
		// A value has ended.
		if open.depth == 0 || open.depth == noted && s.seen != 0 && !s.found(pos, visit) {
			return pos, nil
		}
		want = wantComma | mayClose
		if at(text, pos) == ',' { // nearly always at once
			pos++
			want = wantValue
			if open.inObject {
				want = wantKey
			}
		}
	}
	return 0, ErrInvalid
}

// pastSpace is space, where there is some: most clients write none.
//
//go:noinline
func pastSpace(text []byte, pos int) int { return space(text, pos) }

// containers are those that a value is in: a bit each, not a frame on the call
// stack, so no input can exhaust it.
type containers struct {
	depth int
	// inObject is true when the innermost one is an object.
	inObject bool
	// outer has such a bit for each of those around it, by depth.
	outer [MaxDepth/64 + 1]uint64
}

func (c *containers) push(object bool) {
	bit := uint64(1) << (c.depth % 64)
	c.outer[c.depth/64] &^= bit
	if c.inObject {
		c.outer[c.depth/64] |= bit
	}
	c.depth++
	c.inObject = object
}

func (c *containers) pop() {
	c.depth--
	c.inObject = c.outer[c.depth/64]>>(c.depth%64)&1 == 1
}

// colon returns what follows the colon at pos and the white space around it, -1
// if there is no colon or pos is -1.
func colon(text []byte, pos int) int {
	if pos < 0 {
		return -1
	}
	pos = space(text, pos)
	if at(text, pos) != ':' {
		return -1
	}
	return space(text, pos+1)
}

// space returns the first position from pos on that is not white space.
func space(text []byte, pos int) int {
	for pos < len(text) && (text[pos] == ' ' || text[pos] == '\n' || text[pos] == '\r' || text[pos] == '\t') {
		pos++
	}
	return pos
}

// at returns the byte at pos, 0 beyond the end: no JSON outside of a string
// holds a 0.
func at(text []byte, pos int) byte {
	if pos < len(text) {
		return text[pos]
	}
	return 0
}
