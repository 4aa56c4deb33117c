package learn

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Intents in Chinese find commands that are described in English: the words of
// the domain are put into English one by one, in the order in which English would
// have them. There is no grammar beyond that, and no model.

// maxPhrase is the length of the longest phrase in the vocabulary, in characters.
const maxPhrase = 8

// modifies stands in a translation for what puts the words before it behind the
// others: 的, 中, 里 and their like.
const modifies = "\x00"

// inEnglish returns an intent with its Chinese words in English. ok is false for
// one without any that is known. Text in other scripts stays as it is.
func inEnglish(intent string) (english string, ok bool) {
	if !strings.ContainsFunc(intent, isHan) {
		return intent, false
	}
	var out []string
	for _, clause := range strings.FieldsFunc(intent, endsClause) {
		words, known := translated(clause)
		ok = ok || known
		out = append(out, reordered(words))
	}
	return strings.Join(out, ", "), ok
}

func isHan(r rune) bool { return r > unicode.MaxLatin1 && unicode.Is(unicode.Han, r) }

func endsClause(r rune) bool { return strings.ContainsRune("，。；！？、：\n", r) }

// translated returns a clause's words, longest phrases first. A Han character
// that begins none is left out.
func translated(clause string) (words []string, known bool) {
	for len(clause) > 0 {
		if r, _ := utf8.DecodeRuneInString(clause); !isHan(r) {
			end := strings.IndexFunc(clause, isHan)
			if end < 0 {
				end = len(clause)
			}
			words = append(words, clause[:end])
			clause = clause[end:]
			continue
		}
		size, english := longest(clause)
		if english != "" {
			words, known = append(words, english), known || english != modifies
		}
		clause = clause[size:]
	}
	return words, known
}

// longest finds the longest phrase that text begins with, and its size in bytes:
// that of one character when there is none.
func longest(text string) (size int, english string) {
	end := 0
	for n := range maxPhrase {
		r, width := utf8.DecodeRuneInString(text[end:])
		if width == 0 || !isHan(r) {
			break
		}
		if end += width; n == 0 {
			size = end
		}
		if e := chinese(text[:end]); e != "" {
			size, english = end, e
		}
	}
	return size, english
}

// reordered puts the verb first, as Chinese does not where it says before what is
// done and to what ("在 A 中创建 B"), and what modifies behind what it modifies
// ("A 的 B" is "B in A").
func reordered(words []string) string {
	verb, split := -1, -1
	for i, w := range words {
		if w == modifies {
			split = i
		} else if verb < 0 && verbClass(strings.TrimSpace(w)) != "" {
			verb = i
		}
	}
	var first, head, where []string
	for i, w := range words {
		switch {
		case w == modifies:
		case i == verb:
			first = append(first, w)
		case i < split:
			where = append(where, w)
		default:
			head = append(head, w)
		}
	}
	text, place := strings.Join(append(first, head...), " "), strings.TrimSpace(strings.Join(where, " "))
	if place == "" || len(head) == 0 {
		return text + " " + place
	}
	return text + " in " + place
}
