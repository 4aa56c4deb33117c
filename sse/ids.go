package sse

import (
	"bytes"
	"encoding/hex"
)

// IDs puts a text in front of every event id of a stream as it passes. Nothing
// is held back: the text goes where a value begins, and what stood before it
// may have left already. Ids that are empty stay so: they mean "no id".
type IDs struct {
	prefix string
	at     place
}

// place is where in a line a stream stands.
type place uint8

const (
	streamStart place = iota // a byte-order mark may follow
	afterMark1               // its first byte was there
	afterMark2               // and its second
	lineStart
	afterI
	afterID
	afterColon // one space may follow, then the value
	afterSpace
	inLine
)

// NewIDs returns an editor for one stream.
func NewIDs(prefix string) *IDs { return &IDs{prefix: prefix} }

// Edit returns the edited chunk, the very same slice if nothing in it changes.
func (e *IDs) Edit(chunk []byte) []byte {
	out := chunk
	copied := 0 // chunk up to here is in out, if that is another slice
	changed := false
	for pos := 0; pos < len(chunk); {
		if e.at == inLine {
			pos = lineEnd(chunk, pos)
			if pos == len(chunk) {
				break
			}
		}
		if e.valueBegins(chunk[pos]) {
			if !changed {
				out = make([]byte, 0, len(chunk)+4*len(e.prefix))
				changed = true
			}
			out = append(append(out, chunk[copied:pos]...), e.prefix...)
			copied = pos
		}
		e.at = e.at.next(chunk[pos])
		pos++
	}
	if !changed {
		return chunk
	}
	return append(out, chunk[copied:]...)
}

// valueBegins reports whether c is the first byte of an id's value.
func (e *IDs) valueBegins(c byte) bool {
	return e.at == afterSpace && !endsLine(c) || e.at == afterColon && !endsLine(c) && c != ' '
}

func endsLine(c byte) bool { return c == '\r' || c == '\n' }

// next is the place behind c.
func (p place) next(c byte) place {
	switch {
	case endsLine(c):
		return lineStart
	case p == streamStart && c == bom[0]:
		return afterMark1
	case p == afterMark1 && c == bom[1]:
		return afterMark2
	case p == afterMark2 && c == bom[2]:
		return lineStart
	case (p == lineStart || p == streamStart) && c == 'i':
		return afterI
	case p == afterI && c == 'd':
		return afterID
	case p == afterID && c == ':':
		return afterColon
	case p == afterColon && c == ' ':
		return afterSpace
	}
	return inLine
}

// tagLength is that of a Tag.
const tagLength = 2*4 + 1

// Tag is what stands in front of the ids of a server's events, so that no two
// streams of one client have an id in common, and an id tells where it came
// from (MCP 2025-11-25, "Resumability and Redelivery").
func Tag(server [4]byte) string {
	return hex.EncodeToString(server[:]) + "."
}

// Untag takes an id apart that was made with a Tag. It returns false for any
// other id, and for one with nothing behind the tag.
func Untag(id string) (server [4]byte, own string, ok bool) {
	if len(id) <= tagLength || id[tagLength-1] != '.' {
		return server, "", false
	}
	digits := []byte(id[:tagLength-1])
	if _, err := hex.Decode(server[:], digits); err != nil || !bytes.Equal(bytes.ToLower(digits), digits) {
		return [4]byte{}, "", false
	}
	return server, id[tagLength:], true
}
