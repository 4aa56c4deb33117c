package config

import (
	"fmt"

	"github.com/tidwall/gjson"
)

// readTexts reads an array of at most limit distinct strings, in order. bad says
// what is wrong with one of them, or is "".
func readTexts(r *reader, at string, v gjson.Result, limit int, bad func(string) string) []string {
	elements := v.Array()
	if len(elements) > limit {
		r.add(at, "must not hold more than %d entries, found %d", limit, len(elements))
		elements = elements[:limit]
	}
	var all []string
	first := map[string]int{}
	for i, element := range elements {
		here := fmt.Sprintf("%s[%d]", at, i)
		if !text.fits(r, here, element) {
			continue
		}
		if reason := bad(element.Str); reason != "" {
			r.add(here, "%s", reason)
			continue
		}
		if j, twice := first[element.Str]; twice {
			r.add(here, "is a duplicate of entry %d", j)
			continue
		}
		first[element.Str] = i
		all = append(all, element.Str)
	}
	return all
}
