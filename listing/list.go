package listing

import (
	"bytes"

	"mcp-router/jsonrpc"
)

// Bounds of a list. A server whose list is beyond them counts as missing, but
// for MaxPages, behind which its list ends.
const (
	// MaxPages is how many pages are read of one server.
	MaxPages = 50
	// MaxEntries is how many entries one server's part has.
	MaxEntries = 5000
	// MaxPart bounds one server's part, in bytes.
	MaxPart = 4 << 20
	// MaxList bounds the merged list, in bytes.
	MaxList = 16 << 20
)

// List is one list that is being put together for one request.
type List struct {
	kind      *Kind
	stateless bool
	sources   []Source
	parts     []part
	size      int
}

// part is what one server has to say.
type part struct {
	entries []entry
	size    int
	cursors [][]byte // those asked for, to see one that comes again
	pages   int
	hints   Hints
	state   state
	Report
}

// state is how far a server's part is.
type state uint8

const (
	missing  state = iota // nothing yet, or the server failed
	open                  // more pages are to come
	whole                 // all pages were read
	old                   // the last good part of a server that failed
	excluded              // the server is not of those that the list is made of
)

// Report says what a server's list was like, for counters and the log.
type Report struct {
	// LeftOut counts entries that hosts choke on or that cannot be published;
	// First says which the first one was and why.
	LeftOut int
	First   string
	// Endless is true when the list was cut off: it had more than MaxPages pages,
	// or a cursor came twice.
	Endless bool
}

// New begins a list of all servers, in configuration order. stateless says what
// era the client is of.
func New(kind *Kind, stateless bool, sources []Source) *List {
	return &List{kind: kind, stateless: stateless, sources: sources, parts: make([]part, len(sources))}
}

// Add takes a page of a server: the result of its answer, which must be valid
// JSON. It returns the raw cursor to ask the next page with, nil at the end. After
// an error the server is missing from the list; see Fail.
func (l *List) Add(server int, result []byte) (cursor []byte, err error) {
	p := &l.parts[server]
	page, err := l.readPage(server, result)
	if err != nil {
		l.drop(server)
		return nil, err
	}
	if p.pages == 0 {
		p.hints = page.hints
	}
	p.hints, p.pages = p.hints.both(page.hints), p.pages+1
	p.state = whole
	if page.cursor == nil {
		return nil, nil
	}
	if p.Endless = p.pages == MaxPages || p.asked(page.cursor); p.Endless {
		return nil, nil
	}
	p.state = open
	p.cursors = append(p.cursors, bytes.Clone(page.cursor))
	return page.cursor, nil
}

func (p *part) asked(cursor []byte) bool {
	for _, earlier := range p.cursors {
		if bytes.Equal(earlier, cursor) {
			return true
		}
	}
	return false
}

// addEntries takes the entries of the array that begins at pos of a page, and
// returns its end.
func (l *List) addEntries(server int, result []byte, pos int) (end int, err error) {
	p, r := &l.parts[server], newReader(l, server, result)
	end = jsonrpc.WalkArray(result, pos, func(at int) (end int) {
		if err != nil {
			return 0
		}
		e, end, problem, ok := r.entry(at)
		if problem != "" {
			if p.LeftOut++; p.First == "" {
				p.First = l.shown(result[at:end]) + " " + problem
			}
		}
		if ok && !l.put(server, e) {
			err = ErrTooLarge
		}
		return end
	})
	return end, err
}

// put adds an entry within the bounds.
func (l *List) put(server int, e entry) bool {
	p := &l.parts[server]
	size := len(e.text) + 1
	if len(p.entries) == MaxEntries || p.size+size > MaxPart || l.size+size > MaxList {
		return false
	}
	p.entries = append(p.entries, e)
	p.size += size
	l.size += size
	return true
}

// drop forgets what was read of a server.
func (l *List) drop(server int) {
	p := &l.parts[server]
	l.size -= p.size
	p.entries, p.size, p.state = nil, 0, missing
}

// Empty takes the part of a server that has no such list: it said that it does
// not know the method.
func (l *List) Empty(server int) {
	l.drop(server)
	l.parts[server].state = whole
	l.parts[server].hints = Hints{TTL: Unknown}
}

// Fail notes that a server did not answer, or not with a list. Its part of an
// older list stands in for it: entries between commas, "" for none. The server
// is named as missing all the same.
func (l *List) Fail(server int, older []byte) {
	l.drop(server)
	if len(older) == 0 {
		return
	}
	array := append(append([]byte{'['}, older...), ']')
	for span := range jsonrpc.Elements(array, jsonrpc.Span{End: len(array)}) {
		raw := span.Of(array)
		name, _ := text(jsonrpc.Members(raw, jsonrpc.Span{End: len(raw)}, l.kind.name())[0].Of(raw))
		if !l.put(server, entry{text: raw, name: name}) {
			l.drop(server)
			return
		}
	}
	l.parts[server].state = old
}

// Exclude leaves out a server that has no part in lists for such a client: the
// list is whole without it.
func (l *List) Exclude(server int) {
	l.drop(server)
	l.parts[server].state = excluded
}

// Report returns what the server's list was like.
func (l *List) Report(server int) Report { return l.parts[server].Report }

// Answered is how many servers have answered with their whole list.
func (l *List) Answered() int {
	n := 0
	for i := range l.parts {
		if l.parts[i].state == whole {
			n++
		}
	}
	return n
}
