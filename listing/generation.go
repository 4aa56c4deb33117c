package listing

import "encoding/binary"

// Store is memory that all workers share; gateway.World is one.
type Store interface {
	// Load reads a value, which is the caller's to keep, and its version: 0 when
	// there is none.
	Load(key string) (value []byte, version uint32)
	// Save writes a value if its version is still this one and reports whether
	// it did.
	Save(key string, value []byte, version uint32) bool
}

// tries bounds how often a write begins again because another worker was first.
const tries = 4

// Generations count, for each server, how often it said that its lists have
// changed. A list is as good as new only while they stand as they stood before
// its servers were asked.
type Generations struct{ records []byte }

// generationSize is a server's record: its hash and its count.
const generationSize = 4 + 4

// Of returns a server's count.
func (g Generations) Of(server [4]byte) uint32 {
	for at := 0; at+generationSize <= len(g.records); at += generationSize {
		if [4]byte(g.records[at:]) == server {
			return binary.BigEndian.Uint32(g.records[at+4:])
		}
	}
	return 0
}

// raised returns them with one server's count raised.
func (g Generations) raised(server [4]byte) []byte {
	out := append([]byte(nil), g.records[:len(g.records)/generationSize*generationSize]...)
	for at := 0; at < len(out); at += generationSize {
		if [4]byte(out[at:]) == server {
			binary.BigEndian.PutUint32(out[at+4:], binary.BigEndian.Uint32(out[at+4:])+1)
			return out
		}
	}
	return binary.BigEndian.AppendUint32(append(out, server[:]...), 1)
}
