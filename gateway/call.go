package gateway

import (
	"strings"

	"mcp-router/exchange"
	"mcp-router/jsonrpc"
	"mcp-router/mcp"
	"mcp-router/names"
	"mcp-router/session"
)

// target is what a tools/call names.
type target struct {
	server *server
	// tool is the server's own name; name is the client's.
	tool, name string
}

// labels describe what became of the call.
func (t target) labels(outcome exchange.Outcome) exchange.Labels {
	return exchange.Labels{Method: mcp.MethodToolsCall, Server: t.server.Name, Tool: t.tool, Outcome: outcome}
}

// call sends a tools/call to its server: with the server's session where there
// is one, else after one was opened. A call is never sent twice: nothing short of
// its answer proves that the tool did not run.
func (g *Gateway) call(m *message) exchange.Decision {
	to, refusal := g.targetOf(m)
	if refusal != nil {
		return refusal
	}
	if part, ok := m.client.with(to.server); ok {
		return g.forward(m, to, part)
	}
	plan := &calling{g: g, m: m, to: to, opening: opening{server: to.server, hello: g.helloFor(m)}}
	return exchange.Ask{Calls: []exchange.Call{plan.opening.first(m.Request, 0)}, Plan: plan, Labels: to.labels(exchange.Failed)}
}

// helloFor is what a server is opened with for a message after initialize.
func (g *Gateway) helloFor(m *message) hello {
	if m.client.Session == nil {
		return g.ownHello(mcp.RevisionLast, nil)
	}
	return g.ownHello(m.client.Version, served(m.client.Capabilities))
}

// targetOf finds the server and the tool of a call.
func (g *Gateway) targetOf(m *message) (target, exchange.Decision) {
	name, ok := jsonrpc.Text(m.Name.Of(m.Body), names.MaxName)
	if !ok {
		return target{}, m.refuse(200, mcp.CodeInvalidParams, "params.name must be a string", exchange.BadRequest)
	}
	to := target{name: name}
	if server, tool, ok := g.names.Resolve(name); ok {
		to.server, to.tool = &g.servers[server], tool
	} else if g.bare != nil {
		to.server, to.tool = g.bare, name
	} else {
		return target{}, g.unknownTool(m, name)
	}
	refuse := func(code int, text string, outcome exchange.Outcome) (target, exchange.Decision) {
		return target{}, exchange.Refuse(200, m.id, code, text, to.labels(outcome))
	}
	switch {
	case to.tool == "":
		return refuse(mcp.CodeInvalidParams, exchange.EmptyToolMessage(to.server.Name), exchange.EmptyTool)
	case len(to.tool) > names.MaxTool, len(name) >= names.MaxName:
		return refuse(mcp.CodeInvalidParams, exchange.LongToolMessage(to.server.Name, names.MaxTool), exchange.LongTool)
	case !to.server.Tools.Allows(to.tool):
		return refuse(mcp.CodeInvalidParams, exchange.DeniedToolMessage(to.server.Name, to.tool), exchange.DeniedTool)
	case !to.server.hasSessions():
		return refuse(mcp.CodeInternal, (&problem{kind: otherEra}).sentence(to.server.Name), exchange.Unavailable)
	case m.hasTask():
		return refuse(mcp.CodeMethodNotFound, "tasks are not supported here: leave params.task out", exchange.UnknownMethod)
	}
	return to, nil
}

// hasTask reports whether a call asks to be run as a task, whose id would not
// say to which server it belongs (MCP 2025-11-25, "Tasks").
func (m *message) hasTask() bool {
	return mayHold(m.Params.Of(m.Body), "task") && jsonrpc.Members(m.Body, m.Params, "task")[0].Present()
}

func (g *Gateway) unknownTool(m *message, name string) exchange.Decision {
	if prefix, ok := g.names.Prefix(name); ok {
		servers := make([]string, len(g.servers))
		for i := range g.servers {
			servers[i] = g.servers[i].Name
		}
		return m.refuse(200, mcp.CodeInvalidParams, exchange.UnknownServerMessage(prefix, servers), exchange.UnknownServer)
	}
	return m.refuse(200, mcp.CodeInvalidParams, "unknown tool "+exchange.Quote(name), exchange.UnknownTool)
}

// forward sends the call on, named as its server knows it.
func (g *Gateway) forward(m *message, to target, part session.Server) exchange.Decision {
	edits := to.server.forwardEdits(m.Request, part)
	if m.MCPName.Present() {
		edits = append(edits, m.MCPName.RenameHeader(to.name, to.tool))
	}
	body := m.renamed(to)
	return exchange.Forward{
		Headers: edits, Body: body, ContentLength: body.Len(len(m.Body)),
		Editor: g.newReply(m, to.server, part), Labels: to.labels(exchange.Forwarded),
	}
}

// renamed puts the server's own name in place of params.name, and takes off a
// byte-order mark, which servers may refuse (RFC 8259 section 8.1).
func (m *message) renamed(to target) jsonrpc.Splices {
	var splices jsonrpc.Splices
	if mark := jsonrpc.MarkLen(m.Body); mark > 0 {
		splices = append(splices, jsonrpc.Splice{End: mark})
	}
	switch prefix, cut := strings.CutSuffix(to.name, to.tool); {
	case to.name == to.tool:
		return splices
	case cut:
		// Names of servers and separators are ASCII; the tool keeps its escapes.
		start := m.Name.Start
		return append(splices, jsonrpc.Splice{Start: start + 1, End: start + jsonrpc.PrefixEnd(m.Name.Of(m.Body), len(prefix))})
	}
	return append(splices, jsonrpc.Splice{Start: m.Name.Start, End: m.Name.End, With: string(jsonrpc.AppendString(nil, to.tool))})
}

// calling is a call whose server is being opened.
type calling struct {
	g       *Gateway
	m       *message
	to      target
	opening opening
}

func (p *calling) Answer(token int, reply exchange.CallReply) exchange.Decision {
	next, failed := p.opening.answer(p.m.Request, token, reply)
	if next != nil {
		return exchange.Ask{Calls: []exchange.Call{*next}}
	}
	p.g.settled(p.to.server, failed)
	if failed != nil {
		return exchange.Refuse(200, p.m.id, mcp.CodeInternal, failed.sentence(p.to.server.Name), p.to.labels(exchange.Unavailable))
	}
	part := p.opening.part
	if p.m.client.Session != nil {
		part = p.g.notes.opened(p.m.client.Nonce, part)
	}
	return p.g.forward(p.m, p.to, part)
}
