package listing

import (
	"bytes"

	"mcp-router/jsonrpc"
)

// Owner returns the first server whose entry is called by this name, the
// published one or a URI; false if the list has none.
func (m *Merged) Owner(name string) (server [4]byte, ok bool) {
	for owner := range m.owners(name) {
		return owner, true
	}
	return server, false
}

// Owners returns the servers that have an entry called by this name, in
// configuration order: more than one only of lists by URI.
func (m *Merged) Owners(name string) (servers [][4]byte) {
	for owner := range m.owners(name) {
		servers = append(servers, owner)
	}
	return servers
}

func (m *Merged) owners(name string) func(yield func([4]byte) bool) {
	return m.having(name, func(raw []byte) bool {
		return is(raw, jsonrpc.Members(raw, all(raw), m.kind.name())[0].Span, name)
	})
}

// UIOwners returns the servers of a list of tools that show results by the
// resource with this URI, in configuration order: such resources need not be in
// any list (MCP Apps, _meta.ui.resourceUri of a tool).
func (m *Merged) UIOwners(uri string) (servers [][4]byte) {
	for owner := range m.having(uri, func(raw []byte) bool {
		meta := jsonrpc.Members(raw, all(raw), "_meta")[0]
		ui := jsonrpc.Members(raw, meta.Span, "ui")[0]
		return is(raw, jsonrpc.Members(raw, ui.Span, "resourceUri")[0].Span, uri)
	}) {
		servers = append(servers, owner)
	}
	return servers
}

// having goes through the servers that have an entry which is the wanted one.
// Only parts that can hold the text are looked into.
func (m *Merged) having(text string, wanted func(raw []byte) bool) func(yield func([4]byte) bool) {
	return func(yield func([4]byte) bool) {
		for _, s := range m.parts {
			part := m.entries[s.start:s.end]
			if !bytes.Contains(part, []byte(text)) && bytes.IndexByte(part, '\\') < 0 {
				continue
			}
			for raw := range elements(part) {
				if !wanted(raw) {
					continue
				}
				if !yield(s.server) {
					return
				}
				break
			}
		}
	}
}

// elements goes through entries between commas.
func elements(part []byte) func(yield func([]byte) bool) {
	return func(yield func([]byte) bool) {
		array := append(append(append(make([]byte, 0, len(part)+2), '['), part...), ']')
		for span := range jsonrpc.Elements(array, all(array)) {
			if !yield(span.Of(array)) {
				return
			}
		}
	}
}

// all is the span of all of a text.
func all(raw []byte) jsonrpc.Span { return jsonrpc.Span{End: len(raw)} }

// is reports whether a value is this string.
func is(raw []byte, at jsonrpc.Span, want string) bool {
	got, ok := text(at.Of(raw))
	return ok && got == want
}
