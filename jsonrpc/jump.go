package jsonrpc

import (
	"encoding/binary"
	"math/bits"
)

// jump returns the end of the value that begins at pos in a text that was scanned:
// it proves nothing again and only looks for where the value ends.
func jump(text []byte, pos int) int {
	for depth := 0; pos < len(text); {
		switch text[pos] {
		case '"':
			if pos = stringEnd(text, pos); depth == 0 {
				return pos
			}
			continue
		case '{', '[':
			depth++
		case '}', ']':
			switch depth {
			case 0: // of what a number or a word stands in
				return pos
			case 1:
				return pos + 1
			}
			depth--
		case ',', ' ', '\n', '\r', '\t':
			if depth == 0 {
				return pos
			}
		}
		pos++
	}
	return pos
}

// stringEnd returns the end of the string that begins at pos in a text that was
// scanned. Like str it reads eight bytes at a time.
func stringEnd(text []byte, pos int) int {
	for pos++; pos < len(text); {
		if pos+8 <= len(text) {
			w := binary.LittleEndian.Uint64(text[pos:])
			// As in plainBytes, false bits stand only above a true one. Bytes beyond ASCII
			// have theirs taken off.
			found := (((w ^ ones*'"') - ones) | ((w ^ ones*'\\') - ones)) &^ w & highs
			if found == 0 {
				pos += 8
				continue
			}
			pos += bits.TrailingZeros64(found) / 8
		}
		switch text[pos] {
		case '"':
			return pos + 1
		case '\\':
			pos++
		}
		pos++
	}
	return len(text)
}
