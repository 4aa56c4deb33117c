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
	d.Paths, _ = readEntries(r, at, v, MaxPaths, requestPath)
}

// requestPath reads a path that requests are compared with.
func requestPath(s string) (path, reason string) {
	reason = badPath(s)
	switch {
	case reason != "":
	case strings.Contains(s, "?"):
		reason = "must not have a query: requests are compared without theirs"
	case hasDotSegment(s):
		reason = "must not have a . or .. between slashes: clients and Envoy resolve them"
	default:
		return s, ""
	}
	path = meantPath(s)
	if badPath(path) != "" || hasDotSegment(path) {
		path = ""
	}
	return path, reason
}

// meantPath is the path within a URL, or with its slash forgotten.
func meantPath(s string) string {
	s = strings.TrimSpace(s)
	if _, rest, found := strings.Cut(s, "://"); found {
		_, s, _ = strings.Cut(rest, "/")
	}
	s = s[:strings.IndexAny(s+"?", "?#")]
	return "/" + strings.TrimPrefix(s, "/")
}

func hasDotSegment(path string) bool {
	for segment := range strings.SplitSeq(path, "/") {
		if segment == "." || segment == ".." {
			return true
		}
	}
	return false
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
