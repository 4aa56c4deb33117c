package gateway

import (
	"mcp-router/exchange"
	"mcp-router/session"
)

// errand is one request of ours to one server, for a message: the server is
// opened before it where that is due, and once more when it has lost its session.
// So only what may be done twice is an errand.
type errand struct {
	g      *Gateway
	m      *message
	server *server
	// token is that of its calls.
	token  int
	method string
	// params are raw.
	params []byte
	// needs is what the server must have, once it was opened.
	needs capabilities

	greeting greeting
	part     session.Server
	again    bool
}

// begin returns the first call.
func (e *errand) begin() exchange.Call {
	if part, ok := e.g.ready(e.m, e.server); ok && !e.again {
		e.part = part
		return e.request()
	}
	e.greeting = e.g.greet(e.m, e.server)
	return e.g.within(e.m, e.greeting.first(e.m.Request, e.token))
}

func (e *errand) request() exchange.Call {
	body := append([]byte(nil), `{"jsonrpc":"2.0","id":`+callID+`,"method":"`+e.method+`","params":`...)
	body = append(append(body, e.params...), '}')
	return e.g.within(e.m, e.server.ask(e.m.Request, e.token, e.method, e.part, body))
}

// answer takes what became of the last call and returns the next one, nil at the
// end of the errand.
func (e *errand) answer(reply exchange.CallReply) (next *exchange.Call, a answer) {
	if e.greeting != nil {
		return e.greeted(reply)
	}
	if a = readAnswer(reply, e.part.ID != ""); a.problem != nil && a.problem.kind == lost {
		e.g.lost(e.m, e.part)
		if !e.again {
			e.again = true
			call := e.begin()
			return &call, a
		}
	}
	e.g.settled(e.m, e.server, a.problem.unlessRefused())
	return nil, a
}

// greeted takes an answer of a server that is being greeted.
func (e *errand) greeted(reply exchange.CallReply) (next *exchange.Call, a answer) {
	next, failed := e.greeting.answer(e.m.Request, e.token, reply)
	switch {
	case next != nil:
		call := e.g.within(e.m, *next)
		return &call, answer{}
	case failed != nil:
		e.g.settled(e.m, e.server, failed)
		return nil, answer{problem: failed}
	}
	_, serves := e.greeting.met()
	e.part, e.greeting = e.g.greeted(e.m, e.server, e.greeting), nil
	if !serves.may(e.needs) {
		return nil, answer{problem: &problem{kind: unable}}
	}
	call := e.request()
	return &call, answer{}
}

// hurry bounds the time for all that servers are asked for a message from now on.
func (g *Gateway) hurry(m *message) {
	if m.ends == 0 {
		m.ends = g.world.Now() + g.patience
	}
}

// within gives a call no more than what is left of its message's time.
func (g *Gateway) within(m *message, call exchange.Call) exchange.Call {
	if m.ends != 0 {
		call.TimeoutMs = uint32(max(1, min(int64(call.TimeoutMs), m.ends-g.world.Now())))
	}
	return call
}
