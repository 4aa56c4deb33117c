package telemetry

import (
	"unicode"
	"unicode/utf8"
)

// MaxClientText bounds what is shown of a text that a client sent, in bytes: as
// many as a tool's name has characters (MCP 2025-11-25, "Tool Names").
const MaxClientText = 128

// ClientText makes a text that a client sent fit for logs: at most MaxClientText
// bytes of valid UTF-8, with U+FFFD for what ends a line, steers a terminal or
// turns the order of what is written behind it.
func ClientText(s string) string {
	if len(s) <= MaxClientText && isPlain(s) {
		return s
	}
	return printable(s)
}

// printable is what ClientText makes of a text that is not fit as it is.
func printable(s string) string {
	out := make([]byte, 0, MaxClientText)
	for _, r := range s {
		if steers(r) {
			r = utf8.RuneError
		}
		if len(out)+utf8.RuneLen(r) > MaxClientText {
			break
		}
		out = utf8.AppendRune(out, r)
	}
	return string(out)
}

// isPlain reports whether a text is printable ASCII, as nearly all are.
func isPlain(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

// steers reports control characters, line and paragraph separators, and the
// marks that change the direction of text.
func steers(r rune) bool {
	return unicode.IsControl(r) || r == '\u2028' || r == '\u2029' || unicode.Is(unicode.Bidi_Control, r)
}
