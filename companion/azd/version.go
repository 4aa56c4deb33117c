package azd

import (
	"cmp"
	"strconv"
	"strings"
)

// version is a release as major, minor, patch and an optional pre-release
// label, compared as SemVer does except that labels compare as text.
type version struct {
	number [3]int
	label  string
}

// azdVersion reads azd's own version from what azd version printed: warnings
// around it may name others.
func azdVersion(out string) (version, bool) {
	for _, marker := range []string{"azd version ", `"version"`} {
		if _, after, ok := strings.Cut(out, marker); ok {
			if v, ok := findVersion(after); ok {
				return v, true
			}
		}
	}
	return findVersion(out)
}

// findVersion reads the first N.N.N of s, e.g. of "azd version 1.20.0 (commit
// 1f2e)" or of {"azd":{"version":"1.20.0"}}.
func findVersion(s string) (version, bool) {
	for i := 0; i < len(s); i++ {
		if !isDigit(s[i]) {
			continue
		}
		end := i
		for end < len(s) && (isDigit(s[end]) || s[end] == '.') {
			end++
		}
		if v, ok := parseNumber(s[i:end]); ok {
			v.label = label(s[end:])
			return v, true
		}
		i = end
	}
	return version{}, false
}

func parseNumber(s string) (v version, ok bool) {
	parts := strings.Split(strings.TrimSuffix(s, "."), ".")
	if len(parts) != len(v.number) {
		return v, false
	}
	for i, p := range parts {
		n, err := strconv.Atoi(p)
		if err != nil {
			return v, false
		}
		v.number[i] = n
	}
	return v, true
}

// label is the pre-release part of what follows a version's number.
func label(rest string) string {
	if !strings.HasPrefix(rest, "-") {
		return ""
	}
	end := strings.IndexFunc(rest, func(r rune) bool {
		return !(r == '-' || r == '.' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z')
	})
	if end < 0 {
		end = len(rest)
	}
	return rest[1:end]
}

// compare is negative when v is older than w.
func (v version) compare(w version) int {
	for i := range v.number {
		if c := cmp.Compare(v.number[i], w.number[i]); c != 0 {
			return c
		}
	}
	if (v.label == "") != (w.label == "") { // a release is newer than its pre-releases
		return cmp.Compare(len(w.label), len(v.label))
	}
	return cmp.Compare(v.label, w.label)
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }
