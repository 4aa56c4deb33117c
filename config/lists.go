package config

import (
	"fmt"
	"strings"

	"github.com/tidwall/gjson"
)

// defaultSeparators is the JSON text of the default.
const defaultSeparators = `["/","___"]`

func readSeparators(r *reader, at string, v gjson.Result, d *draft) {
	d.Separators = readTexts(r, at, v, MaxSeparators, badSeparator)
	if len(v.Array()) == 0 {
		r.add(at, "must hold at least one separator")
	}
	if len(d.Separators) == 0 {
		// A name has no prefix without one, and the calls of a configuration with
		// problems must be known as such.
		d.Separators = readTexts(&reader{}, at, gjson.Parse(defaultSeparators), MaxSeparators, badSeparator)
	}
	for _, long := range d.Separators {
		for _, short := range d.Separators {
			if short != long && strings.HasPrefix(long, short) {
				r.add(at, "must not hold %q beside %q: a name could be split at either", short, long)
			}
		}
	}
}

func badSeparator(s string) string {
	if s == "" || len(s) > MaxSeparatorBytes {
		return fmt.Sprintf("must have 1 to %d characters", MaxSeparatorBytes)
	}
	for i := range len(s) {
		if s[i] <= ' ' || s[i] > '~' {
			return "must be visible ASCII characters"
		}
	}
	return ""
}

func readTools(r *reader, at string, v gjson.Result, s *Server) {
	readObject(r, at, v, toolRows, &s.Tools)
}

func readPatterns(r *reader, at string, v gjson.Result) []string {
	return readTexts(r, at, v, MaxToolPatterns, badPattern)
}

func badPattern(s string) string {
	if s == "" || len(s) > MaxToolPatternBytes {
		return fmt.Sprintf("must have 1 to %d bytes", MaxToolPatternBytes)
	}
	for i := range len(s) {
		if s[i] < ' ' || s[i] == 0x7f {
			return "must not contain control characters"
		}
	}
	return ""
}

func readRules(r *reader, at string, v gjson.Result, d *draft) {
	d.rules = v.Array()
	if len(d.rules) > MaxRules {
		r.add(at, "must not hold more than %d rules, found %d", MaxRules, len(d.rules))
		d.rules = d.rules[:MaxRules]
	}
}
