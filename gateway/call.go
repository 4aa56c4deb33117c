package gateway

import (
	"strings"

	"mcp-router/exchange"
	"mcp-router/jsonrpc"
	"mcp-router/listing"
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

// call sends a tools/call to its server. The name tells which, unless several
// servers publish theirs as they are.
func (g *Gateway) call(m *message) exchange.Decision {
	name, ok := jsonrpc.Text(m.Name.Of(m.Body), names.MaxName)
	if !ok {
		return m.refuse(mcp.CodeInvalidParams, "params.name must be a string", exchange.BadRequest)
	}
	if server, tool, ok := g.names.Resolve(name); ok {
		return g.callAt(m, target{&g.servers[server], tool, name})
	}
	switch len(g.bare) {
	case 0:
		return g.unknownTool(m, name)
	case 1:
		return g.callAt(m, target{g.bare[0], name, name})
	}
	return g.merged(m, listing.Tools, func(list *listing.Merged) exchange.Decision {
		identity, ok := list.Owner(name)
		for _, s := range g.bare {
			if ok && s.identity == identity {
				return g.callAt(m, target{s, name, name})
			}
		}
		if !list.Whole() {
			return m.refuse(mcp.CodeInternal, "tool "+exchange.Quote(name)+" is on no server that answers", exchange.Unavailable)
		}
		return g.unknownTool(m, name)
	})
}

// callAt sends a call on with the server's session where there is one, else after
// one was opened. It is never sent twice: nothing short of its answer proves that
// the tool did not run.
func (g *Gateway) callAt(m *message, to target) exchange.Decision {
	if refusal := to.refuse(m); refusal != nil {
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

// refuse says why a call may not reach its server; nil if it may.
func (t target) refuse(m *message) exchange.Decision {
	no := func(code int, text string, outcome exchange.Outcome) exchange.Decision {
		return exchange.Refuse(200, m.id, code, text, t.labels(outcome))
	}
	switch {
	case t.tool == "":
		return no(mcp.CodeInvalidParams, exchange.EmptyToolMessage(t.server.Name), exchange.EmptyTool)
	case len(t.tool) > names.MaxTool, len(t.name) >= names.MaxName:
		return no(mcp.CodeInvalidParams, exchange.LongToolMessage(t.server.Name, names.MaxTool), exchange.LongTool)
	case !t.server.Tools.Allows(t.tool):
		return no(mcp.CodeInvalidParams, exchange.DeniedToolMessage(t.server.Name, t.tool), exchange.DeniedTool)
	case !t.server.hasSessions():
		return no(mcp.CodeInternal, (&problem{kind: otherEra}).sentence(t.server.Name), exchange.Unavailable)
	case m.hasTask():
		return no(mcp.CodeMethodNotFound, "tasks are not supported here: leave params.task out", exchange.UnknownMethod)
	}
	return nil
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
		return m.refuse(mcp.CodeInvalidParams, exchange.UnknownServerMessage(prefix, servers), exchange.UnknownServer)
	}
	return m.refuse(mcp.CodeInvalidParams, "unknown tool "+exchange.Quote(name), exchange.UnknownTool)
}

// forward sends the call on, named as its server knows it.
func (g *Gateway) forward(m *message, to target, part session.Server) exchange.Decision {
	edits := to.server.forwardEdits(m.Request, part)
	if m.MCPName.Present() {
		edits = append(edits, m.MCPName.RenameHeader(to.name, to.tool))
	}
	body := m.renamed(to)
	return &exchange.Forward{
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
	return p.g.forward(p.m, p.to, p.g.opened(p.m, p.to.server, p.opening.part))
}
