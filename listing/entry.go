package listing

import (
	"bytes"
	"slices"
	"strconv"

	"mcp-router/jsonrpc"
)

// MaxEntry bounds one entry of a list, in bytes.
const MaxEntry = 256 << 10

// Source is a server as a list sees it.
type Source struct {
	// Name is shown to clients when the server is missing.
	Name string
	// Hash knows the server's part of a list again: config.Server.Identity.
	Hash [4]byte
	// Allows says whether a tool may be listed, by the server's own name for it;
	// nil allows everything.
	Allows func(name string) bool
	// Publish makes the name that clients call it by; false leaves it out.
	Publish func(name string) (published string, ok bool)
}

// entry is one entry of a part.
type entry struct {
	// text is the entry as it is published, and name what it is called by.
	text []byte
	name string
}

// reader reads the entries of a page one after the other, in memory that is used
// again.
type reader struct {
	list   *List
	source *Source
	text   []byte
	// found has the members of the kind's keys, then of its needs that are no keys,
	// as places in the entry that begins at start.
	found jsonrpc.Finder
	start int
	// problem is the first of the entry's members'.
	problem string
	// member is see, made once.
	member func(key []byte, value int) (end int)
}

func newReader(l *List, server int, text []byte) *reader {
	r := &reader{list: l, source: &l.sources[server], text: text}
	r.found.Keys = l.kind.names()
	r.found.Members = make([]jsonrpc.Member, len(r.found.Keys))
	r.member = r.see
	return r
}

// see takes a member of the entry. Of those that it has twice the first one counts,
// but each has to be good.
func (r *reader) see(key []byte, value int) (end int) {
	which, exactly := r.found.Note(key)
	if !exactly {
		return 0
	}
	end = jsonrpc.End(r.text, value)
	if member := &r.found.Members[which]; !member.Present() {
		member.Span = jsonrpc.Span{Start: value - r.start, End: end - r.start}
	}
	if r.problem == "" {
		r.problem = r.list.kind.problem(r.found.Keys[which], r.text[value:end])
	}
	return end
}

// entry checks the entry that begins at pos and publishes it. It returns why the
// entry is left out, or "" with a false ok for one that is not meant to be seen.
func (r *reader) entry(pos int) (e entry, end int, problem string, ok bool) {
	if r.text[pos] != '{' {
		return entry{}, jsonrpc.End(r.text, pos), "is not an object", false
	}
	clear(r.found.Members)
	r.start, r.problem = pos, ""
	end = jsonrpc.WalkObject(r.text, pos, r.member)
	e, problem, ok = r.publish(r.text[pos:end])
	return e, end, problem, ok
}

// missing is the first member that the entry must have and has not, "" for none.
func (r *reader) missing() string {
	for _, need := range r.list.kind.needs {
		if !r.found.Members[slices.Index(r.found.Keys, need)].Present() {
			return need
		}
	}
	return ""
}

// publish is entry for one whose members were seen.
func (r *reader) publish(raw []byte) (e entry, problem string, ok bool) {
	if len(raw) > MaxEntry {
		return entry{}, "is too large", false
	}
	if r.problem != "" {
		return entry{}, r.problem, false
	}
	if missing := r.missing(); missing != "" {
		return entry{}, "has no " + missing, false
	}
	kind, name := r.list.kind, r.found.Members[0]
	if name.Again {
		return entry{}, "has its " + kind.name() + " twice", false
	}
	own, _ := text(name.Of(raw)) // the check has seen that it is a string
	if kind == Tools && r.source.Allows != nil && !r.source.Allows(own) {
		return entry{}, "", false
	}
	if kind.needsTask(raw, r.found.Members) {
		return entry{}, "can only be called as a task", false
	}
	published, ok := own, true
	if kind.prefixed {
		published, ok = r.source.Publish(own)
	}
	if !ok {
		return entry{}, "has a name that cannot be published", false
	}
	if spoilt := r.list.spoilt(raw, r.found.Members[1:len(kind.keys)]); spoilt != nil {
		raw = jsonrpc.Without(raw, spoilt...)
		name = jsonrpc.Members(raw, jsonrpc.Span{End: len(raw)}, kind.name())[0]
	}
	return entry{text: rename(raw, name.Span, own, published), name: published}, "", true
}

// names are the kind's keys, and its needs that are none of them.
func (k *Kind) names() []string {
	names := slices.Clone(k.keys)
	for _, need := range k.needs {
		if !slices.Contains(names, need) {
			names = append(names, need)
		}
	}
	return names
}

// needsTask reports whether a tool answers nobody but clients that poll for its
// result, which needs routing by task (MCP 2025-11-25, "Tasks").
func (k *Kind) needsTask(raw []byte, members []jsonrpc.Member) bool {
	at := slices.Index(k.keys, "execution")
	if at < 0 || !members[at].Present() {
		return false
	}
	support := jsonrpc.Members(raw, members[at].Span, "taskSupport")[0]
	return jsonrpc.Is(support.Of(raw), "required")
}

// rename puts another name into an entry, and changes nothing if it is the same.
func rename(raw []byte, at jsonrpc.Span, own, name string) []byte {
	if own == name {
		return bytes.Clone(raw)
	}
	out := append(make([]byte, 0, len(raw)+len(name)), raw[:at.Start]...)
	return append(jsonrpc.AppendString(out, name), raw[at.End:]...)
}

// spoilt are the optional members that hosts of the client's era choke on though
// they can do without them: those that are null or there twice, and the output
// schemas that the era does not know.
func (l *List) spoilt(raw []byte, optional []jsonrpc.Member) []string {
	var spoilt []string
	for i, member := range optional {
		name := l.kind.keys[i+1]
		if member.Again || string(member.Of(raw)) == "null" ||
			name == "outputSchema" && member.Present() && !l.stateless && !isObjectSchema(raw, member.Span) {
			spoilt = append(spoilt, name)
		}
	}
	return spoilt
}

// isObjectSchema reports whether a schema's root is of type "object". Before
// 2026-07-28 an output schema of any other kind is no tool's.
func isObjectSchema(raw []byte, schema jsonrpc.Span) bool {
	kind := jsonrpc.Members(raw, schema, "type")[0]
	return !kind.Again && jsonrpc.Is(kind.Of(raw), "object")
}

// text decodes the whole of a raw JSON string; false for any other value. It may
// share raw's memory.
func text(raw []byte) (string, bool) { return jsonrpc.Text(raw, len(raw)) }

// maxShown bounds what a log line shows of an entry's name.
const maxShown = 64

// shown is an entry's name for a log line.
func (l *List) shown(raw []byte) string {
	name, ok := text(jsonrpc.Members(raw, jsonrpc.Span{End: len(raw)}, l.kind.name())[0].Of(raw))
	if !ok {
		return "an entry"
	}
	return strconv.QuoteToASCII(name[:min(len(name), maxShown)])
}
