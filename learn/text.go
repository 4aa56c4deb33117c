package learn

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Fold makes one spelling of a name: lower case, "_" between its words, no white
// space around it.
func Fold(name string) string {
	return strings.Map(func(r rune) rune {
		switch r {
		case '-', '.', '/', ' ':
			return '_'
		}
		return r
	}, strings.ToLower(strings.TrimSpace(name)))
}

// clip cuts a text at n bytes, between characters.
func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// Sentence ends an error like a sentence. It begins as the error does, mostly
// with the name of something, which is written as it is.
func Sentence(err error) string { return strings.TrimRight(err.Error(), ".") + "." }

// line makes one line of a description: its first sentence, white space
// collapsed, cut after a word when it is longer than n bytes.
func line(description string, n int) string {
	if n == 0 {
		return ""
	}
	text := strings.Join(strings.Fields(clip(description, 4*n+maxWord)), " ")
	text = firstSentence(text)
	if len(text) <= n {
		return text
	}
	text = clip(text, n+1)
	if i := strings.LastIndexByte(text, ' '); i > 0 {
		return strings.TrimRight(text[:i], " -–,;:(.")
	}
	return clip(text, n)
}

// firstSentence cuts after the first ".", "!" or "?" that a space follows, the
// ones of "e.g." and its like aside, or after the first ideographic full stop.
func firstSentence(text string) string {
	const ideographic = "。"
	if i := strings.Index(text, ideographic); i >= 0 {
		text = text[:i+len(ideographic)]
	}
	for i := 2; i+1 < len(text); i++ {
		if text[i+1] == ' ' && text[i-2] != '.' && strings.IndexByte(".!?", text[i]) >= 0 {
			return text[:i+1]
		}
	}
	return text
}

// byLikeness sorts names by how alike they are to a wrong one, likest first,
// equal ones in the given order.
func byLikeness(names []string, wrong string) []string {
	pairs := letterPairs(Fold(wrong))
	type scored struct {
		name  string
		alike int
	}
	list := make([]scored, len(names))
	for i, name := range names {
		list[i] = scored{name, alike(pairs, Fold(name))}
	}
	slices.SortStableFunc(list, func(a, b scored) int { return b.alike - a.alike })
	sorted := make([]string, len(list))
	for i := range list {
		sorted[i] = list[i].name
	}
	return sorted
}

// letterPairs counts the pairs of neighbouring bytes of a name, its start
// included.
func letterPairs(name string) map[[2]byte]int {
	pairs := map[[2]byte]int{}
	previous := byte('_')
	for i := range len(name) {
		pairs[[2]byte{previous, name[i]}]++
		previous = name[i]
	}
	return pairs
}

// alike is the Dice coefficient of two names' letter pairs, in thousandths.
func alike(pairs map[[2]byte]int, name string) int {
	total, shared := 0, 0
	for _, n := range pairs {
		total += n
	}
	for pair, n := range letterPairs(name) {
		total += n
		shared += min(n, pairs[pair])
	}
	return 2000 * shared / max(total, 1)
}
