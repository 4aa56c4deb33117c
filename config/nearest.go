package config

// maxNearest is the longest name for which a proposal is looked for.
const maxNearest = 64

// nearest is the candidate that name was probably meant to be: equal under case
// folding, or at most one edit in three characters away. It is "" if there is
// none; the first of equally near candidates wins.
func nearest(name string, candidates []string) string {
	if len(name) > maxNearest {
		return ""
	}
	best, least := "", len(name)/3+1
	for _, candidate := range candidates {
		if d := distance(fold(name), fold(candidate)); d < least {
			best, least = candidate, d
		}
	}
	return best
}

// distance is the Levenshtein distance of a and b in bytes.
func distance(a, b string) int {
	previous := make([]int, len(b)+1)
	current := make([]int, len(b)+1)
	for j := range previous {
		previous[j] = j
	}
	for i := range len(a) {
		current[0] = i + 1
		for j := range len(b) {
			substitute := previous[j]
			if a[i] != b[j] {
				substitute++
			}
			current[j+1] = min(substitute, previous[j+1]+1, current[j]+1)
		}
		previous, current = current, previous
	}
	return previous[len(b)]
}
