package jsonrpc

import "unicode/utf8"

// Member is where a member of an object stands.
type Member struct {
	// Span is the first value under exactly this key, in escapes or not.
	Span
	// Again is true when more than one key is taken for it by some reader, whether
	// it decodes escapes or folds letter case too.
	Again bool
	// seen is true when some reader takes a key for it.
	seen bool
}

// Members finds members of an object that Scan has been over, or lies in such a
// text, by their keys, which are ASCII: one Member for each key, in their order.
// What is no object has none of them.
func Members(text []byte, object Span, keys ...string) []Member {
	return find(text, object, nil, keys)
}

// find is Members for an object of which it is known where some members end.
func find(text []byte, object Span, known []ends, keys []string) []Member {
	f := Finder{Keys: keys, Members: make([]Member, len(keys))}
	if !object.Present() || text[object.Start] != '{' {
		return f.Members
	}
	for key, value := range members(text, object, known) {
		if i, exactly := f.Note(key.Of(text)); exactly && !f.Members[i].Present() {
			f.Members[i].Span = value
		}
	}
	return f.Members
}

// Elements goes through the values of an array of a scanned text; what is no
// array has none.
func Elements(text []byte, array Span) func(yield func(Span) bool) {
	return func(yield func(Span) bool) {
		if !array.Present() || text[array.Start] != '[' {
			return
		}
		for pos := space(text, array.Start+1); at(text, pos) != ']'; pos = next(text, pos) {
			end := jump(text, pos)
			if end == pos || !yield(Span{pos, end}) {
				return
			}
			pos = end
		}
	}
}

// members goes through an object's keys, without their quotes, and values. The
// keys of one byte or more: an empty one is never looked for. Where some of the
// members end may be known.
func members(text []byte, object Span, known []ends) func(yield func(key, value Span) bool) {
	return func(yield func(key, value Span) bool) {
		for pos := space(text, object.Start+1); at(text, pos) == '"'; pos = next(text, pos) {
			keyEnd := stringEnd(text, pos)
			value := colon(text, keyEnd)
			if value < 0 {
				return
			}
			end := valueEnd(text, value, keyEnd, known)
			if end == value || !yield(Span{pos + 1, keyEnd - 1}, Span{value, end}) {
				return
			}
			pos = end
		}
	}
}

// valueEnd is where the value at pos ends, whose key ends at key.
func valueEnd(text []byte, pos, key int, known []ends) int {
	for i := range known {
		if known[i].key == key {
			return known[i].value
		}
	}
	return jump(text, pos)
}

// next returns where the next element begins, or the end of the container.
func next(text []byte, pos int) int {
	if pos = space(text, pos); at(text, pos) == ',' {
		return space(text, pos+1)
	}
	return pos
}

// readsAs reports whether some reader takes a raw key for name, which is ASCII,
// and whether all do: each decodes escapes, some also fold letter case (see
// foldRune). It looks at no more of the key than the name is long and allocates
// nothing: a text may have as many keys as it has room for, each asked for every
// name.
func readsAs(key []byte, name string) (same, exactly bool) {
	exactly = true
	n := 0
	for at := 0; at < len(key); n++ {
		r, size := rune(key[at]), 1
		switch {
		case r == '\\':
			r, size = unescape(key[at:])
		case r >= utf8.RuneSelf:
			r, size = utf8.DecodeRune(key[at:])
		}
		if n == len(name) || size == 0 {
			return false, false
		}
		if c := rune(name[n]); r != c {
			if lower(r) != lower(c) {
				return false, false
			}
			exactly = false
		}
		at += size
	}
	return n == len(name), exactly && n == len(name)
}

// differ is the cheap test that settles nearly all keys: whether one that begins
// with c can be no spelling of a name that begins with first.
func differ(c, first byte) bool { return (c^first)&^0x20 != 0 && c != '\\' && c < utf8.RuneSelf }

func lower(r rune) rune {
	if folded := foldRune(r); folded != 0 {
		return rune(folded)
	}
	return r
}
