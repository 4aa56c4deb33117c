package router

import (
	"mcp-router/config"
	"mcp-router/exchange"
	"mcp-router/jsonrpc"
	"mcp-router/mcp"
	"mcp-router/names"
)

// Route decides about a request whose whole body has arrived. What is nearly
// always true is decided here, the rest where its code does not stand in the way.
func (r *Router) Route(req *exchange.Request) exchange.Decision {
	message, err := jsonrpc.Scan(req.Body)
	if err != nil || !isCall(req.Body, &message) {
		return r.noCall(req, &message, err)
	}
	name, named := jsonrpc.Text(message.Name.Of(req.Body), names.MaxName)
	server, tool, ok := r.names.Split(name)
	if !ok {
		return r.unrouted(req, &message, name, named)
	}
	c := call{req, &r.cfg.Servers[server], message.ID.Of(req.Body), message.Name, name, tool}
	if outcome := c.refusal(); outcome != "" {
		return c.refuse(outcome)
	}
	return c.forward(r.edits[server])
}

// rawToolsCall is how nearly all spell the method.
const rawToolsCall = `"` + mcp.MethodToolsCall + `"`

// isCall reports whether a message is a tools/call to every reader.
func isCall(text []byte, message *jsonrpc.Envelope) bool {
	method := message.Method.Of(text)
	return message.Kind == jsonrpc.Object && message.JSONRPC.Present() && !message.Ambiguous &&
		(string(method) == rawToolsCall || jsonrpc.Is(method, mcp.MethodToolsCall))
}

// noCall decides about a body that is not one tools/call to every reader.
func (r *Router) noCall(req *exchange.Request, message *jsonrpc.Envelope, err error) exchange.Decision {
	switch {
	case err != nil:
		return passed(exchange.WhyBroken, "")
	case message.Kind == jsonrpc.Array:
		return r.batch(req, message)
	case message.Kind == jsonrpc.Scalar, !message.JSONRPC.Present():
		return passed(exchange.WhyNoMessage, "")
	case message.Ambiguous:
		return r.ambiguous(req, message)
	}
	method, _ := jsonrpc.Text(message.Method.Of(req.Body), names.MaxName)
	return passed(exchange.WhyMethod, method)
}

// unrouted decides about a call that no configured server's prefix fits. Its name
// may be no name at all.
func (r *Router) unrouted(req *exchange.Request, message *jsonrpc.Envelope, name string, named bool) exchange.Decision {
	if !named {
		return passed(exchange.WhyNoName, mcp.MethodToolsCall)
	}
	prefix, ok := r.names.Prefix(name)
	if !ok {
		return passed(exchange.WhyNoSeparator, mcp.MethodToolsCall)
	}
	labels := exchange.Labels{Method: mcp.MethodToolsCall, Outcome: exchange.PassedUnknownServer}
	if r.cfg.UnknownServer == config.PassUnknown {
		return exchange.Pass{Why: exchange.WhyUnknownServer, Labels: labels}
	}
	labels.Outcome = exchange.UnknownServer
	return exchange.Refuse(200, message.ID.Of(req.Body), mcp.CodeInvalidParams, exchange.UnknownServerMessage(prefix, r.serverNames()), labels)
}

func (r *Router) serverNames() []string {
	servers := make([]string, len(r.cfg.Servers))
	for i := range r.cfg.Servers {
		servers[i] = r.cfg.Servers[i].Name
	}
	return servers
}

// batch refuses an array with a call in it that would be ours alone: half a
// batch cannot be routed, and an unrouted call would slip past the tool lists.
func (r *Router) batch(req *exchange.Request, message *jsonrpc.Envelope) exchange.Decision {
	ours := false
	jsonrpc.EachInBatch(req.Body, message, func(e jsonrpc.Envelope) bool {
		ours = r.isOurs(req.Body, &e)
		return !ours
	})
	if !ours {
		return passed(exchange.WhyNotOurs, "")
	}
	return exchange.ErrorReply(400, nil, mcp.CodeInvalidRequest, "batch is not supported here",
		exchange.Labels{Method: mcp.MethodToolsCall, Outcome: exchange.Batch})
}

// ambiguous refuses a message that some reader takes for a call of ours and
// another does not, or not for the same one.
func (r *Router) ambiguous(req *exchange.Request, message *jsonrpc.Envelope) exchange.Decision {
	if !r.isOurs(req.Body, message) {
		return passed(exchange.WhyNotOurs, "")
	}
	id := message.ID.Of(req.Body)
	if message.AmbiguousID || !jsonrpc.ValidID(id) {
		id = nil
	}
	return exchange.ErrorReply(400, id, mcp.CodeInvalidRequest, "method, id, params or params.name is given more than once",
		exchange.Labels{Method: mcp.MethodToolsCall, Outcome: exchange.Ambiguous})
}

// isOurs reports whether any reading of a message would not simply pass.
func (r *Router) isOurs(text []byte, message *jsonrpc.Envelope) bool {
	if !message.JSONRPC.Present() {
		return false
	}
	var scratch [names.MaxName]byte // not a string each of a million readings
	if !message.Ambiguous {
		return isCall(text, message) && r.claims(message.Name.Of(text), scratch[:])
	}
	calls, claimed := false, false
	jsonrpc.EachReading(text, message.Value.Start, func(what jsonrpc.Reading, raw []byte) bool {
		if what == jsonrpc.MethodReading {
			calls = calls || jsonrpc.Is(raw, mcp.MethodToolsCall)
		} else {
			claimed = claimed || r.claims(raw, scratch[:])
		}
		return !calls || !claimed
	})
	return calls && claimed
}

// claims reports whether a call of this raw name is routed or refused.
func (r *Router) claims(raw, scratch []byte) bool {
	// Escapes only make a name longer.
	if r.cfg.UnknownServer != config.RejectUnknown && !r.names.MaySplit(len(raw)-len(`""`)) {
		return false
	}
	name, ok := jsonrpc.TextIn(raw, scratch)
	if !ok {
		return false
	}
	if _, _, ok := r.names.Split(name); ok {
		return true
	}
	if r.cfg.UnknownServer != config.RejectUnknown {
		return false
	}
	_, prefixed := r.names.Prefix(name)
	return prefixed
}
