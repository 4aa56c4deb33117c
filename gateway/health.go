package gateway

import (
	"encoding/binary"

	"mcp-router/config"
	"mcp-router/session"
)

// How long a server that did not answer is left out of lists, in milliseconds:
// the first time, doubled with each further time, at most.
const (
	firstSkip   = 10_000
	longestSkip = 60_000
)

// health is what all workers of a host know of the servers: one shared value, so
// that a list costs one look, however many servers it is of.
type health struct {
	world   World
	servers []server
	key     string
	// seen is what was known when this worker looked last, at looked.
	seen   []standing
	looked int64
	// skipping is true while the value, as this worker saw it last, leaves some
	// server out. Calls look no further as long as none is.
	skipping bool
}

// standing is what is known of one server.
type standing struct {
	// skipUntil is when lists ask it again, in milliseconds since 1970; 0 if they
	// never stopped.
	skipUntil int64
	// failures counts how often in a row it did not answer, up to 255.
	failures uint8
	// serves is what it has ever said that it can do. A server may say less to
	// others: asked for what it does not have, it answers so.
	serves capabilities
	// session and stateless are the eras that it speaks.
	session, stateless fact
}

func newHealth(cfg *config.Config, world World, servers []server) *health {
	return &health{
		world: world, servers: servers, key: "mcp-router/" + fingerprint(cfg, servers) + "/standing",
		seen: make([]standing, len(servers)),
	}
}

const standingBytes = len(session.Hash{}) + 8 + 1 + 2 + 2*factBytes

// load returns what is known of each server, in the order of the configuration.
func (h *health) load() (known []standing, version uint32) {
	value, version := h.world.Load(h.key)
	known = make([]standing, len(h.servers))
	h.skipping = false
	for i := range h.servers {
		for record := value; len(record) >= standingBytes; record = record[standingBytes:] {
			if session.Hash(record[:4]) != h.servers[i].identity {
				continue
			}
			known[i] = standing{
				skipUntil: int64(binary.BigEndian.Uint64(record[4:])),
				failures:  record[12],
				serves:    capabilities(binary.BigEndian.Uint16(record[13:])),
				session:   readFact(record[15:]), stateless: readFact(record[15+factBytes:]),
			}
			break
		}
		h.skipping = h.skipping || known[i].skipUntil > 0
	}
	h.seen, h.looked = known, h.world.Now()
	return known, version
}

func (h *health) change(server int, edit func(*standing)) {
	for range 4 {
		known, version := h.load()
		edit(&known[server])
		value := make([]byte, 0, len(known)*standingBytes)
		for i := range known {
			value = append(value, h.servers[i].identity[:]...)
			value = binary.BigEndian.AppendUint64(value, uint64(known[i].skipUntil))
			value = append(value, known[i].failures)
			value = binary.BigEndian.AppendUint16(value, uint16(known[i].serves))
			value = known[i].stateless.append(known[i].session.append(value))
		}
		h.skipping = h.skipping || known[server].skipUntil > 0
		if h.world.Save(h.key, value, version) {
			return
		}
	}
}

// failed leaves a server that did not answer out for a while. Servers that fail
// together, or one that several requests wait for, count once.
func (h *health) failed(server int) {
	now := h.world.Now()
	h.change(server, func(s *standing) {
		if s.skipUntil > now {
			return
		}
		s.skipUntil = now + min(longestSkip, int64(firstSkip)<<min(s.failures, 3))
		s.failures = min(s.failures, 254) + 1
	})
}

// declared notes what a server says that it can do.
func (h *health) declared(server int, serves capabilities) {
	if known, _ := h.load(); known[server].serves|serves == known[server].serves {
		return
	}
	h.change(server, func(s *standing) { s.serves |= serves })
}

// answered ends the time that a server is left out.
func (h *health) answered(server int) {
	if !h.skipping {
		return
	}
	if known, _ := h.load(); known[server].skipUntil == 0 {
		return
	}
	h.change(server, func(s *standing) { s.skipUntil, s.failures = 0, 0 })
}
