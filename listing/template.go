package listing

import (
	"strings"

	"mcp-router/jsonrpc"
)

const (
	// MaxURI bounds the URIs that templates are compared with, in bytes.
	MaxURI = 8 << 10
	// maxTemplate bounds a template, in bytes: no URI is of a longer one.
	maxTemplate = 2 << 10
	// maxSteps bounds what the templates of one list may cost for one URI, in bytes
	// compared; it is spent only by templates whose beginning the URI has. What is
	// not compared does not fit.
	maxSteps = 1 << 22
)

// TemplateOwners returns the servers of a list of templates that have one which
// the URI can be made of, in configuration order (RFC 6570, all operators; which
// values a variable may have is the server's to know).
func (m *Merged) TemplateOwners(uri string) (servers [][4]byte) {
	if len(uri) > MaxURI {
		return nil
	}
	w := &match{uri: uri, steps: maxSteps, places: make([]bool, len(uri)+1), next: make([]bool, len(uri)+1)}
	for _, s := range m.parts {
		for raw := range elements(m.entries[s.start:s.end]) {
			template, _ := text(jsonrpc.Members(raw, all(raw), m.kind.name())[0].Of(raw))
			if w.of(template) {
				servers = append(servers, s.server)
				break
			}
		}
	}
	return servers
}

// match compares one URI with templates. It keeps all places up to which the URI
// can be made of what was read of the template, so no choice is ever taken back.
type match struct {
	uri   string
	steps int
	// places[i] is true when uri[:i] fits.
	places, next []bool
}

// of reports whether the URI is one of a template's.
func (w *match) of(template string) bool {
	literal, rest, more := strings.Cut(template, "{")
	if len(template) > maxTemplate || !strings.HasPrefix(w.uri, literal) {
		return false
	}
	clear(w.places)
	w.places[len(literal)] = true
	for more {
		expression, after, closed := strings.Cut(rest, "}")
		if !closed || expression == "" {
			return false
		}
		w.expression(expression[0])
		literal, rest, more = strings.Cut(after, "{")
		if !w.literal(literal) {
			return false
		}
	}
	return w.places[len(w.uri)]
}

// literal goes on behind a literal; false if it fits nowhere.
func (w *match) literal(literal string) (fits bool) {
	clear(w.next)
	for i, reached := range w.places {
		if w.steps--; w.steps < 0 {
			return false
		}
		if !reached {
			continue
		}
		if w.steps -= len(literal); strings.HasPrefix(w.uri[i:], literal) {
			w.next[i+len(literal)], fits = true, true
		}
	}
	w.places, w.next = w.next, w.places
	return fits
}

// expression goes on behind an expression that begins with this character, its
// operator if it is one. Variables without a value expand to nothing, but where
// nothing else would tell that there was one.
func (w *match) expression(operator byte) {
	lead, stops, optional := byte(0), "/", false
	switch operator {
	case '+':
		stops = ""
	case '#':
		lead, stops, optional = '#', "", true
	case '.':
		lead, optional = '.', true
	case '/':
		lead, stops, optional = '/', "?#", true
	case ';':
		lead, stops, optional = ';', "/?#", true
	case '?', '&':
		lead, stops, optional = operator, "#", true
	}
	inside := false
	w.next[0] = w.places[0] && optional
	for i := 1; i < len(w.places); i++ {
		c := w.uri[i-1]
		stopped := strings.IndexByte(stops, c) >= 0
		begins := w.places[i-1] && (c == lead || lead == 0 && !stopped)
		inside = begins || inside && !stopped
		w.next[i] = inside || optional && w.places[i]
	}
	w.steps -= len(w.places)
	w.places, w.next = w.next, w.places
}
