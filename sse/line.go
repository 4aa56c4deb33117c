// Package sse reads and edits event streams (WHATWG HTML, "Server-sent
// events"): the events of a whole body, and streams that are edited as they
// pass, cut into chunks anywhere.
package sse

import (
	"encoding/binary"
	"math/bits"
)

// bom is the byte-order mark that a stream may begin with.
const bom = "\xef\xbb\xbf"

const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// lineEnd returns the position of the first CR or LF in text from pos on,
// len(text) if there is none. Lines are long and chunks are large, so it reads
// eight bytes at a time.
func lineEnd(text []byte, pos int) int {
	for pos < len(text) {
		for pos+8 <= len(text) {
			w := binary.LittleEndian.Uint64(text[pos:])
			// The high bit of a byte is set where it is below 0x0e. A borrow can
			// only add false bits above a true one, so the lowest is exact.
			found := (w - ones*('\r'+1)) &^ w & highs
			if found != 0 {
				pos += bits.TrailingZeros64(found) / 8
				break
			}
			pos += 8
		}
		if pos < len(text) && (text[pos] == '\r' || text[pos] == '\n') {
			return pos
		}
		pos++
	}
	return len(text)
}

// cutLine returns the first line of text without its end (CR, LF or CRLF), and
// what follows.
func cutLine(text []byte) (line, rest []byte) {
	end := lineEnd(text, 0)
	line, rest = text[:end], text[end:]
	switch {
	case len(rest) > 1 && rest[0] == '\r' && rest[1] == '\n':
		rest = rest[2:]
	case len(rest) > 0:
		rest = rest[1:]
	}
	return line, rest
}
