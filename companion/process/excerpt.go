package process

import (
	"strings"
	"sync"
	"unicode/utf8"
)

// Bounds of what is kept of a child's standard error.
const (
	maxExcerpt = 200     // bytes shown in an error text
	maxTail    = 4 << 10 // bytes kept of the end
)

// Excerpt keeps the beginning and the end of what is written to it, so that an
// error can quote a child without holding its log. It is safe for concurrent
// use.
type Excerpt struct {
	mu   sync.Mutex
	head []byte
	tail []byte
}

// Write implements io.Writer; it never fails.
func (e *Excerpt) Write(p []byte) (int, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if room := maxExcerpt - len(e.head); room > 0 {
		e.head = append(e.head, p[:min(room, len(p))]...)
	}
	e.tail = append(e.tail, p...)
	if over := len(e.tail) - maxTail; over > 0 {
		e.tail = append(e.tail[:0], e.tail[over:]...)
	}
	return len(p), nil
}

// First is the beginning as one line of at most maxExcerpt bytes.
func (e *Excerpt) First() string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return OneLine(string(e.head))
}

// All is what is left of the end, lines kept.
func (e *Excerpt) All() string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return string(e.tail)
}

// Last is the end as one line of at most maxExcerpt bytes.
func (e *Excerpt) Last() string {
	s := e.All()
	return OneLine(s[max(0, len(s)-maxExcerpt):])
}

// OneLine folds white space and control characters into single spaces, drops
// bytes that are not UTF-8 and cuts at maxExcerpt bytes.
func OneLine(s string) string {
	s = strings.Join(strings.Fields(strings.Map(printable, strings.ToValidUTF8(s, ""))), " ")
	if len(s) <= maxExcerpt {
		return s
	}
	cut := maxExcerpt
	for !utf8.RuneStart(s[cut]) {
		cut--
	}
	return s[:cut]
}

func printable(r rune) rune {
	if r < ' ' || r == 0x7f {
		return ' '
	}
	return r
}
