package learn

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxWord bounds one word of a text, in bytes; longer ones (base64, hashes)
// name nothing and are dropped.
const maxWord = 64

// textKind is how a text is to be read.
type textKind uint8

const (
	nameText  textKind = iota // "listUsers" is two words
	proseText                 // "MySQL" is one
	queryText                 // prose in which <...> is a placeholder
)

// scanWords calls visit with each word of text in lower case, and with a
// single punctuation byte (or "<", for a placeholder) where a phrase ends. A
// Han character is a word of its own: that script puts no spaces.
func scanWords(text string, kind textKind, visit func(word string)) {
	start, lower := -1, false
	flush := func(end int) {
		if start >= 0 && end-start <= maxWord {
			visit(strings.ToLower(text[start:end]))
		}
		start = -1
	}
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case r > unicode.MaxLatin1 && unicode.Is(unicode.Han, r):
			flush(i)
			visit(text[i : i+size])
		case isWordRune(r):
			if kind == nameText && lower && unicode.IsUpper(r) {
				flush(i)
			}
			if start < 0 {
				start = i
			}
			lower = !unicode.IsUpper(r)
		default:
			flush(i)
			if r == '<' && kind == queryText {
				size = max(size, placeholder(text[i:]))
			}
			if size > 1 && r == '<' || strings.IndexByte(".,;:?!", text[i]) >= 0 {
				visit(text[i : i+1])
			}
		}
		i += size
	}
	flush(len(text))
}

func isWordRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.Mn, r)
}

// placeholder returns the length of the placeholder that text begins with, or
// 0: "<" to ">" with no other "<" and no leading space between them, so that
// "a < b and c > d" holds none.
func placeholder(text string) int {
	end := strings.IndexByte(text, '>')
	if end < 2 || text[1] == ' ' || strings.LastIndexByte(text[:end], '<') > 0 {
		return 0
	}
	return end + 1
}

// isBreak reports whether a word of scanWords is the end of a phrase instead.
func isBreak(word string) bool {
	r, _ := utf8.DecodeRuneInString(word)
	return !isWordRune(r)
}

// stem takes the commonest English endings off a word, so that plural and
// singular, "creates", "creating" and "created" meet.
func stem(w string) string {
	w = singular(w)
	switch {
	case len(w) > 5 && strings.HasSuffix(w, "ing"):
		w = undouble(w[:len(w)-3])
	case len(w) > 4 && strings.HasSuffix(w, "ed"):
		w = undouble(w[:len(w)-2])
	}
	if len(w) > 4 && w[len(w)-1] == 'e' {
		w = w[:len(w)-1]
	}
	return w
}

// singular takes the plural ending off a word.
func singular(w string) string {
	n := len(w)
	switch {
	case n > 4 && strings.HasSuffix(w, "ies"):
		return w[:n-3] + "y"
	case n > 4 && hasAnySuffix(w, "sses", "xes", "ches", "shes", "zes"):
		return w[:n-2]
	case n > 3 && w[n-1] == 's' && !hasAnySuffix(w, "ss", "us", "is"):
		return w[:n-1]
	}
	return w
}

// undouble makes "stopp" of "stopping" a "stop"; "call" keeps both.
func undouble(w string) string {
	n := len(w)
	if n > 2 && w[n-1] == w[n-2] && strings.IndexByte("lsz", w[n-1]) < 0 {
		return w[:n-1]
	}
	return w
}

func hasAnySuffix(w string, suffixes ...string) bool {
	for _, s := range suffixes {
		if strings.HasSuffix(w, s) {
			return true
		}
	}
	return false
}
