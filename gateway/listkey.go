package gateway

import (
	"fmt"

	"mcp-router/listing"
	"mcp-router/mcp"
)

// key is all that shapes a list for a message. It is made again when the list is
// there: servers may have been opened meanwhile.
func (p *lister) key() *listing.Key {
	key := &listing.Key{Method: p.kind.Method, Servers: make([]listing.KeyServer, 0, len(p.g.servers))}
	switch s := p.m.client.Session; {
	case p.m.era == mcp.Stateless:
		key.Stateless = true
		key.Client = [][]byte{p.m.promised(), p.m.meta.info.Of(p.m.Body)}
	case s != nil:
		key.Client = [][]byte{[]byte(s.Version), s.Capabilities}
	}
	for i := range p.g.servers {
		if p.legs[i].excluded() {
			continue
		}
		s := &p.g.servers[i]
		private := make([]string, 0, 1+len(s.ForwardHeaders))
		// Without a session of its own each request of a client is a new one to the
		// server: two that show it the same get the same.
		if p.m.client.Session != nil {
			private = append(private, p.partOf(i))
		}
		for _, name := range s.ForwardHeaders {
			for line, value := range p.m.Headers.All() {
				if line == name {
					private = append(private, name, value)
				}
			}
		}
		key.Servers = append(key.Servers, listing.KeyServer{Hash: s.identity, Private: private})
	}
	return key
}

// partOf is the session id that a server is asked with.
func (p *lister) partOf(server int) string {
	if id := p.legs[server].part.ID; id != "" {
		return string(id)
	}
	part, _ := p.m.client.with(&p.g.servers[server])
	return string(part.ID)
}

// warn tells the log what is wrong with servers' lists, once for each state of
// affairs.
func (p *lister) warn(merged *listing.Merged) {
	for i := range p.g.servers {
		name := p.g.servers[i].Name
		report, line := p.list.Report(i), ""
		if report.LeftOut > 0 {
			line = fmt.Sprintf("server %q: %d of its %s are left out: %s", name, report.LeftOut, p.kind.Member, report.First)
		}
		if report.Endless {
			line += fmt.Sprintf("server %q: its %s have no end, what came so far is taken", name, p.kind.Member)
		}
		p.g.warnOnce(name+" "+p.kind.Method, line)
	}
	line := ""
	if merged.Repeated > 0 {
		line = fmt.Sprintf("%d of all %s are left out: others before them have the same names", merged.Repeated, p.kind.Member)
	}
	p.g.warnOnce(p.kind.Method, line)
}

// warnOnce tells the log of a thing when what is to be said of it changes; "" is
// nothing.
func (g *Gateway) warnOnce(thing, line string) {
	if g.warned[thing] == line {
		return
	}
	g.warned[thing] = line
	if line != "" {
		g.world.Warn(line)
	}
}
