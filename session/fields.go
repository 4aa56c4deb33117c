package session

import (
	"encoding/binary"
	"slices"
)

// versions are the revisions that have a code, their place from 1 on. Tokens
// hold the codes: append only.
var versions = [...]string{"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"}

// fields writes the session into at most room bytes: the issue time, the
// client's version, its capabilities, the binding, and a record for each
// server; left is how many servers have none. All lengths stand in front.
func (s *Session) fields(room int) (out []byte, left int) {
	out = binary.BigEndian.AppendUint64(nil, uint64(s.Issued))
	out = appendVersion(out, s.Version)
	capabilities := s.Capabilities
	if len(capabilities) > MaxCapabilities {
		capabilities = nil
	}
	out = appendField(out, capabilities)
	if s.Binding == (Binding{}) {
		out = appendField(out, nil)
	} else {
		out = appendField(out, s.Binding[:])
	}
	kept := s.fitting(room - len(out))
	for _, server := range kept {
		out = server.append(out)
	}
	return out, len(s.Servers) - len(kept)
}

// fitting are the servers whose records take at most room bytes, in their order.
func (s *Session) fitting(room int) []Server {
	kept := make([]Server, 0, min(len(s.Servers), MaxServers))
	size := 0
	for _, server := range s.Servers {
		if server.ok() && len(kept) < MaxServers {
			kept = append(kept, server)
			size += len(server.append(nil))
		}
	}
	for size > room {
		longest := 0
		for i := range kept {
			if len(kept[i].ID) > len(kept[longest].ID) {
				longest = i
			}
		}
		size -= len(kept[longest].append(nil))
		kept = slices.Delete(kept, longest, longest+1)
	}
	return kept
}

// ok reports whether a server's part can stand in a token. Session ids are
// visible ASCII (MCP 2025-11-25, "Session Management").
func (s Server) ok() bool {
	return len(s.ID) <= MaxServerID && len(s.Version) <= MaxVersion && Visible(string(s.ID))
}

// Visible reports whether all of text is visible ASCII, as session ids are.
func Visible(text string) bool {
	for i := range len(text) {
		if text[i] <= ' ' || text[i] > '~' {
			return false
		}
	}
	return true
}

func (s Server) append(out []byte) []byte {
	out = append(out, s.Hash[:]...)
	out = appendVersion(out, s.Version)
	return appendField(out, []byte(s.ID))
}

func appendVersion(out []byte, version string) []byte {
	if code := slices.Index(versions[:], version); code >= 0 {
		return append(out, byte(code+1))
	}
	out = append(out, 0)
	return appendField(out, []byte(version[:min(len(version), MaxVersion)]))
}

func appendField(out, field []byte) []byte {
	out = binary.AppendUvarint(out, uint64(len(field)))
	return append(out, field...)
}

// parse undoes fields; nil if they are of another make.
func parse(fields []byte, nonce Nonce) *Session {
	r := reader{rest: fields}
	s := &Session{Nonce: nonce, Issued: int64(binary.BigEndian.Uint64(r.take(8)))}
	s.Version = r.version()
	if c := r.field(MaxCapabilities); len(c) > 0 {
		s.Capabilities = c
	}
	if b := r.field(len(s.Binding)); len(b) == len(s.Binding) {
		s.Binding = Binding(b)
	}
	for len(r.rest) > 0 && len(s.Servers) < MaxServers {
		s.Servers = append(s.Servers, Server{Hash: Hash(r.take(4)), Version: r.version(), ID: ServerID(r.field(MaxServerID))})
	}
	if r.bad || len(r.rest) > 0 {
		return nil
	}
	return s
}

// reader reads fields. After the first one that is not there it is bad, and
// all that it reads is empty.
type reader struct {
	rest []byte
	bad  bool
}

// take returns the next n bytes, n zero ones if there are fewer.
func (r *reader) take(n int) []byte {
	if len(r.rest) < n {
		r.rest, r.bad = nil, true
		return make([]byte, n)
	}
	taken := r.rest[:n:n]
	r.rest = r.rest[n:]
	return taken
}

// field returns the next field, which has at most limit bytes.
func (r *reader) field(limit int) []byte {
	n, size := binary.Uvarint(r.rest)
	if size <= 0 || n > uint64(limit) {
		r.rest, r.bad = nil, true
		return nil
	}
	r.rest = r.rest[size:]
	return r.take(int(n))
}

func (r *reader) version() string {
	code := int(r.take(1)[0])
	switch {
	case code == 0:
		return string(r.field(MaxVersion))
	case code <= len(versions):
		return versions[code-1]
	}
	r.bad = true
	return ""
}
