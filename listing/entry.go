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

// readEntry checks an entry and publishes it. It returns why the entry is left
// out, or "" with a false ok for one that is not meant to be seen.
func (l *List) readEntry(source *Source, raw []byte) (e entry, problem string, ok bool) {
	if len(raw) > MaxEntry {
		return entry{}, "is too large", false
	}
	if problem := l.kind.problem(raw); problem != "" {
		return entry{}, problem, false
	}
	members := l.kind.members(raw)
	name := members[0]
	if name.Again {
		return entry{}, "has its " + l.kind.name() + " twice", false
	}
	own, _ := text(name.Of(raw)) // the check has seen that it is a string
	if l.kind == Tools && source.Allows != nil && !source.Allows(own) {
		return entry{}, "", false
	}
	if l.kind.needsTask(raw, members) {
		return entry{}, "can only be called as a task", false
	}
	published, ok := own, true
	if l.kind.prefixed {
		published, ok = source.Publish(own)
	}
	if !ok {
		return entry{}, "has a name that cannot be published", false
	}
	if spoilt := l.spoilt(raw, members[1:]); spoilt != nil {
		raw = jsonrpc.Without(raw, spoilt...)
		name = l.kind.members(raw)[0]
	}
	return entry{text: rename(raw, name.Span, own, published), name: published}, "", true
}

// members finds the name of an entry and its optional members, in one pass.
func (k *Kind) members(raw []byte) []jsonrpc.Member {
	return jsonrpc.Members(raw, jsonrpc.Span{End: len(raw)}, k.keys...)
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
	text := string(jsonrpc.AppendString(nil, name))
	return jsonrpc.Splices{{Start: at.Start, End: at.End, With: text}}.Apply(raw)
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
