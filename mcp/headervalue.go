package mcp

import (
	"encoding/base64"
	"errors"
	"strings"
	"unicode/utf8"
)

// Markers of the encoded form of a header value (2026-07-28, "Standard
// headers"): lower case, standard base64 of UTF-8 text between them.
const (
	encodedPrefix = "=?base64?"
	encodedSuffix = "?="
)

// ErrHeaderValue reports an encoded header value that does not decode.
var ErrHeaderValue = errors.New("header value is not valid base64 of UTF-8 text")

// DecodeHeader returns the text of a mirrored header value. White space around
// it does not count; a value without both markers is literal.
func DecodeHeader(value string) (string, error) {
	value = strings.Trim(value, " \t")
	if !isEncoded(value) {
		return value, nil
	}
	inner := value[len(encodedPrefix) : len(value)-len(encodedSuffix)]
	text, err := base64.StdEncoding.Strict().DecodeString(inner)
	// The decoder skips line breaks, Strict or not.
	if err != nil || !utf8.Valid(text) || strings.ContainsAny(inner, "\r\n") {
		return "", ErrHeaderValue
	}
	return string(text), nil
}

// EncodeHeader returns the header value that mirrors text: the text itself
// where a header can carry it, else its encoded form.
func EncodeHeader(text string) string {
	if headerSafe(text) {
		return text
	}
	return encodedPrefix + base64.StdEncoding.EncodeToString([]byte(text)) + encodedSuffix
}

func isEncoded(value string) bool {
	return len(value) >= len(encodedPrefix)+len(encodedSuffix) &&
		strings.HasPrefix(value, encodedPrefix) && strings.HasSuffix(value, encodedSuffix)
}

// headerSafe reports whether a header carries text unchanged: printable ASCII
// and tab, no white space at the edges, not mistakable for the encoded form.
func headerSafe(text string) bool {
	for i := range len(text) {
		if c := text[i]; c != '\t' && (c < ' ' || c > '~') {
			return false
		}
	}
	return strings.Trim(text, " \t") == text && !isEncoded(text)
}
