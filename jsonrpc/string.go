package jsonrpc

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
)

const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// str returns the end of the string that begins at pos, -1 if there is none.
// Most of a large body is text in strings, so it is read eight bytes at a time.
func str(text []byte, pos int) int {
	if at(text, pos) != '"' {
		return -1
	}
	pos++
	for {
		for pos+8 <= len(text) {
			if n := plainBytes(binary.LittleEndian.Uint64(text[pos:])); n < 8 {
				pos += n
				break
			}
			pos += 8
		}
		if pos >= len(text) {
			return -1
		}
		switch c := text[pos]; {
		case c == '"':
			return pos + 1
		case c != '\\' && c >= ' ' && c < utf8.RuneSelf:
			pos++
		case c == '\\' && at(text, pos+1) == '"': // the escape of nearly all texts
			pos += 2
		default:
			if pos = character(text, pos); pos < 0 {
				return -1
			}
		}
	}
}

// character returns the end of the escapes or the characters beyond ASCII that
// begin at pos, -1 if there are none.
func character(text []byte, pos int) int {
	for start := pos; ; {
		switch c := at(text, pos); {
		case c == '\\':
			n := escape(text[pos:])
			if n == 0 {
				return -1
			}
			pos += n
		case c >= utf8.RuneSelf:
			r, size := utf8.DecodeRune(text[pos:])
			if r == utf8.RuneError && size == 1 {
				return -1
			}
			pos += size
		case pos == start:
			return -1
		default:
			return pos
		}
	}
}

// plainBytes returns how many of the eight bytes of w, the first lowest, come
// before one that ends or complicates a string: a quote, a backslash, a control
// character or a byte beyond ASCII.
func plainBytes(w uint64) int {
	// The high bit of a byte is set where it is such a one. A borrow can only add
	// false bits above a true one, so the lowest is exact.
	found := (w | (w - ones*' ') | ((w ^ ones*'"') - ones) | ((w ^ ones*'\\') - ones)) & highs
	return bits.TrailingZeros64(found) / 8
}

// escape returns the length of the escape that text begins with, 0 if it is none.
func escape(text []byte) int {
	switch at(text, 1) {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return 2
	case 'u':
		if _, ok := unit(text); ok {
			return 6
		}
	}
	return 0
}

// unit returns the UTF-16 unit that text, which begins with \u, stands for; ok is
// false if the digits are not there.
func unit(text []byte) (r rune, ok bool) {
	if len(text) < 6 {
		return 0, false
	}
	a, b, c, d := hexDigits[text[2]], hexDigits[text[3]], hexDigits[text[4]], hexDigits[text[5]]
	return rune(a&15)<<12 | rune(b&15)<<8 | rune(c&15)<<4 | rune(d&15), a&b&c&d != 0
}

// hexDigits are the values of hexadecimal digits with the bit for 16 set, 0 for all
// other bytes. A million escapes are as many look-ups as comparisons would be
// branches.
var hexDigits = [256]byte{
	'0': 16, '1': 17, '2': 18, '3': 19, '4': 20, '5': 21, '6': 22, '7': 23, '8': 24, '9': 25,
	'a': 26, 'b': 27, 'c': 28, 'd': 29, 'e': 30, 'f': 31,
	'A': 26, 'B': 27, 'C': 28, 'D': 29, 'E': 30, 'F': 31,
}
