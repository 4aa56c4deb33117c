package jsonrpc

import (
	"unicode/utf16"
	"unicode/utf8"
	"unsafe"
)

// Text decodes a raw value located by Scan when it is a JSON string; ok is
// false for any other value, the absent one included. Of a longer string it
// returns the first most bytes, so that what a client sends bounds neither time
// nor memory. Without escapes, which is nearly always, it shares raw's memory:
// who writes to that afterwards changes the string.
func Text(raw []byte, most int) (s string, ok bool) {
	if n := len(raw) - len(`""`); n >= 0 && n <= most && raw[0] == '"' && !escaped(raw) {
		return view(raw[1 : n+1]), true
	}
	return anyText(raw, most)
}

// anyText is Text for a string that has escapes or is long, or for another value.
//
//go:noinline
func anyText(raw []byte, most int) (s string, ok bool) {
	text, ok := inside(raw, most)
	if escaped(text) {
		return decoded(text, make([]byte, min(most, len(text)))), ok
	}
	return view(text[:min(len(text), most)]), ok
}

// TextIn is Text for who decodes many: it returns at most len(scratch) bytes and
// decodes escapes into these.
func TextIn(raw, scratch []byte) (s string, ok bool) {
	text, ok := inside(raw, len(scratch))
	if escaped(text) {
		return decoded(text, scratch), ok
	}
	return view(text[:min(len(text), len(scratch))]), ok
}

// inside returns as much of a raw string, without its quotes, as its first most
// bytes can take: in escapes a byte takes up to six.
func inside(raw []byte, most int) (text []byte, ok bool) {
	if len(raw) < 2 || raw[0] != '"' {
		return nil, false
	}
	return raw[1:min(len(raw)-1, 1+most*len(`\u0000`))], true
}

// decoded decodes text into scratch, as much as fits.
//
//go:noinline
func decoded(text, scratch []byte) string { return view(scratch[:decode(scratch, text)]) }

func escaped(text []byte) bool {
	for _, c := range text {
		if c == '\\' {
			return true
		}
	}
	return false
}

func view(text []byte) string { return unsafe.String(unsafe.SliceData(text), len(text)) }

// decode writes the inside of a JSON string to out, as much as fits, and returns
// its length. An escape that is cut off at the end of text is left out.
func decode(out, text []byte) (n int) {
	for at := 0; at < len(text) && n < len(out); {
		if text[at] != '\\' {
			out[n] = text[at]
			n++
			at++
			continue
		}
		r, size := unescape(text[at:])
		if size == 0 {
			break
		}
		at += size
		if r < utf8.RuneSelf {
			out[n] = byte(r)
			n++
			continue
		}
		if utf16.IsSurrogate(r) {
			// Of a pair the second half follows; one alone is no character.
			low, size := unescape(text[at:])
			if r = utf16.DecodeRune(r, low); r != utf8.RuneError {
				at += size
			}
		}
		var character [utf8.UTFMax]byte
		n += copy(out[n:], character[:utf8.EncodeRune(character[:], r)])
	}
	return n
}

// unescape decodes the escape that text begins with and returns its length, 0 if
// there is none. A \u escape is one UTF-16 unit, perhaps half a character.
func unescape(text []byte) (r rune, size int) {
	if at(text, 1) == 'u' {
		if r, ok := unit(text); ok {
			return r, 6
		}
		return utf8.RuneError, 0
	}
	size = escape(text)
	if size == 0 {
		return utf8.RuneError, 0
	}
	switch c := text[1]; c {
	case 'b':
		return '\b', size
	case 'f':
		return '\f', size
	case 'n':
		return '\n', size
	case 'r':
		return '\r', size
	case 't':
		return '\t', size
	default:
		return rune(c), size
	}
}

// Is reports whether a raw value located by Scan is the JSON string want, which
// is ASCII, in whatever escapes.
func Is(raw []byte, want string) bool {
	if len(raw) == len(want)+2 {
		return string(raw[1:len(raw)-1]) == want && raw[0] == '"'
	}
	return isEscaped(raw, want)
}

// isEscaped is Is for a value that is not as long as want and its quotes.
func isEscaped(raw []byte, want string) bool {
	if len(raw) < 2 || raw[0] != '"' {
		return false
	}
	text, at := raw[1:len(raw)-1], 0
	for i := range len(want) {
		r, size := rune(0), 1
		if at < len(text) {
			r = rune(text[at])
		}
		if r == '\\' {
			r, size = unescape(text[at:])
		}
		if r != rune(want[i]) {
			return false
		}
		at += size
	}
	return at == len(text)
}

// PrefixEnd returns the offset in a raw JSON string (opening quote included) at
// which its first n decoded characters end. These must be ASCII, as the names
// of servers and the separators are; escapes take their full length. Nearly all
// names have none, so that nobody needs to ask.
//
//go:noinline
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
