package sse

import "bytes"

// Stream edits a stream event by event as it passes. It holds an event until it
// is whole, and everything else of the stream not at all. An event over MaxEvent
// passes as it is.
type Stream struct {
	edit func(*Event) []byte
	// held is the beginning of an event, searched up to its end with boundary.
	held     []byte
	boundary boundary
	// gap is true behind an event that ended with a CR: an LF still belongs to it.
	gap bool
	// begun is false until the byte-order mark cannot come any more.
	begun bool
	// passing is true within an event that is too long to be held.
	passing bool
}

// NewStream returns an editor for one stream. It shows edit every event that has
// data; edit returns what is to be sent in its place, nil for the event as it is
// (empty and not nil drops it), and keeps nothing of it.
func NewStream(edit func(*Event) []byte) *Stream { return &Stream{edit: edit} }

// Edit returns what goes on in place of a chunk, the very same slice if it
// holds whole events and none changes. With end the stream is over: what is
// held counts as an event.
func (s *Stream) Edit(chunk []byte, end bool) []byte {
	text, searched := chunk, 0
	if len(s.held) > 0 {
		searched = len(s.held)
		s.held = append(s.held, chunk...)
		text = s.held
	}
	out := edited{text: text}
	start := 0
	for start < len(text) {
		if s.gap {
			s.gap = false
			if text[start] == '\n' {
				start++
				searched = max(searched, start)
				continue
			}
		}
		stop, found := s.boundary.find(text, max(searched, start))
		searched = stop
		tooLong := s.passing || stop-start > MaxEvent
		if !found && !end && !tooLong {
			break
		}
		if found || end {
			s.gap, s.boundary = s.boundary.afterCR, boundary{}
		}
		s.passing = tooLong && !found
		if !tooLong {
			s.pass(&out, start, stop)
		}
		s.begun = true
		start = stop
	}
	s.hold(text[start:], start > 0)
	return out.upTo(start)
}

// pass shows an event to edit and notes what becomes of it.
func (s *Stream) pass(out *edited, start, stop int) {
	raw := out.text[start:stop]
	if !s.begun {
		trimmed := bytes.TrimPrefix(raw, []byte(bom))
		start, raw = start+len(raw)-len(trimmed), trimmed
	}
	event := parse(raw)
	if !event.HasData {
		return
	}
	if replacement := s.edit(&event); replacement != nil {
		out.replace(start, stop, replacement)
	}
}

// hold keeps the beginning of an event. What is held already stays where it is
// unless events before it have left.
func (s *Stream) hold(rest []byte, moved bool) {
	if moved || len(s.held) == 0 {
		s.held = bytes.Clone(rest)
	}
}

// edited is a text with parts of it replaced. It is copied with the first one.
type edited struct {
	text []byte
	out  []byte
	done int // text up to here is in out, if changed
	// changed is true once something was replaced.
	changed bool
}

func (e *edited) replace(start, stop int, with []byte) {
	e.out = append(append(e.out, e.text[e.done:start]...), with...)
	e.done, e.changed = stop, true
}

// upTo is the edited text up to end.
func (e *edited) upTo(end int) []byte {
	if !e.changed {
		return e.text[:end]
	}
	return append(e.out, e.text[e.done:end]...)
}
