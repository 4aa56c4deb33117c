package gateway

import (
	"encoding/binary"

	"mcp-router/mcp"
)

// How long what was learned of a server's era counts, in milliseconds: that it
// speaks one, and that it does not. A server that learns one would otherwise not
// be noticed.
const (
	spokenFor   = 10 * 60 * 1000
	unspokenFor = 60 * 1000
	// lookAgain is how long a worker goes without looking for what others learned.
	lookAgain = 1000
)

// fact is what is known of a server and one era. Servers may speak both.
type fact struct {
	// until is when it is forgotten, in milliseconds since 1970; 0 when nothing is
	// known.
	until  int64
	speaks bool
}

const factBytes = 8 + 1

func (f fact) append(out []byte) []byte {
	out = binary.BigEndian.AppendUint64(out, uint64(f.until))
	return append(out, flagOf(f.speaks))
}

func readFact(record []byte) fact {
	return fact{until: int64(binary.BigEndian.Uint64(record)), speaks: record[8] == flagSet}
}

// of returns the fact about an era.
func (s *standing) of(era mcp.Era) *fact {
	if era == mcp.Stateless {
		return &s.stateless
	}
	return &s.session
}

// fact returns what is known of a server and an era; ok is false for nothing.
func (h *health) fact(server int, era mcp.Era) (f fact, ok bool) {
	now := h.world.Now()
	f = *h.seen[server].of(era)
	if f.until <= now && (now >= h.looked+lookAgain || now < h.looked) {
		h.load()
		f = *h.seen[server].of(era)
	}
	return f, f.until > now
}

// learned notes whether a server speaks an era.
func (h *health) learned(server int, era mcp.Era, speaks bool) {
	lasts := int64(unspokenFor)
	if speaks {
		lasts = spokenFor
	}
	now := h.world.Now()
	known := h.seen[server].of(era)
	if known.until > now+lasts/2 && known.speaks == speaks {
		return
	}
	h.change(server, func(s *standing) { *s.of(era) = fact{now + lasts, speaks} })
}

// forget has a server asked again which eras it speaks.
func (h *health) forget(server int, era mcp.Era) {
	if h.seen[server].of(era).until != 0 {
		h.change(server, func(s *standing) { *s.of(era) = fact{} })
	}
}

// verdict says whether a server speaks an era.
type verdict uint8

const (
	unknown verdict = iota
	speaks
	speaksNot
)

// speaks tells it by the configuration, or by what the server has shown.
func (g *Gateway) speaks(s *server, era mcp.Era) verdict {
	var yes bool
	if s.Protocol != "" {
		yes = mcp.EraOf(s.Protocol) == era
	} else {
		f, ok := g.health.fact(s.index, era)
		if !ok {
			return unknown
		}
		yes = f.speaks
	}
	if yes {
		return speaks
	}
	return speaksNot
}

// otherEra is the problem of a server that does not speak a client's era.
func otherEra(era mcp.Era) *problem {
	if era == mcp.Stateless {
		return &problem{kind: needsSession}
	}
	return &problem{kind: sessionless}
}
