package gateway

import "bytes"

// listChanged is in every notification that a list has changed, and nothing else
// needs to look like it: a list that is made anew for nothing does no harm.
var listChanged = []byte("/list_changed")

// changes finds such notifications in a stream that passes, cut anywhere.
type changes struct{ tail []byte }

// in reports whether one ends in this chunk.
func (c *changes) in(chunk []byte) bool {
	keep := len(listChanged) - 1
	seam := append(c.tail, chunk[:min(len(chunk), keep)]...)
	found := bytes.Contains(chunk, listChanged) || bytes.Contains(seam, listChanged)
	switch {
	case len(chunk) >= keep:
		c.tail = append(c.tail[:0], chunk[len(chunk)-keep:]...)
	case len(seam) > keep:
		c.tail = append(c.tail[:0], seam[len(seam)-keep:]...)
	default:
		c.tail = seam
	}
	return found
}
