package gateway

import (
	"slices"
	"strings"

	"mcp-router/exchange"
	"mcp-router/jsonrpc"
	"mcp-router/mcp"
)

// levels are those of RFC 5424, the least severe first.
var levels = []string{"debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"}

// setLevel tells all servers that log how much of it the client wants.
func (g *Gateway) setLevel(m *message) exchange.Decision {
	member := m.inParams("level")[0]
	level, _ := jsonrpc.Text(member.Of(m.Body), maxText)
	known, _ := g.health.load()
	logs := func(i int) bool { return known[i].serves.may(logging) && g.speaks(&g.servers[i], m.era) != speaksNot }
	switch {
	case !slices.ContainsFunc(known, func(s standing) bool { return s.serves.may(logging) }):
		return m.unknownMethod()
	case member.Again:
		return m.malformed(mcp.CodeInvalidRequest, "params.level is given more than once", exchange.Ambiguous)
	case !slices.Contains(levels, level):
		return m.refuse(mcp.CodeInvalidParams, "params.level must be one of "+strings.Join(levels, ", "), exchange.BadRequest)
	case m.client.Session == nil:
		return m.withoutSession()
	}
	g.hurry(m)
	p := &leveling{m: m}
	var calls []exchange.Call
	for i := range g.servers {
		if !logs(i) {
			continue
		}
		if known[i].skipUntil > g.world.Now() {
			p.fail(&g.servers[i], &problem{kind: silent})
			continue
		}
		e := &errand{
			g: g, m: m, server: &g.servers[i], token: len(p.errands), needs: logging,
			method: mcp.MethodSetLevel, params: append(jsonrpc.AppendString([]byte(`{"level":`), level), '}'),
		}
		p.errands = append(p.errands, e)
		calls = append(calls, e.begin())
	}
	if p.waiting = len(calls); p.waiting == 0 {
		return p.reply()
	}
	return exchange.Ask{Calls: calls, Plan: p, Labels: m.labels(exchange.Failed)}
}

// leveling is a level on its way to the servers. It is set when one has taken it:
// those that have not log as they did.
type leveling struct {
	m       *message
	errands []*errand
	waiting int
	taken   bool
	// failed says why the first that has not did not, "" for none.
	failed string
}

// Answer implements exchange.Plan.
func (p *leveling) Answer(token int, reply exchange.CallReply) exchange.Decision {
	e := p.errands[token]
	next, a := e.answer(reply)
	switch {
	case next != nil:
		return exchange.Ask{Calls: []exchange.Call{*next}}
	case a.problem == nil:
		p.taken = true
	case a.problem.kind != unable && a.problem.code != mcp.CodeMethodNotFound:
		p.fail(e.server, a.problem)
	}
	if p.waiting--; p.waiting > 0 {
		return nil
	}
	return p.reply()
}

func (p *leveling) fail(s *server, why *problem) {
	if p.failed == "" {
		p.failed = why.sentence(s.Name)
	}
}

func (p *leveling) reply() exchange.Decision {
	switch {
	case p.taken && p.failed != "":
		return p.m.result([]byte("{}"), exchange.Partial)
	case p.taken:
		return p.m.result([]byte("{}"), exchange.AnsweredHere)
	case p.failed != "":
		return p.m.refuse(mcp.CodeInternal, p.failed, exchange.Unavailable)
	}
	return p.m.unknownMethod()
}
