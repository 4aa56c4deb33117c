package config

import (
	"fmt"
	"strings"

	"github.com/tidwall/gjson"
)

func readServerPath(r *reader, at string, v gjson.Result, s *Server) {
	if reason := badPath(v.Str); reason != "" {
		r.add(at, "%s", reason)
		return
	}
	s.Path = v.Str
}

func readPaths(r *reader, at string, v gjson.Result, d *draft) {
	d.Paths = readTexts(r, at, v, MaxPaths, func(path string) string {
		if reason := badPath(path); reason != "" {
			return reason
		}
		if strings.Contains(path, "?") {
			return "must not have a query: requests are compared without theirs"
		}
		return ""
	})
}

// badPath says why s is not an origin-form request target (RFC 9112, section
// 3.2.1), or is "". It never quotes s: a query may carry a key.
func badPath(s string) string {
	switch {
	case !strings.HasPrefix(s, "/"):
		return `must start with "/"`
	case len(s) > MaxPathBytes:
		return fmt.Sprintf("must not be longer than %d bytes", MaxPathBytes)
	}
	for i := range len(s) {
		switch c := s[i]; {
		case c == ' ':
			return "must not contain a space; write %20"
		case c < ' ' || c == 0x7f:
			return "must not contain control characters"
		case c > 0x7f:
			return "must be ASCII; write other characters percent-encoded, as UTF-8"
		case c == '#':
			return "must not have a fragment (#)"
		case c == '%' && !isEscape(s[i:]):
			return "must have two hex digits after every %; write %25 for the sign itself"
		}
	}
	return ""
}

// isEscape reports whether s begins with a percent sign and two hex digits.
func isEscape(s string) bool {
	return len(s) >= 3 && isHex(s[1]) && isHex(s[2])
}

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}
