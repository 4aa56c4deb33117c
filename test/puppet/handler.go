package puppet

import (
	"fmt"
	"slices"
	"strings"

	"mcp-router/exchange"
	"mcp-router/gateway"
	"mcp-router/jsonrpc"
)

// Handler is the puppet.
type Handler struct{ World gateway.World }

// Wants is the whole header block: the script is in it.
func (Handler) Wants() exchange.Wants { return exchange.Wants{Headers: true} }

// MaxBodyBytes is what the shipped configuration takes.
func (Handler) MaxBodyBytes() int { return 4 << 20 }

// Head decides about requests without a body.
func (h Handler) Head(req *exchange.Request) exchange.Decision {
	if req.EndOfStream || read(req).json.Get("early").Bool() {
		return h.Route(req)
	}
	return nil
}

// TooLarge lets the request pass.
func (Handler) TooLarge(*exchange.Request) exchange.Decision { return exchange.Pass{} }

// Route begins to do what the script says.
func (h Handler) Route(req *exchange.Request) exchange.Decision {
	p := &plan{script: read(req), request: req, world: h.World}
	if len(p.script.rounds()) == 0 {
		return p.end()
	}
	return exchange.Ask{Calls: p.next(), Plan: p, Labels: exchange.Labels{Method: "tools/list", Server: "puppet"}}
}

// plan notes answers until the script's end.
type plan struct {
	script  script
	request *exchange.Request
	world   gateway.World
	round   int
	// open counts answers to come of the current round, got those that came.
	open, got int
	answers   []string
}

func (p *plan) next() []exchange.Call {
	calls := p.script.calls(p.round)
	p.round++
	p.open += len(calls)
	return calls
}

// Answer notes a call's outcome as one word each: token, outcome, status, media
// type, session and coding, the body's size and its first bytes.
func (p *plan) Answer(token int, reply exchange.CallReply) exchange.Decision {
	switch p.script.text("panic") {
	case "plan":
		panic("puppet's plan")
	case "trap":
		panic(trap(1))
	}
	litter(int(p.script.json.Get("litter").Int()))
	p.open--
	p.got++
	p.answers = append(p.answers, fmt.Sprintf("%d %s %d %q %q %q %d:%.20s", token, reply.Outcome, reply.Status,
		reply.ContentType, reply.SessionID, reply.ContentEncoding, len(reply.Body), reply.Body))
	switch {
	case p.got == int(p.script.json.Get("endAfter").Int()):
		return p.end()
	case p.open > 0:
		return nil
	case p.round < len(p.script.rounds()):
		return exchange.Ask{Calls: p.next()}
	}
	return p.end()
}

// trap runs out of stack, which no guard sees.
func trap(depth int) int {
	if depth == 0 {
		return 0
	}
	return trap(depth+1) + depth
}

func (p *plan) end() exchange.Decision {
	p.answers = append(p.answers, play(p.world, p.script.json.Get("world").Array())...)
	if p.script.text("report") == "sorted" {
		slices.Sort(p.answers)
	}
	switch labels := (exchange.Labels{Method: "tools/list", Server: "puppet"}); p.script.text("end") {
	case "wait":
		return nil
	case "pass":
		labels.Outcome = exchange.Passed
		return exchange.Pass{Labels: labels}
	case "forward":
		labels.Outcome = exchange.Forwarded
		return p.forward(labels)
	default:
		labels.Outcome = exchange.AnsweredHere
		return exchange.Reply{
			Status: 200, Headers: [][2]string{{"content-type", "text/plain"}}, Labels: labels,
			Body: []byte(strings.Join(p.answers, "\n")),
		}
	}
}

func (p *plan) forward(labels exchange.Labels) *exchange.Forward {
	forward := &exchange.Forward{Labels: labels, Headers: []exchange.HeaderEdit{
		exchange.Set(":path", p.script.text("path")), exchange.Remove(Header),
		exchange.Set("x-answers", strings.Join(p.answers, "; ")),
	}}
	if authority := p.script.text("authority"); authority != "" {
		forward.Headers = append(forward.Headers, exchange.Set(":authority", authority))
	}
	if len(p.request.Body) > 0 {
		forward.Body = jsonrpc.Splices{{End: int(p.script.json.Get("cut").Int()), With: p.script.text("insert")}}
		forward.ContentLength = forward.Body.Len(len(p.request.Body))
	}
	if e := p.script.json.Get("editor"); e.Exists() {
		forward.Editor = &editor{script: e, panics: p.script.text("panic")}
	}
	return forward
}
