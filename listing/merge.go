package listing

import (
	"slices"
	"strconv"

	"mcp-router/jsonrpc"
	"mcp-router/mcp"
)

// Merged is a list made of many. It must not be changed.
type Merged struct {
	kind *Kind
	// entries are those of all servers in configuration order, between commas.
	entries []byte
	// parts say which of them are whose.
	parts []segment
	// Hints are those of all servers together.
	Hints Hints
	// Missing are the names of the servers whose lists are not there, or old.
	Missing []string
	// Repeated counts entries that were left out because one before has their
	// name; Renounced counts schemas that lost an $id which another one has too.
	Repeated, Renounced int
}

// segment is a server's part of entries.
type segment struct {
	server     [4]byte
	start, end int
}

// Merge makes the list of what the servers have answered. Of two entries of one
// name the first is there, in configuration order; of two servers that have the
// same URI both are, since neither is the other's to hide.
func (l *List) Merge() *Merged {
	m := &Merged{kind: l.kind, entries: make([]byte, 0, l.size), Hints: Hints{TTL: Unknown, Public: true}}
	names := make(map[string]bool, l.count())
	ids := identifiers{}
	for i := range l.parts {
		p := &l.parts[i]
		start := len(m.entries)
		if !l.kind.prefixed {
			clear(names)
		}
		for _, e := range p.entries {
			if names[e.name] {
				m.Repeated++
				continue
			}
			names[e.name] = true
			text, renounced := ids.settle(l.kind, e.text)
			m.Renounced += renounced
			if len(m.entries) > 0 {
				m.entries = append(m.entries, ',')
			}
			m.entries = append(m.entries, text...)
		}
		if start > 0 && len(m.entries) > start {
			start++ // the comma is nobody's
		}
		m.parts = append(m.parts, segment{l.sources[i].Hash, start, len(m.entries)})
		if p.state == excluded {
			continue
		}
		if p.state != whole {
			m.Missing = append(m.Missing, l.sources[i].Name)
			continue
		}
		m.Hints = m.Hints.both(p.hints)
	}
	return m
}

// count is how many entries the list has.
func (l *List) count() (n int) {
	for i := range l.parts {
		n += len(l.parts[i].entries)
	}
	return n
}

// Whole reports whether every server's list is there.
func (m *Merged) Whole() bool { return len(m.Missing) == 0 }

// Size is about how many bytes a result takes.
func (m *Merged) Size() int { return len(m.entries) + 512 }

// AppendResult renders the list for a client of the session era. unavailable are
// the names of servers that were excluded.
func (m *Merged) AppendResult(out []byte, unavailable ...string) []byte {
	return append(m.open(out, nil, unavailable), '}')
}

// AppendStatelessResult renders it for a stateless client, which may keep it for ttl
// milliseconds. serverInfo is the gateway's, a raw JSON object, nil for none.
func (m *Merged) AppendStatelessResult(out []byte, ttl int64, serverInfo []byte, unavailable ...string) []byte {
	out = m.open(out, serverInfo, unavailable)
	out = append(out, `,"resultType":"complete","ttlMs":`...)
	out = strconv.AppendInt(out, ttl, 10)
	if m.Hints.Public && m.Whole() {
		return append(out, `,"cacheScope":"public"}`...)
	}
	return append(out, `,"cacheScope":"private"}`...)
}

// MetaUnavailable is the member of a result's _meta that names the servers whose
// lists are not in it.
const MetaUnavailable = "mcp-router/unavailable"

// open renders the list and its _meta, up to the object's end.
func (m *Merged) open(out, serverInfo []byte, unavailable []string) []byte {
	unavailable = append(slices.Clip(m.Missing), unavailable...)
	out = append(append(append(out, `{"`...), m.kind.Member...), `":[`...)
	out = append(append(out, m.entries...), ']')
	if len(unavailable) == 0 && serverInfo == nil {
		return out
	}
	out = append(out, `,"_meta":{`...)
	if serverInfo != nil {
		out = append(append(out, `"`+mcp.MetaServerInfo+`":`...), serverInfo...)
	}
	if len(unavailable) > 0 {
		if serverInfo != nil {
			out = append(out, ',')
		}
		out = append(out, `"`+MetaUnavailable+`":[`...)
		for i, name := range unavailable {
			if i > 0 {
				out = append(out, ',')
			}
			out = jsonrpc.AppendString(out, name)
		}
		out = append(out, ']')
	}
	return append(out, '}')
}

// part returns a server's entries, between commas; nil if it has none.
func (m *Merged) part(server [4]byte) []byte {
	for _, s := range m.parts {
		if s.server == server {
			return m.entries[s.start:s.end]
		}
	}
	return nil
}
