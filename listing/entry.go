package listing

import (
	"bytes"
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
	found := jsonrpc.Members(raw, jsonrpc.Span{End: len(raw)}, l.kind.name, "execution")
	if found[0].Again {
		return entry{}, "has its " + l.kind.name + " twice", false
	}
	own, _ := text(found[0].Of(raw)) // the check has seen that it is a string
	if l.kind.prefixed && source.Allows != nil && !source.Allows(own) {
		return entry{}, "", false
	}
	if l.kind == Tools && needsTask(raw, found[1].Span) {
		return entry{}, "can only be called as a task", false
	}
	name, published := own, true
	if l.kind.prefixed {
		name, published = source.Publish(own)
	}
	if !published {
		return entry{}, "has a name that cannot be published", false
	}
	return entry{text: l.fit(rename(raw, found[0].Span, own, name)), name: name}, "", true
}

// needsTask reports whether a tool answers nobody but clients that poll for its
// result, which needs routing by task (MCP 2025-11-25, "Tasks").
func needsTask(raw []byte, execution jsonrpc.Span) bool {
	support := jsonrpc.Members(raw, execution, "taskSupport")[0]
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

// fit takes out of an entry what hosts of the client's era choke on though they
// can do without it: optional members that are null or there twice, and the
// output schemas that the era does not know.
func (l *List) fit(raw []byte) []byte {
	var spoilt []string
	for i, member := range jsonrpc.Members(raw, jsonrpc.Span{End: len(raw)}, l.kind.optional...) {
		name := l.kind.optional[i]
		if member.Again || string(member.Of(raw)) == "null" ||
			name == "outputSchema" && member.Present() && !l.stateless && !isObjectSchema(raw, member.Span) {
			spoilt = append(spoilt, name)
		}
	}
	if spoilt == nil {
		return raw
	}
	return jsonrpc.Without(raw, spoilt...)
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
	name, ok := text(jsonrpc.Members(raw, jsonrpc.Span{End: len(raw)}, l.kind.name)[0].Of(raw))
	if !ok {
		return "an entry"
	}
	return strconv.QuoteToASCII(name[:min(len(name), maxShown)])
}
