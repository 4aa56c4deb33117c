package learn

import (
	"fmt"
	"slices"
	"sort"
)

// maxNotice bounds one notice, in bytes; all together get a quarter of the
// budget.
const maxNotice = 400

// lineLengths are the lengths, in bytes, that descriptions in a list are cut
// to, the first that keeps the list small; below the last they say nothing.
var lineLengths = [...]int{80, 60, 48, 40, 32, 24}

// row is one entry of a list in the shape of tools/list.
type row struct {
	name        string
	description string // "" for none
	schema      []byte // nil for none
}

// composer makes learn answers that keep a budget.
type composer struct {
	budget  int
	notices []string
}

// noticing returns the composer with more notices in front of those it has,
// those that fit.
func (c composer) noticing(more ...string) composer {
	room := c.budget / 4
	var kept []string
	for _, notice := range slices.Concat(more, c.notices) {
		notice = clip(notice, maxNotice)
		room -= sentSize(appendString([]byte{','}, notice))
		if room < 0 {
			break
		}
		kept = append(kept, notice)
	}
	c.notices = kept
	return c
}

// rows lists as much as the budget allows. head is put before the list, e.g.
// `"matches":[...],`. A list aims at three quarters of the budget and shortens
// descriptions for it; beyond the whole it gives them up, and then rows, which
// it says.
func (c composer) rows(head []byte, rows []row) Answer {
	var a Answer
	for _, length := range lineLengths {
		a = c.build(head, rows, length)
		if a.resultSize() <= c.budget*3/4 {
			return a
		}
	}
	if a.resultSize() <= c.budget {
		return a
	}
	if a = c.build(head, rows, 0); a.resultSize() <= c.budget {
		return a
	}
	cut := func(n int) Answer {
		short := c.noticing(fmt.Sprintf("%d more are not listed; an intent finds them.", len(rows)-n))
		return short.build(head, rows[:n], 0)
	}
	n := sort.Search(len(rows), func(n int) bool { return cut(n+1).resultSize() > c.budget })
	return cut(n)
}

func (c composer) build(head []byte, rows []row, length int) Answer {
	elements := make([][]byte, len(rows))
	for i, r := range rows {
		e := appendString([]byte(`{"name":`), r.name)
		if d := line(r.description, length); d != "" {
			e = appendString(append(e, `,"description":`...), d)
		}
		if r.schema != nil {
			e = append(append(e, `,"inputSchema":`...), r.schema...)
		}
		elements[i] = append(e, '}')
	}
	return c.object(head, elements)
}

// object makes the answer {head "tools":[...], "notices":[...]}.
func (c composer) object(head []byte, tools [][]byte) Answer {
	dst := append([]byte{'{'}, head...)
	dst = append(dst, `"tools":`...)
	dst = appendArray(dst, tools)
	if len(c.notices) > 0 {
		dst = append(dst, `,"notices":`...)
		dst = appendStrings(dst, c.notices)
	}
	return learnt(append(dst, '}'))
}

func appendArray(dst []byte, elements [][]byte) []byte {
	dst = append(dst, '[')
	for i, e := range elements {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, e...)
	}
	return append(dst, ']')
}

// sentSize is what a part of an answer takes: as text and as structure.
func sentSize(part []byte) int { return len(part) + len(appendString(nil, string(part))) }
