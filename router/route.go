package router

import (
	"mcp-router/config"
	"mcp-router/exchange"
	"mcp-router/jsonrpc"
	"mcp-router/mcp"
	"mcp-router/names"
)

// Route decides about a request whose whole body has arrived.
func (r *Router) Route(req *exchange.Request) exchange.Decision {
	message, err := jsonrpc.Scan(req.Body)
	switch {
	case err != nil:
		return passed(exchange.WhyBroken, "")
	case message.Kind == jsonrpc.Scalar:
		return passed(exchange.WhyNoMessage, "")
	case message.Kind == jsonrpc.Array:
		return r.batch(req, message)
	case !message.JSONRPC.Present():
		return passed(exchange.WhyNoMessage, "")
	case message.Ambiguous:
		return r.ambiguous(req, message)
	case !jsonrpc.Is(message.Method.Of(req.Body), mcp.MethodToolsCall):
		return passed(exchange.WhyMethod, r.methodOf(req.Body, message))
	}
	name, ok := jsonrpc.Text(message.Name.Of(req.Body), names.MaxName)
	if !ok {
		return passed(exchange.WhyNoName, mcp.MethodToolsCall)
	}
	server, tool, ok := r.names.Split(name)
	if !ok {
		return r.unrouted(req, message, name)
	}
	return r.call(req, message, call{&r.cfg.Servers[server], r.edits[server], name, tool})
}

// call is a tools/call whose name has a configured server's prefix.
type call struct {
	server *config.Server
	edits  []exchange.HeaderEdit
	// name is the client's; the server's own tool name begins at byte tool.
	name string
	tool int
}

func (c call) labels(outcome exchange.Outcome) exchange.Labels {
	return exchange.Labels{Method: mcp.MethodToolsCall, Server: c.server.Name, Tool: c.name[c.tool:], Outcome: outcome}
}

// call refuses what may not reach the server and forwards the rest.
func (r *Router) call(req *exchange.Request, message jsonrpc.Envelope, c call) exchange.Decision {
	id := message.ID.Of(req.Body)
	tool := c.name[c.tool:]
	switch {
	case message.ID.Present() && !jsonrpc.ValidID(id):
		return exchange.ErrorReply(400, nil, mcp.CodeInvalidRequest, "id must be a string or a number", c.labels(exchange.InvalidID))
	case tool == "":
		return exchange.Refuse(200, id, mcp.CodeInvalidParams, exchange.EmptyToolMessage(c.server.Name), c.labels(exchange.EmptyTool))
	case len(tool) > names.MaxTool:
		return exchange.Refuse(200, id, mcp.CodeInvalidParams, exchange.LongToolMessage(c.server.Name, names.MaxTool), c.labels(exchange.LongTool))
	case !c.server.Tools.Allows(tool):
		return exchange.Refuse(200, id, mcp.CodeInvalidParams, exchange.DeniedToolMessage(c.server.Name, tool), c.labels(exchange.DeniedTool))
	}
	if problem := req.Mismatch(exchange.Mirrored{Method: mcp.MethodToolsCall, Member: "name", Name: c.name}); problem != "" {
		return exchange.Refuse(400, id, mcp.CodeHeaderMismatch, problem, c.labels(exchange.HeaderMismatch))
	}
	return forward(req, message, c)
}

// unrouted decides about a call that no configured server's prefix fits.
func (r *Router) unrouted(req *exchange.Request, message jsonrpc.Envelope, name string) exchange.Decision {
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
func (r *Router) batch(req *exchange.Request, message jsonrpc.Envelope) exchange.Decision {
	ours := false
	jsonrpc.EachInBatch(req.Body, message, func(e jsonrpc.Envelope) bool {
		ours = r.isOurs(req.Body, e)
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
func (r *Router) ambiguous(req *exchange.Request, message jsonrpc.Envelope) exchange.Decision {
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
func (r *Router) isOurs(text []byte, message jsonrpc.Envelope) bool {
	if !message.JSONRPC.Present() {
		return false
	}
	var scratch [names.MaxName]byte // not a string each of a million readings
	if !message.Ambiguous {
		return jsonrpc.Is(message.Method.Of(text), mcp.MethodToolsCall) && r.claims(message.Name.Of(text), scratch[:])
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

func (r *Router) methodOf(text []byte, message jsonrpc.Envelope) string {
	method, _ := jsonrpc.Text(message.Method.Of(text), names.MaxName)
	return method
}
