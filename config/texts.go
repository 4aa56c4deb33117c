package config

import (
	"fmt"
	"slices"

	"github.com/tidwall/gjson"
)

// readTexts reads an array of at most limit distinct strings, in order. bad says
// what is wrong with one of them, or is "".
func readTexts(r *reader, at string, v gjson.Result, limit int, bad func(string) string) []string {
	all, _ := readEntries(r, at, v, limit, func(s string) (value, reason string) {
		if reason := bad(s); reason != "" {
			return "", reason
		}
		return s, ""
	})
	return all
}

// readEntries reads an array of at most limit distinct strings, in order. read
// makes an entry of a string; with a reason it has a problem, and a value all the
// same if it is plain what was meant: a configuration with problems routes
// nothing, but has to know whose calls to refuse. whole is false when an entry,
// or one beyond the limit, has no value.
func readEntries(r *reader, at string, v gjson.Result, limit int, read func(string) (value, reason string)) (all []string, whole bool) {
	elements := v.Array()
	whole = len(elements) <= limit
	if !whole {
		r.add(at, "must not hold more than %d entries, found %d", limit, len(elements))
		elements = elements[:limit]
	}
	first := map[string]int{}
	for i, element := range elements {
		here := fmt.Sprintf("%s[%d]", at, i)
		if !text.fits(r, here, element) {
			whole = false
			continue
		}
		value, reason := read(element.Str)
		j, twice := first[value]
		switch {
		case reason != "":
			r.add(here, "%s", reason)
		case twice:
			r.add(here, "is a duplicate of entry %d", j)
		default:
			first[value] = i
		}
		switch {
		case value == "":
			whole = false
		case !slices.Contains(all, value):
			all = append(all, value)
		}
	}
	return all, whole
}
