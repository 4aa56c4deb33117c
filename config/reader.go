package config

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/tidwall/gjson"

	"mcp-router/nearest"
)

// MaxProblems is how many problems one part of a document (the global one, or
// a rule) reports. A file of another kind could otherwise fill the log.
const MaxProblems = 100

// maxKeyInPath bounds what a problem's path shows of a key that is not ours.
const maxKeyInPath = 64

// reader collects the problems of one part of a document.
type reader struct {
	problems []Problem
	// rule is set while an entry of _rules_ is read.
	rule bool
	// needGateway are the paths of fields that only gateway mode reads,
	// clusterless those of servers whose Envoy cluster is not named.
	needGateway, clusterless []string
}

func (r *reader) add(at, format string, args ...any) {
	switch {
	case len(r.problems) < MaxProblems:
		r.problems = append(r.problems, Problem{Path: at, Message: fmt.Sprintf(format, args...)})
	case len(r.problems) == MaxProblems:
		r.problems = append(r.problems, Problem{Message: fmt.Sprintf("more than %d problems, the rest is left out", MaxProblems)})
	}
}

// readObject reads the members of v into the fields of table and returns the
// names that v holds. v must be an object that passed checkSyntax.
func readObject[T any](r *reader, at string, v gjson.Result, table []row[T], into *T) keySet {
	named := keySet{}
	v.ForEach(func(key, value gjson.Result) bool {
		here := join(at, key.Str)
		if named.add(r, here, key.Str) {
			readField(r, here, key.Str, value, table, into)
		}
		return true
	})
	return named
}

// require notes the required fields of table that an object does not name.
func require[T any](r *reader, at string, named keySet, table []row[T]) {
	for _, w := range table {
		if w.required && !named.has(w.name) {
			r.add(join(at, w.name), "is required")
		}
	}
}

func readField[T any](r *reader, at, name string, value gjson.Result, table []row[T], into *T) {
	w, known := find(table, name)
	switch {
	case !known:
		r.add(at, "%s", unknownField(name, table))
	case w.mode == LaterMode:
		r.add(at, "is not available in this version")
	case w.scope == GlobalOnly && r.rule:
		r.add(at, "belongs to the global part, not to a rule")
	case w.scope == RuleOnly && !r.rule:
		r.add(at, "belongs to an entry of _rules_, not to the global part")
	default:
		if w.mode == GatewayMode {
			r.noteNeed(at)
		}
		if w.kind.fits(r, at, value) && w.read != nil {
			w.read(r, at, value, into)
		} else if w.kind == texts && text.holds(value) {
			// Plainly a list of one: read on for what it means.
			w.read(r, at, gjson.Parse("["+value.Raw+"]"), into)
		}
	}
}

// noteNeed notes a field that needs gateway mode, unless it lies in the one noted
// last.
func (r *reader) noteNeed(at string) {
	if n := len(r.needGateway); n < MaxProblems && (n == 0 || !strings.HasPrefix(at, r.needGateway[n-1]+".")) {
		r.needGateway = append(r.needGateway, at)
	}
}

func find[T any](table []row[T], name string) (row[T], bool) {
	for _, w := range table {
		if w.name == name {
			return w, true
		}
	}
	return row[T]{}, false
}

// unknownField proposes the field that name was probably meant to be.
func unknownField[T any](name string, table []row[T]) string {
	names := make([]string, 0, len(table))
	for _, w := range table {
		if w.mode == RouterMode || w.mode == GatewayMode {
			names = append(names, w.name)
		}
	}
	if near := nearest.Names(name, names, 1); len(near) > 0 {
		return fmt.Sprintf("is not a field; did you mean %q", near[0])
	}
	return "is not a field"
}

// keySet holds the keys of one JSON object under their case-folded form.
type keySet map[string]string

// add notes key and reports whether it is new. A second spelling of a key that
// some JSON reader would take for the first is a problem.
func (s keySet) add(r *reader, at, key string) bool {
	folded := fold(key)
	first, twice := s[folded]
	switch {
	case !twice:
		s[folded] = key
		return true
	case first == key:
		r.add(at, "is a duplicate key")
	default:
		r.add(at, "is a duplicate of %q under case folding", join("", first))
	}
	return false
}

// has reports whether the object holds the key name in this very spelling.
func (s keySet) has(name string) bool {
	return s[fold(name)] == name
}

// fold maps strings that are equal under Unicode case folding, as in
// strings.EqualFold, to one string.
func fold(s string) string {
	return strings.Map(func(first rune) rune {
		least := first
		for next := unicode.SimpleFold(first); next != first; next = unicode.SimpleFold(next) {
			least = min(least, next)
		}
		return least
	}, s)
}

// join appends key to a JSON path. Keys that are not ours are cut at the first
// sign that no field or header name has: a pasted "Authorization: Bearer ..."
// must not reach a log.
func join(at, key string) string {
	end := 0
	for end < len(key) && end < maxKeyInPath && isToken(key[end]) {
		end++
	}
	if end < len(key) {
		key = key[:end] + "…"
	}
	if at == "" {
		return key
	}
	return at + "." + key
}
