package jsonrpc

import (
	"bytes"
	"unsafe"

	"github.com/tidwall/gjson"
)

// Text decodes a raw value located by Scan when it is a JSON string; ok is
// false for any other value, the absent one included. Without escapes, which is
// nearly always, it shares raw's memory: who writes to that afterwards changes
// the string.
func Text(raw []byte) (s string, ok bool) {
	if len(raw) < 2 || raw[0] != '"' {
		return "", false
	}
	if bytes.IndexByte(raw, '\\') < 0 {
		return unsafe.String(&raw[1], len(raw)-2), true
	}
	return gjson.ParseBytes(raw).String(), true
}

// Is reports whether a raw value located by Scan is the JSON string want, in
// whatever escapes.
func Is(raw []byte, want string) bool {
	if len(raw) == len(want)+2 {
		return string(raw[1:len(raw)-1]) == want && raw[0] == '"'
	}
	if bytes.IndexByte(raw, '\\') < 0 {
		return false
	}
	s, ok := Text(raw)
	return ok && s == want
}

// PrefixEnd returns the offset in a raw JSON string (opening quote included) at
// which its first n decoded characters end. These must be ASCII, as the names
// of servers and the separators are; escapes take their full length.
func PrefixEnd(raw []byte, n int) int {
	at := 1
	for ; n > 0; n-- {
		switch {
		case raw[at] != '\\':
			at++
		case raw[at+1] == 'u':
			at += len(`\u0000`)
		default:
			at += len(`\/`)
		}
	}
	return at
}
