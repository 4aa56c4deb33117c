package listing

import (
	"bytes"
	"encoding/binary"
)

// MaxAge is how many milliseconds a server's part of a list may stand in for
// one that the server does not give.
const MaxAge = 10 * 60 * 1000

// Stored is a list that was merged before. It is shared and must not be changed.
type Stored struct {
	*Merged
	// made is when, and expires until when it is as good as new, in milliseconds
	// since 1970.
	made, expires int64
	// generations are those of the servers, part by part, as they stood when the
	// servers were asked.
	generations []uint32
}

// TTL is how many milliseconds the list is still as good as new at the time now,
// 0 if it no longer is. A list from the future is from a clock that was set back.
func (s *Stored) TTL(now int64, generations Generations) int64 {
	if now < s.made || now >= s.expires {
		return 0
	}
	for i, part := range s.parts {
		if generations.Of(part.server) != s.generations[i] {
			return 0
		}
	}
	return s.expires - now
}

// Part returns a server's part of a list, nil if there is none that may stand in
// for a new one. It is fit for List.Fail.
func (s *Stored) Part(server [4]byte, now int64) []byte {
	if s == nil || now < s.made || now-s.made > MaxAge {
		return nil
	}
	return s.part(server)
}

// recordFormat begins every record, so that what another version wrote is none.
const recordFormat = 1

// A record is: format, whether it is public, stamp, digest, made, expires, the
// count of parts, and for each its server, generation and place; then the
// entries.
const (
	recordHead  = 1 + 1 + 8 + len(digest{}) + 8 + 8 + 4
	recordPart  = 4 + 4 + 4 + 4
	maxSegments = 1 << 16
)

func (s *Stored) record(stamp uint64, key digest) []byte {
	out := make([]byte, 0, recordHead+recordPart*len(s.parts)+len(s.entries))
	out = append(out, recordFormat, 0)
	if s.Hints.Public {
		out[1] = 1
	}
	out = binary.BigEndian.AppendUint64(out, stamp)
	out = append(out, key[:]...)
	out = binary.BigEndian.AppendUint64(out, uint64(s.made))
	out = binary.BigEndian.AppendUint64(out, uint64(s.expires))
	out = binary.BigEndian.AppendUint32(out, uint32(len(s.parts)))
	for i, part := range s.parts {
		out = append(out, part.server[:]...)
		out = binary.BigEndian.AppendUint32(out, s.generations[i])
		out = binary.BigEndian.AppendUint32(out, uint32(part.start))
		out = binary.BigEndian.AppendUint32(out, uint32(part.end))
	}
	return append(out, s.entries...)
}

// readRecord undoes record; nil if it is not the one of this stamp and key.
func readRecord(raw []byte, kind *Kind, stamp uint64, key digest) *Stored {
	if len(raw) < recordHead || raw[0] != recordFormat ||
		binary.BigEndian.Uint64(raw[2:]) != stamp || !bytes.Equal(raw[10:10+len(key)], key[:]) {
		return nil
	}
	rest := raw[10+len(key):]
	s := &Stored{
		Merged: &Merged{kind: kind, Hints: Hints{TTL: Unknown, Public: raw[1] == 1}},
		made:   int64(binary.BigEndian.Uint64(rest)), expires: int64(binary.BigEndian.Uint64(rest[8:])),
	}
	count := int(binary.BigEndian.Uint32(rest[16:]))
	rest = rest[20:]
	if count > maxSegments || len(rest) < count*recordPart {
		return nil
	}
	s.entries = rest[count*recordPart:]
	for ; count > 0; count-- {
		part := segment{
			server: [4]byte(rest),
			start:  int(binary.BigEndian.Uint32(rest[8:])), end: int(binary.BigEndian.Uint32(rest[12:])),
		}
		if part.start > part.end || part.end > len(s.entries) {
			return nil
		}
		s.parts = append(s.parts, part)
		s.generations = append(s.generations, binary.BigEndian.Uint32(rest[4:]))
		rest = rest[recordPart:]
	}
	return s
}
