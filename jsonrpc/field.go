package jsonrpc

import (
	"unicode/utf8"

	"github.com/tidwall/gjson"
)

// field is a member that the scan locates. noField swallows all the others.
type field uint8

const (
	noField field = iota
	jsonrpcField
	idField
	methodField
	paramsField
	nameField
	fieldCount
)

// spelling tells how a key names a field: exactly, or only for a reader that
// folds letter case or Unicode forms.
type spelling uint8

const (
	exact spelling = iota
	lookalike
)

// level is an object that the scan looks into, by its depth.
type level int

const (
	inMessage level = 1
	inParams  level = 2
)

// note remembers a routed key. It returns the field whose value is to be
// located: none if the field was read already or only a lenient reader would
// take the key for it.
func (s *scanner) note(in level, key []byte) field {
	classify := messageField
	if in == inParams {
		classify = paramField
	}
	f, how := classify(key)
	if f == noField {
		return noField
	}
	bit := uint8(1) << f
	s.again |= s.seen & bit
	s.seen |= bit
	if how == lookalike || s.spans[f].Present() {
		return noField
	}
	return f
}

// messageField classifies a raw key of the message object.
func messageField(key []byte) (field, spelling) {
	switch string(key) {
	case "jsonrpc":
		return jsonrpcField, exact
	case "id":
		return idField, exact
	case "method":
		return methodField, exact
	case "params":
		return paramsField, exact
	}
	if same, how := sameKey(key, "method"); same {
		return methodField, how
	}
	if same, how := sameKey(key, "params"); same {
		return paramsField, how
	}
	if same, how := sameKey(key, "id"); same {
		return idField, how
	}
	return noField, exact
}

// paramField classifies a raw key of the params object.
func paramField(key []byte) (field, spelling) {
	if string(key) == "name" {
		return nameField, exact
	}
	if same, how := sameKey(key, "name"); same {
		return nameField, how
	}
	return noField, exact
}

// sameKey reports whether some JSON reader takes the raw key (still escaped)
// for name: every reader decodes escapes, some also fold letter case, with or
// without the Unicode letters that fold to ASCII ones.
func sameKey(key []byte, name string) (bool, spelling) {
	if !couldBe(key, name) {
		return false, exact
	}
	decoded := unquote(key)
	if decoded == name {
		return true, exact
	}
	return foldsTo(decoded, name), lookalike
}

// couldBe is the cheap test that settles nearly all keys: without escapes and
// beyond-ASCII bytes only a key of the same length can fold to name.
func couldBe(key []byte, name string) bool {
	if len(key) == len(name) {
		return true
	}
	if len(key) < len(name) || len(key) > len(name)*len(`\u0000`) {
		return false
	}
	for _, c := range key {
		if c == '\\' || c >= utf8.RuneSelf {
			return true
		}
	}
	return false
}

func unquote(key []byte) string {
	for _, c := range key {
		if c == '\\' {
			return gjson.Parse(`"` + string(key) + `"`).String()
		}
	}
	return string(key)
}

// foldsTo reports whether s equals the lower-case ASCII name under any case
// folding in use: Go's simple folding (U+017F is s, U+212A is k) and that of
// readers which map through upper case (U+0130 and U+0131 are i).
func foldsTo(s, name string) bool {
	i := 0
	for _, r := range s {
		if i == len(name) || foldRune(r) != name[i] {
			return false
		}
		i++
	}
	return i == len(name)
}

func foldRune(r rune) byte {
	switch {
	case 'A' <= r && r <= 'Z':
		return byte(r) + ('a' - 'A')
	case r < utf8.RuneSelf:
		return byte(r)
	case r == '\u017f':
		return 's'
	case r == '\u212a':
		return 'k'
	case r == '\u0130', r == '\u0131':
		return 'i'
	}
	return 0
}
