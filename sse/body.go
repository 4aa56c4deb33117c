package sse

import (
	"bytes"
	"iter"
)

// Events are the events of a whole body, those without data aside. An event
// that the body ends in the middle of counts too: there is no more to wait for.
// Data of one line is not copied.
func Events(body []byte) iter.Seq[Event] {
	return func(yield func(Event) bool) {
		rest := bytes.TrimPrefix(body, []byte(bom))
		for len(rest) > 0 {
			var b boundary
			end, _ := b.find(rest, 0)
			if event := parse(rest[:end]); event.HasData && !yield(event) {
				return
			}
			rest = rest[end:]
			if b.afterCR && len(rest) > 0 && rest[0] == '\n' {
				rest = rest[1:]
			}
		}
	}
}

// Message returns the data of the first message of a whole body that wanted
// takes, nil if there is none.
func Message(body []byte, wanted func(data []byte) bool) []byte {
	for event := range Events(body) {
		if event.IsMessage() && wanted(event.Data) {
			return event.Data
		}
	}
	return nil
}

// boundary finds where an event ends: behind its blank line, in any of the three
// line ends, even if the text comes in pieces. The zero value is an event's
// start.
type boundary struct {
	// inLine is true when the line has bytes already.
	inLine bool
	// afterCR is true behind a CR: an LF then belongs to it.
	afterCR bool
}

// find reads on at pos. It returns the end of the event and true, or the end of
// text. Behind an event that ends with a CR an LF may follow.
func (b *boundary) find(text []byte, pos int) (end int, found bool) {
	for pos < len(text) {
		c := text[pos]
		switch {
		case c == '\n' && b.afterCR:
			b.afterCR = false
			pos++
		case c == '\n' || c == '\r':
			b.afterCR = c == '\r'
			pos++
			if !b.inLine {
				return pos, true
			}
			b.inLine = false
		default:
			b.inLine, b.afterCR = true, false
			pos = lineEnd(text, pos)
		}
	}
	return pos, false
}
