package gateway

import (
	"encoding/binary"

	"mcp-router/session"
)

// Session notes say what a token cannot: which servers were opened after it was
// sealed, which of its sessions are lost, and that it was ended. They live in the
// memory that the workers of one host share, where nothing can be deleted, so
// they have a fixed table: a session belongs to one of its places, a place holds
// the sessions noted last.
const (
	notePlaces = 1024
	// maxPlaceBytes bounds a place, so the table stays below 16 MiB.
	maxPlaceBytes = 16 << 10
	// maxNoteBytes bounds one session's note: a place holds two at least, a note
	// more than a hundred servers.
	maxNoteBytes = 8<<10 - recordHead
	noteKey      = "mcp-router/session/"
)

// note is what is noted of one session.
type note struct {
	ended   bool
	servers []noted
}

// noted is what is noted of one server's part of a session.
type noted struct {
	session.Server
	// lost is true when the server does not know the id any more.
	lost bool
}

// find returns the noted part of a server, and whether it is lost.
func (n *note) find(server session.Hash) (part session.Server, lost, ok bool) {
	for i := range n.servers {
		if n.servers[i].Hash == server {
			return n.servers[i].Server, n.servers[i].lost, true
		}
	}
	return session.Server{}, false, false
}

// set replaces a server's part; the latest stands last.
func (n *note) set(part noted) {
	kept := n.servers[:0]
	for _, other := range n.servers {
		if other.Hash != part.Hash {
			kept = append(kept, other)
		}
	}
	n.servers = append(kept, part)
}

// notes is the table.
type notes struct{ world World }

func (t notes) key(name session.Nonce) string {
	const digits = "0123456789abcdef"
	place := binary.BigEndian.Uint16(name[:]) % notePlaces
	key := append(make([]byte, 0, len(noteKey)+3), noteKey...)
	return string(append(key, digits[place>>8], digits[place>>4&15], digits[place&15]))
}

// load returns what is noted of a session.
func (t notes) load(name session.Nonce) note {
	place, _ := t.world.Load(t.key(name))
	if len(place) == 0 {
		return note{}
	}
	record, _ := cutRecord(place, name)
	return parseNote(record)
}

// opened notes that a session is open with a server and returns the part to use:
// another request may have been faster, and two sessions with one server would
// split what the client does there.
func (t notes) opened(name session.Nonce, part session.Server) session.Server {
	used := part
	t.change(name, func(n *note) {
		used = part
		if other, lost, ok := n.find(part.Hash); ok && !lost {
			used = other
			return
		}
		n.set(noted{Server: part})
	})
	return used
}

// lost notes that a server does not know a session id any more, unless another
// one has taken its place meanwhile.
func (t notes) lost(name session.Nonce, part session.Server) {
	t.change(name, func(n *note) {
		if other, _, ok := n.find(part.Hash); ok && other.ID != part.ID {
			return
		}
		n.set(noted{Server: part, lost: true})
	})
}

// end notes that a client has ended its session.
func (t notes) end(name session.Nonce) {
	t.change(name, func(n *note) { *n = note{ended: true} })
}

// change edits a session's note. Workers write beside each other, so it is tried
// again when another was faster; a note that is not written in the end costs no
// more than a server session that is opened anew.
func (t notes) change(name session.Nonce, edit func(*note)) {
	key := t.key(name)
	for range 4 {
		place, version := t.world.Load(key)
		record, others := cutRecord(place, name)
		n := parseNote(record)
		edit(&n)
		if t.world.Save(key, appendRecord(others, name, &n), version) {
			return
		}
	}
}

// A place is records, the oldest first: the length of the rest (2 bytes), the
// session's name (12), its note. A note is a byte of flags, then for each server
// its hash (4), a byte of flags, version and id with a length byte or two.
const (
	recordHead = 2 + len(session.Nonce{})
	flagSet    = 1
)

// cutRecord takes a session's record out of a place.
func cutRecord(place []byte, name session.Nonce) (record, others []byte) {
	for at := 0; at+recordHead <= len(place); {
		end := at + 2 + int(binary.BigEndian.Uint16(place[at:]))
		if end > len(place) || end < at+recordHead {
			break
		}
		if session.Nonce(place[at+2:at+recordHead]) == name {
			others = append(append(make([]byte, 0, len(place)), place[:at]...), place[end:]...)
			return place[at+recordHead : end], others
		}
		at = end
	}
	return nil, place
}

// appendRecord puts a session's record last and drops the oldest ones that do
// not fit beside it. Of a note that is too large the oldest parts are left out.
func appendRecord(others []byte, name session.Nonce, n *note) []byte {
	body := n.append(nil)
	for len(body) > maxNoteBytes {
		n.servers = n.servers[1:]
		body = n.append(body[:0])
	}
	for len(others) > 0 && len(others)+recordHead+len(body) > maxPlaceBytes {
		others = others[min(len(others), 2+int(binary.BigEndian.Uint16(others))):]
	}
	out := append(make([]byte, 0, len(others)+recordHead+len(body)), others...)
	out = binary.BigEndian.AppendUint16(out, uint16(len(name)+len(body)))
	out = append(out, name[:]...)
	return append(out, body...)
}

func (n *note) append(out []byte) []byte {
	out = append(out, flagOf(n.ended))
	for _, part := range n.servers {
		out = append(out, part.Hash[:]...)
		out = append(out, flagOf(part.lost), byte(len(part.Version)))
		out = append(out, part.Version...)
		out = binary.BigEndian.AppendUint16(out, uint16(len(part.ID)))
		out = append(out, part.ID...)
	}
	return out
}

func flagOf(set bool) byte {
	if set {
		return flagSet
	}
	return 0
}

// parseNote undoes append. What does not parse, since another version of ours
// wrote it, is left out.
func parseNote(record []byte) (n note) {
	if len(record) == 0 {
		return n
	}
	n.ended = record[0] == flagSet
	for rest := record[1:]; len(rest) >= 6; {
		part := noted{lost: rest[4] == flagSet}
		part.Hash = session.Hash(rest[:4])
		length := int(rest[5])
		rest = rest[6:]
		if len(rest) < length+2 {
			return n
		}
		part.Version = string(rest[:length])
		rest = rest[length:]
		length = int(binary.BigEndian.Uint16(rest))
		rest = rest[2:]
		if len(rest) < length {
			return n
		}
		part.ID = session.ServerID(rest[:length])
		rest = rest[length:]
		n.servers = append(n.servers, part)
	}
	return n
}
