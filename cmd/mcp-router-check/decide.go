package main

import (
	"errors"
	"fmt"
	"io"

	"mcp-router/config"
	"mcp-router/exchange"
	"mcp-router/gateway"
	"mcp-router/router"
	"mcp-router/rules"
)

// handler is a mode of the plugin, as the filter asks it.
type handler interface {
	Head(*exchange.Request) exchange.Decision
	Route(*exchange.Request) exchange.Decision
}

// decide asks the plugin as the filter does: by the headers, then by the body.
func decide(cfg *config.Config, req *exchange.Request) exchange.Decision {
	var h handler = router.New(cfg)
	if cfg.Gateway != nil {
		h = gateway.New(cfg, nowhere{})
	}
	if d := h.Head(req); d != nil {
		return d
	}
	return h.Route(req)
}

// nowhere is the World of a gateway that has just been started and asks nobody.
type nowhere struct{}

func (nowhere) Now() int64                       { return 0 }
func (nowhere) Random(b []byte)                  { clear(b) }
func (nowhere) Load(string) ([]byte, uint32)     { return nil, 0 }
func (nowhere) Save(string, []byte, uint32) bool { return true }
func (nowhere) OnLoopback() bool                 { return false }
func (nowhere) Warn(string)                      {}

// chosen is the configuration that the request meets; nil if it meets none.
func chosen(doc *config.Document, q question) (*config.Config, error) {
	rule := q.rule
	if rule == unsaid {
		matches := make([]rules.Match, len(doc.Rules))
		for i := range doc.Rules {
			matches[i] = doc.Rules[i].Match
		}
		var request rules.Request
		request.Host.Value, request.Host.Known = rules.Host(q.host)
		found, ok := rules.New(matches).Find(request)
		if !ok {
			return nil, errors.New("which rule the request meets hangs on its route, service or host: choose one with -rule, -1 for none")
		}
		rule = found
	}
	switch {
	case rule == rules.None && doc.Global == nil && len(doc.Rules) > 0:
		return nil, errors.New("requests that match no rule pass; choose a rule with -rule")
	case rule == rules.None:
		return doc.Global, nil
	case rule < 0 || rule >= len(doc.Rules):
		return nil, fmt.Errorf("there is no rule %d, only %s", rule, count(len(doc.Rules), "rule"))
	default:
		return doc.Rules[rule].Config, nil
	}
}

// printAsk says whom a gateway would ask before it decides.
func printAsk(w io.Writer, ask exchange.Ask) {
	say(w, "ask: %s first, all at the same time", count(len(ask.Calls), "server"))
	for _, call := range ask.Calls {
		say(w, "  %s: %s, cluster %s, at most %d ms", call.Server, call.Method, call.Cluster, call.TimeoutMs)
	}
	say(w, "  what follows hangs on the answers")
}
