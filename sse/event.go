package sse

import (
	"bytes"
	"cmp"
	"slices"
)

// MaxEvent bounds what is held of a stream that is edited event by event, in
// bytes: the longest event that is edited.
const MaxEvent = 1 << 20

// Event is one event of a stream.
type Event struct {
	// Raw is the whole event as it came, the blank line behind it included.
	Raw []byte
	// Name is its type; a message, which is what "" and "message" stand for, has
	// an empty one.
	Name string
	// Data are its data lines, joined. HasData is false for an event without
	// any, such as a comment: readers do not see it.
	Data    []byte
	HasData bool
}

// IsMessage reports whether the event is one that can hold a JSON-RPC message.
// Streams also hold events of other types and, to begin with, empty ones that
// only have an id (MCP 2025-11-25, "Sending Messages to the Server").
func (e *Event) IsMessage() bool {
	return len(e.Data) > 0 && e.Name == ""
}

// parse reads the fields of a raw event. Of a stream's first one it must not see
// the byte-order mark.
func parse(raw []byte) Event {
	e := Event{Raw: raw}
	joined := false
	for rest := raw; len(rest) > 0; {
		var line []byte
		line, rest = cutLine(rest)
		switch name, value := cutField(line); string(name) {
		case "event":
			e.Name = ""
			if string(value) != "message" {
				e.Name = string(value)
			}
		case "data":
			switch {
			case !e.HasData:
				e.Data, e.HasData = slices.Clip(value), true // who appends to it must not write into the stream
			case !joined:
				e.Data, joined = append(append(bytes.Clone(e.Data), '\n'), value...), true
			default:
				e.Data = append(append(e.Data, '\n'), value...)
			}
		}
	}
	return e
}

// cutField returns the field's name and value. The name of a comment is empty.
func cutField(line []byte) (name, value []byte) {
	name, value, _ = bytes.Cut(line, []byte{':'})
	if len(value) > 0 && value[0] == ' ' {
		value = value[1:]
	}
	return name, value
}

// WithData returns the event with other data, which stand where the first data
// line stood. Everything else of it stays byte for byte.
func (e *Event) WithData(data []byte) []byte {
	out := make([]byte, 0, len(e.Raw)+len(data))
	written := false
	for rest := e.Raw; len(rest) > 0; {
		whole := rest
		var line []byte
		line, rest = cutLine(rest)
		whole = whole[:len(whole)-len(rest)]
		if name, _ := cutField(line); string(name) != "data" {
			out = append(out, whole...)
			continue
		}
		if !written {
			out = appendData(out, data, whole[len(line):])
			written = true
		}
	}
	return out
}

// AppendMessage appends a message as an event of its own.
func AppendMessage(dst, data []byte) []byte {
	dst = append(dst, "event: message\n"...)
	return append(appendData(dst, data, []byte{'\n'}), '\n')
}

// appendData writes data as lines, each with the given end. An end that the
// stream did not live to send stands between them all the same.
func appendData(dst, data, end []byte) []byte {
	for {
		more := lineEnd(data, 0) < len(data)
		var line []byte
		line, data = cutLine(data)
		dst = append(append(dst, "data: "...), line...)
		if !more {
			return append(dst, end...)
		}
		dst = append(dst, cmp.Or(string(end), "\n")...)
	}
}
