package jsonrpc

// Finder finds members of an object by their keys, while somebody walks through it.
type Finder struct {
	// Keys are the keys, ASCII and different for every reader. Members has one place
	// for each.
	Keys    []string
	Members []Member
}

// Note notes a raw key, without quotes, that was met. It returns which of the keys
// some reader takes it for, -1 for none, and whether all do. The Span is for the
// caller to set.
func (f *Finder) Note(key []byte) (which int, exactly bool) {
	if len(key) == 0 {
		return -1, false
	}
	for i, name := range f.Keys {
		if differ(key[0], name[0]) {
			continue
		}
		same, exactly := true, true
		if string(key) != name { // nearly always it is, or none
			same, exactly = readsAs(key, name)
		}
		if same {
			member := &f.Members[i]
			member.Again = member.Again || member.seen
			member.seen = true
			return i, exactly
		}
	}
	return -1, false
}

// WalkObject walks through the object that begins at pos in a scanned text and
// returns its end. visit is shown the members: the raw key, without quotes, and
// where the value begins. It returns the value's end if it knows it, else 0.
func WalkObject(text []byte, pos int, visit func(key []byte, value int) (end int)) (end int) {
	for pos = space(text, pos+1); at(text, pos) == '"'; pos = next(text, pos) {
		keyEnd := stringEnd(text, pos)
		value := colon(text, keyEnd)
		if value < 0 {
			break
		}
		if end = visit(text[pos+1:keyEnd-1], value); end == 0 {
			end = jump(text, value)
		}
		pos = end
	}
	return min(pos+1, len(text))
}

// WalkArray does the same for an array, whose elements visit is shown.
func WalkArray(text []byte, pos int, visit func(element int) (end int)) (end int) {
	for pos = space(text, pos+1); pos < len(text) && text[pos] != ']'; pos = next(text, pos) {
		if end = visit(pos); end == 0 {
			end = jump(text, pos)
		}
		if end == pos {
			break
		}
		pos = end
	}
	return min(pos+1, len(text))
}

// End returns the end of the value that begins at pos in a scanned text.
func End(text []byte, pos int) int { return jump(text, pos) }
