// Package nearest finds the names a mistyped one was probably meant to be, for
// error messages. It is small on purpose: server names, configuration fields
// and tool names all ask the same question.
package nearest

import "strings"

// maxDistance is the number of edits (one character put in, left out or
// replaced) up to which two names count as near.
const maxDistance = 3

// minPart is the length from which a part of a name says something about it.
const minPart = 3

// maxLength bounds the compared part of names, in bytes.
const maxLength = 64

// Names returns up to most candidates near name, the nearest first and equally
// near ones in the order given. Letter case does not count, and a candidate that
// differs in nothing else than - and _ is the nearest of all. A candidate is also
// near when one of the two contains the other, of three letters or more. Cost is
// linear in the number of candidates.
func Names(name string, candidates []string, most int) []string {
	name = fold(name)
	var found [maxDistance + 1][]string
	for _, candidate := range candidates {
		if d := distance(name, fold(candidate)); d <= maxDistance {
			found[d] = append(found[d], candidate)
		}
	}
	var out []string
	for _, group := range found {
		out = append(out, group...)
	}
	return out[:min(most, len(out))]
}

// Alike reports whether two names are the same but for letter case, - and _. It
// compares the first 64 bytes of each; names of nothing else are alike only when
// they are the same.
func Alike(a, b string) bool {
	if a == b {
		return true
	}
	a, b = squeeze(a), squeeze(b)
	return a == b && a != ""
}

func squeeze(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '-' || r == '_' {
			return -1
		}
		return r
	}, fold(s))
}

func fold(s string) string { return strings.ToLower(s[:min(len(s), maxLength)]) }

// distance is the edit distance of a and b when it is near, else more than
// maxDistance.
func distance(a, b string) int {
	if Alike(a, b) {
		return 0
	}
	if a == "" || b == "" {
		return maxDistance + 1
	}
	d := edits(a, b)
	if d > maxDistance && min(len(a), len(b)) >= minPart && (strings.Contains(a, b) || strings.Contains(b, a)) {
		return maxDistance
	}
	if 2*d > max(len(a), len(b)) { // half of it differs: not the same word
		return maxDistance + 1
	}
	return d
}

// edits is the Levenshtein distance, computed only in the band of cells that
// can stay within maxDistance.
func edits(a, b string) int {
	const far = maxDistance + 1
	if len(a)-len(b) > maxDistance || len(b)-len(a) > maxDistance {
		return far
	}
	var rows [2][maxLength + 1]int
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		last, row := &rows[(i-1)%2], &rows[i%2]
		from, to := max(1, i-maxDistance), min(len(b), i+maxDistance)
		row[from-1] = far
		if from == 1 {
			row[0] = i
		}
		for j := from; j <= to; j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			above := far
			if j < i+maxDistance {
				above = last[j] + 1
			}
			row[j] = min(last[j-1]+cost, row[j-1]+1, above)
		}
	}
	return min(rows[len(a)%2][len(b)], far)
}
