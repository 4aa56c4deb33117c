package gateway

import (
	"mcp-router/exchange"
	"mcp-router/jsonrpc"
	"mcp-router/mcp"
	"mcp-router/session"
)

// initialize begins a session: with every server that has sessions, all at the
// same time. One that does not answer is opened when it is first called.
func (g *Gateway) initialize(m *message) exchange.Decision {
	hello, refusal := g.helloOf(m)
	if refusal != nil {
		return refusal
	}
	plan := &initializing{g: g, m: m, version: hello.version, capabilities: hello.capabilities}
	hello.capabilities = served(hello.capabilities)
	known, _ := g.health.load()
	now := g.world.Now()
	var calls []exchange.Call
	for i := range g.servers {
		s := &g.servers[i]
		if g.speaks(s, mcp.Session) == speaksNot || known[i].skipUntil > now {
			continue
		}
		o := &opening{server: s, hello: hello}
		plan.openings = append(plan.openings, o)
		calls = append(calls, o.first(m.Request, len(plan.openings)-1))
	}
	if plan.waiting = len(calls); plan.waiting == 0 {
		return plan.reply()
	}
	return exchange.Ask{Calls: calls, Plan: plan, Labels: m.labels(exchange.Failed)}
}

// helloOf reads the params of an initialize.
func (g *Gateway) helloOf(m *message) (hello, exchange.Decision) {
	members := m.inParams("protocolVersion", "capabilities", "clientInfo")
	version, ok := jsonrpc.Text(members[0].Of(m.Body), maxText)
	switch {
	case !ok:
		return hello{}, m.refuse(mcp.CodeInvalidParams, "params.protocolVersion must be a string", exchange.BadRequest)
	case members[0].Again, members[1].Again:
		return hello{}, m.malformed(mcp.CodeInvalidRequest, "params.protocolVersion or params.capabilities is given more than once", exchange.Ambiguous)
	case members[1].Present() && m.Body[members[1].Start] != '{':
		return hello{}, m.refuse(mcp.CodeInvalidParams, "params.capabilities must be an object", exchange.BadRequest)
	}
	h := g.ownHello(mcp.Negotiate(version), members[1].Of(m.Body))
	if info := members[2].Of(m.Body); len(info) > 0 && len(info) <= maxClientInfo && info[0] == '{' {
		h.clientInfo = info
	}
	return h, nil
}

// maxClientInfo bounds what is sent to every server of what a client says about
// itself, in bytes.
const maxClientInfo = 8 << 10

// ownHello is what servers are initialised with later, when the client's own
// request is gone. Without capabilities a client has none.
func (g *Gateway) ownHello(version string, capabilities []byte) hello {
	if len(capabilities) == 0 {
		capabilities = []byte("{}")
	}
	return hello{version: version, capabilities: capabilities, clientInfo: g.info}
}

// served cuts what cannot be kept out of a client's capabilities; the rest stays
// byte for byte. A task belongs to one server without saying to which. That
// servers may ask must stand in the token: those that are opened later need it,
// and what a client answers.
func served(capabilities []byte) []byte {
	if len(capabilities) > session.MaxCapabilities {
		capabilities = jsonrpc.Without(capabilities, asking...)
	}
	return jsonrpc.Without(capabilities, "tasks")
}

// initializing is an initialize under way.
type initializing struct {
	g            *Gateway
	m            *message
	version      string
	capabilities []byte
	openings     []*opening
	waiting      int
	open         []session.Server
}

func (p *initializing) Answer(token int, reply exchange.CallReply) exchange.Decision {
	o := p.openings[token]
	next, failed := o.answer(p.m.Request, token, reply)
	if next != nil {
		return exchange.Ask{Calls: []exchange.Call{*next}}
	}
	p.g.settled(p.m, o.server, failed)
	if failed == nil {
		p.g.health.learned(o.server.index, mcp.Session, true)
		p.g.health.declared(o.server.index, o.serves)
		p.open = append(p.open, o.part)
	}
	if p.waiting--; p.waiting > 0 {
		return nil
	}
	return p.reply()
}

// reply seals the session.
func (p *initializing) reply() exchange.Decision {
	s := &session.Session{
		Issued: p.g.world.Now(), Version: p.version, Capabilities: p.capabilities,
		Binding: p.g.binding(p.m.Request), Servers: p.open,
	}
	p.g.world.Random(s.Nonce[:])
	token, left := p.g.sessions.Seal(s)
	if left > 0 {
		p.noteLeft(token)
	}
	outcome := exchange.AnsweredHere
	if len(p.open) < len(p.g.servers) {
		outcome = exchange.Partial
	}
	reply := p.m.result(p.result(), outcome)
	reply.Headers = [][2]string{jsonHeaders[0], {mcp.HeaderSessionID, string(token)}}
	return reply
}

// noteLeft notes the servers that did not fit into the token: here at least their
// sessions go on.
func (p *initializing) noteLeft(token session.Token) {
	sealed, err := p.g.sessions.Open(token, p.g.world.Now())
	if err != nil {
		return // it was sealed just now
	}
	for _, part := range p.open {
		if _, ok := sealed.Find(part.Hash); !ok {
			p.g.notes.opened(sealed.Nonce, part)
		}
	}
}

// result is the initialize result. Its capabilities are those that are routed,
// whatever else servers have.
func (p *initializing) result() []byte {
	out := append([]byte(nil), `{"protocolVersion":`...)
	out = jsonrpc.AppendString(out, p.version)
	out = p.g.offer(append(out, `,"capabilities":`...), mcp.Session)
	out = append(out, `,"serverInfo":`...)
	out = append(out, p.g.info...)
	if text := p.g.cfg.Gateway.Instructions; text != "" {
		out = jsonrpc.AppendString(append(out, `,"instructions":`...), text)
	}
	return append(out, '}')
}
