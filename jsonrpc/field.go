package jsonrpc

import "unicode/utf8"

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

// spelling tells how a key names a field: exactly, in escapes or not, or only
// for a reader that folds letter case or Unicode forms.
type spelling uint8

const (
	exact spelling = iota
	lookalike
)

const (
	// longestField is the length of the longest field's name, jsonrpc.
	longestField = 7
	// longestKey is the most that a key of such a name takes, all in escapes.
	longestKey = longestField * len(`\u0000`)
)

// fieldOf tells which field of an object some reader takes the raw key (still
// escaped) for. Every reader decodes escapes; some also fold letter case, with
// or without the Unicode letters that fold to ASCII ones.
func fieldOf(in level, key []byte) (field, spelling) {
	f := named(in, key)
	if f != noField || len(key) < len("id") || len(key) > longestKey || !mayFold(in, key[0]) {
		return f, exact
	}
	return foldedFieldOf(in, key)
}

// foldedFieldOf is fieldOf for a key that is no field's own name.
func foldedFieldOf(in level, key []byte) (field, spelling) {
	var folded [longestField]byte
	n, how := fold(&folded, key)
	return named(in, folded[:n]), how
}

// mayFold is the cheap test that settles nearly all keys: whether one that
// begins with c can be another spelling of a field.
func mayFold(in level, c byte) bool {
	if c == '\\' || c >= utf8.RuneSelf {
		return true
	}
	c |= 0x20
	return c == 'n' && in == inParams || (c == 'j' || c == 'i' || c == 'm' || c == 'p') && in == inMessage
}

// named returns the field of an object that has exactly this name.
func named(in level, name []byte) field {
	if in == inParams {
		if string(name) == "name" {
			return nameField
		}
		return noField
	}
	switch string(name) {
	case "jsonrpc":
		return jsonrpcField
	case "id":
		return idField
	case "method":
		return methodField
	case "params":
		return paramsField
	}
	return noField
}

// fold decodes a raw key into lower-case ASCII, under any case folding in use.
// It returns its length, 0 when no field's name comes out, and whether folding
// has changed anything.
func fold(to *[longestField]byte, key []byte) (n int, how spelling) {
	for at := 0; at < len(key); n++ {
		r, size := rune(key[at]), 1
		switch {
		case r == '\\':
			if key[at+1] != 'u' {
				return 0, exact // no letter
			}
			r, size = unescape(key[at:])
		case r >= utf8.RuneSelf:
			r, size = utf8.DecodeRune(key[at:])
		}
		c := foldRune(r)
		if c == 0 || n == len(to) {
			return 0, exact
		}
		if rune(c) != r {
			how = lookalike
		}
		to[n] = c
		at += size
	}
	return n, how
}

// foldRune returns the lower-case ASCII letter that a rune folds to, by Go's
// simple folding (U+017F is s, U+212A is k) and that of readers which map
// through upper case (U+0130 and U+0131 are i); 0 for all but letters.
func foldRune(r rune) byte {
	switch {
	case 'a' <= r && r <= 'z':
		return byte(r)
	case 'A' <= r && r <= 'Z':
		return byte(r) + ('a' - 'A')
	case r == '\u017f':
		return 's'
	case r == '\u212a':
		return 'k'
	case r == '\u0130', r == '\u0131':
		return 'i'
	}
	return 0
}
