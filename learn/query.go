package learn

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Weights of a query's words, in percent.
const (
	headPercent  = 100 // what is wanted: the verb and the first phrase
	tailPercent  = 70  // the rest, mostly where
	classPercent = 50  // a verb's class, of the verb's weight
	joinPercent  = 50  // two words that are one in a name, of the lesser weight
	listPercent  = 50  // "list", for a plural that is asked for
)

// Bounds of a query; what is beyond them is not read.
const (
	maxIntent     = 4 << 10 // bytes of the text
	maxQueryTerms = 128     // distinct tokens
)

// query is an intent in the terms of an index.
type query struct {
	terms  []queryTerm // distinct
	words  []int32     // terms of the words as they are, -1 for unknown ones
	head   []int32     // terms of the first phrase
	effect effect      // what the first verb, or a question, wants
}

type queryTerm struct{ id, percent int32 }

type phase uint8

const (
	beforeHead phase = iota
	inHead
	afterHead
)

// queryReader reads an intent word by word.
type queryReader struct {
	ix       *index
	q        query
	phase    phase
	started  bool
	verb     string // class of the first verb before the head
	previous string // the word before in the same phrase, "" at its start
	plural   bool   // the last word of the head is a plural
	negated  bool   // the phrase says what is not wanted
	guesses  int    // how many unknown words were taken for known ones
}

func (ix *index) query(intent string) query {
	r := queryReader{ix: ix}
	intent = clip(intent, maxIntent)
	english, translated := inEnglish(intent)
	scanWords(english, queryText, r.word)
	if translated { // for a catalogue that is in Chinese, too
		scanWords(intent, queryText, r.han)
	}
	if r.plural && (r.verb == "" || r.verb == verbRead) {
		r.add("list", listPercent)
	}
	switch r.verb {
	case "":
	case verbRead:
		r.q.effect = readsOnly
	case verbCheck:
		r.q.effect = unknownEffect
	default:
		r.q.effect = writes
	}
	return r.q
}

// han counts a Han character that the catalogue holds, beside its translation.
func (r *queryReader) han(w string) {
	if first, _ := utf8.DecodeRuneInString(w); !isHan(first) {
		return
	}
	r.add(w, headPercent)
	if id := r.ix.id(w); id >= 0 && len(r.q.words) < maxQueryTerms && !slices.Contains(r.q.words, id) {
		r.q.words = append(r.q.words, id)
	}
}

func (r *queryReader) word(w string) {
	if !r.started && asks(w) {
		r.q.effect = readsOnly
	}
	r.started = true
	if isBreak(w) || endsPhrase(w) {
		if r.phase == inHead {
			r.phase = afterHead
		}
		r.previous, r.negated = "", r.negated && !isBreak(w)
		return
	}
	if negates(w) {
		r.negated = true
	}
	if isStop(w) {
		return
	}
	s, class := stem(w), verbClass(w)
	if r.negated && class != "" {
		return // "never delete": the verb is not what is wanted
	}
	s = r.corrected(s)
	if r.phase == beforeHead {
		switch {
		case class == "" && !isLight(w):
			r.phase = inHead
		case r.verb == "":
			r.verb = class
		}
	}
	percent := int32(headPercent)
	if r.phase == afterHead {
		percent = tailPercent
	}
	r.add(s, percent)
	r.add(class, percent*classPercent/100)
	if id := r.ix.id(s); len(r.q.words) < maxQueryTerms && (id < 0 || !slices.Contains(r.q.words, id)) {
		r.q.words = append(r.q.words, id)
	}
	r.compound(w, s, percent)
	if r.phase == inHead && class == "" {
		r.q.head = appendNew(r.q.head, r.ix.id(s))
		r.plural = singular(w) != w
	}
	r.previous = w
}

// Bounds of what is taken for a slip of the keyboard.
const (
	minCorrected = 5 // characters of a word
	maxGuesses   = 4 // words of a query
)

// corrected returns the word of some name that an unknown word is one letter away
// from, if there is just one, else the word.
func (r *queryReader) corrected(s string) string {
	if len(s) < minCorrected || r.ix.id(s) >= 0 || r.guesses == maxGuesses || strings.ContainsFunc(s, isNoLetter) {
		return s
	}
	r.guesses++
	found := ""
	for _, name := range r.ix.nameWords {
		if oneSlip(s, name) {
			if found != "" {
				return s
			}
			found = name
		}
	}
	if found != "" {
		return found
	}
	return s
}

func isNoLetter(r rune) bool { return r < 'a' || r > 'z' }

// oneSlip says whether one letter put in, left out, replaced or swapped with its
// neighbour makes a of b.
func oneSlip(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(b)-len(a) > 1 || len(b) < minCorrected {
		return false
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	switch {
	case len(a) < len(b):
		return a[i:] == b[i+1:]
	case i == len(a):
		return false
	case a[i+1:] == b[i+1:]:
		return true
	}
	return i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
}

// compound handles words that names write together ("event hub" for eventhub)
// and apart ("cosmosdb" for cosmos).
func (r *queryReader) compound(w, s string, percent int32) {
	if joined := stem(r.previous + w); r.previous != "" && r.ix.isName(joined) {
		r.add(joined, percent*joinPercent/100)
		if r.phase == inHead {
			r.q.head = appendNew(r.q.head, r.ix.id(joined))
		}
	}
	if r.ix.isName(s) {
		return
	}
	for i := 4; i < len(w)-1; i++ {
		first, rest := stem(w[:i]), stem(w[i:])
		if r.ix.isName(first) && r.ix.id(rest) >= 0 {
			r.add(first, percent)
			r.add(rest, percent)
			return
		}
	}
}

// add counts a token once, at its highest weight.
func (r *queryReader) add(token string, percent int32) {
	id := r.ix.id(token)
	if id < 0 {
		return
	}
	for i := range r.q.terms {
		if t := &r.q.terms[i]; t.id == id {
			t.percent = max(t.percent, percent)
			return
		}
	}
	if len(r.q.terms) < maxQueryTerms {
		r.q.terms = append(r.q.terms, queryTerm{id, percent})
	}
}
