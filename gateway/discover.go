package gateway

import (
	"strconv"

	"mcp-router/exchange"
	"mcp-router/jsonrpc"
	"mcp-router/mcp"
)

// discover says what stateless clients find here. Servers of which it is not
// known are asked; one that does not answer is no reason to fail, since clients
// take that for the end (MCP 2026-07-28, "Discovery").
func (g *Gateway) discover(m *message) exchange.Decision {
	p := &discovering{g: g, m: m, probes: make([]*probe, len(g.servers))}
	known, _ := g.health.load()
	now := g.world.Now()
	var calls []exchange.Call
	for i := range g.servers {
		s := &g.servers[i]
		switch speaking := g.speaks(s, mcp.Stateless); {
		case speaking == speaksNot:
			p.others = true
		case speaking == speaks && known[i].serves&declared != 0:
			p.stateless = true
		case known[i].skipUntil > now:
			p.missed(s)
		default:
			p.probes[i] = &probe{g: g, server: s}
			calls = append(calls, p.probes[i].first(m.Request, i))
		}
	}
	if p.waiting = len(calls); p.waiting == 0 {
		return p.reply()
	}
	return exchange.Ask{Calls: calls, Plan: p, Labels: m.labels(exchange.Failed)}
}

// discovering is a server/discover under way.
type discovering struct {
	g       *Gateway
	m       *message
	probes  []*probe
	waiting int
	// stateless is true when some server is, others when some is not.
	stateless, others bool
	// missing is true when a server has not answered.
	missing bool
}

// missed takes one that does not answer. The configuration may know its era.
func (p *discovering) missed(s *server) {
	p.missing = true
	p.stateless = p.stateless || s.Protocol != ""
}

// Answer implements exchange.Plan.
func (p *discovering) Answer(server int, reply exchange.CallReply) exchange.Decision {
	s, probe := &p.g.servers[server], p.probes[server]
	next, failed := probe.answer(p.m.Request, server, reply)
	if next != nil {
		return exchange.Ask{Calls: []exchange.Call{*next}}
	}
	p.g.settled(p.m, s, failed)
	switch {
	case failed == nil:
		p.g.greeted(p.m, s, probe)
		p.stateless = true
	case failed.isEra():
		p.others = true
	default:
		p.missed(s)
	}
	if p.waiting--; p.waiting > 0 {
		return nil
	}
	return p.reply()
}

// reply offers the stateless era when a server speaks it: behind a gateway whose
// servers all have sessions, dual-era clients are better off with one.
func (p *discovering) reply() exchange.Decision {
	versions := mcp.Revisions()
	if p.others && !p.stateless {
		versions = mcp.SessionRevisions()
	}
	out := appendStrings([]byte(`{"resultType":"complete","supportedVersions":`), versions)
	out = p.g.offer(append(out, `,"capabilities":`...), mcp.Stateless)
	if text := p.g.cfg.Gateway.Instructions; text != "" {
		out = jsonrpc.AppendString(append(out, `,"instructions":`...), text)
	}
	ttl, outcome := int64(p.g.cfg.Gateway.ListCacheTTL), exchange.AnsweredHere
	if p.missing {
		ttl, outcome = 0, exchange.Partial
	}
	out = strconv.AppendInt(append(out, `,"ttlMs":`...), ttl, 10)
	out = append(append(out, `,"cacheScope":"private","_meta":{"`+mcp.MetaServerInfo+`":`...), p.g.info...)
	return p.m.result(append(out, "}}"...), outcome)
}
