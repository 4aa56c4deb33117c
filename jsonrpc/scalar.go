package jsonrpc

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
)

// scalar reads a string, number or literal that begins with c.
func (s *scanner) scalar(c byte) error {
	switch {
	case c == '"':
		return s.str()
	case c == 't':
		return s.literal("true")
	case c == 'f':
		return s.literal("false")
	case c == 'n':
		return s.literal("null")
	}
	return s.number()
}

func (s *scanner) literal(word string) error {
	if len(s.text)-s.pos < len(word) || string(s.text[s.pos:s.pos+len(word)]) != word {
		return ErrInvalid
	}
	s.pos += len(word)
	return nil
}

func (s *scanner) number() error {
	if s.at('-') {
		s.pos++
	}
	switch {
	case s.at('0'):
		s.pos++
	case !s.digits():
		return ErrInvalid
	}
	if s.at('.') {
		s.pos++
		if !s.digits() {
			return ErrInvalid
		}
	}
	if s.at('e') || s.at('E') {
		s.pos++
		if s.at('+') || s.at('-') {
			s.pos++
		}
		if !s.digits() {
			return ErrInvalid
		}
	}
	return nil
}

func (s *scanner) at(c byte) bool { return s.pos < len(s.text) && s.text[s.pos] == c }

func (s *scanner) digits() bool {
	start := s.pos
	for s.pos < len(s.text) && s.text[s.pos]-'0' <= 9 {
		s.pos++
	}
	return s.pos > start
}

// str reads a string from its opening quote to past its closing one.
func (s *scanner) str() error {
	s.pos++
	for {
		s.pos = plain(s.text, s.pos)
		if s.pos >= len(s.text) {
			return ErrInvalid
		}
		switch c := s.text[s.pos]; {
		case c == '"':
			s.pos++
			return nil
		case c == '\\':
			if !s.escape() {
				return ErrInvalid
			}
		case c < ' ':
			return ErrInvalid
		default:
			r, size := utf8.DecodeRune(s.text[s.pos:])
			if r == utf8.RuneError && size == 1 {
				return ErrInvalid
			}
			s.pos += size
		}
	}
}

func (s *scanner) escape() bool {
	if s.pos+1 >= len(s.text) {
		return false
	}
	switch s.text[s.pos+1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		s.pos += 2
		return true
	case 'u':
		if len(s.text)-s.pos < 6 {
			return false
		}
		for _, c := range s.text[s.pos+2 : s.pos+6] {
			if !isHex(c) {
				return false
			}
		}
		s.pos += 6
		return true
	}
	return false
}

func isHex(c byte) bool {
	return c-'0' <= 9 || c|0x20-'a' <= 5
}

const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// plain returns the position of the next byte at or after pos that ends or
// complicates a string: a quote, a backslash, a control character or a byte
// beyond ASCII. Eight bytes at a time: most of a large body is such text.
func plain(text []byte, pos int) int {
	for pos+8 <= len(text) {
		w := binary.LittleEndian.Uint64(text[pos:])
		quote := w ^ ones*'"'
		slash := w ^ ones*'\\'
		// Each term sets the high bit of a byte that is found; a borrow can only
		// add false ones above a true one, so the lowest set bit is exact.
		found := w | (w - ones*' ') | (quote - ones) | (slash - ones)
		if found &= highs; found != 0 {
			// w-0x20.. also flags bytes above 0x9f, which w flags anyway.
			return pos + bits.TrailingZeros64(found)/8
		}
		pos += 8
	}
	for pos < len(text) && text[pos] >= ' ' && text[pos] < 0x80 && text[pos] != '"' && text[pos] != '\\' {
		pos++
	}
	return pos
}
