package filter

import (
	"errors"

	"github.com/higress-group/proxy-wasm-go-sdk/proxywasm"
	"github.com/higress-group/proxy-wasm-go-sdk/proxywasm/types"

	"mcp-router/config"
	"mcp-router/exchange"
	"mcp-router/gateway"
	"mcp-router/router"
	"mcp-router/rules"
)

// handler decides about requests. Head sees the headers alone and returns nil
// when it needs the body; then Route sees the whole request, or TooLarge one
// whose body exceeds MaxBodyBytes.
type handler interface {
	Head(*exchange.Request) exchange.Decision
	Route(*exchange.Request) exchange.Decision
	TooLarge(*exchange.Request) exchange.Decision
	MaxBodyBytes() int
	// Wants says what else of a request to read.
	Wants() exchange.Wants
}

// scopes are what the parts of a document do with requests. A nil handler lets
// everything pass.
type scopes struct {
	table *rules.Table
	// global is for the requests that no rule is for, rules are in document order.
	global handler
	rules  []handler
	// doubtful is for requests of which cannot be told whether they are a rule's,
	// hostless for those of which that hangs on a Host that is no host name.
	doubtful, hostless handler
	// wantsAll is set when a handler wants all headers of its requests.
	wantsAll bool
	// only is the one handler of all requests where there is nothing to choose and
	// the facts suffice, which is nearly always; else nil.
	only handler
	// onlyAll is the same where that handler wants all headers.
	onlyAll handler
}

// settle finds out whether there is but one handler, of which only and onlyAll are
// the facts.
func (s *scopes) settle() {
	switch {
	case len(s.rules) > 0:
	case s.wantsAll:
		s.onlyAll = s.global
	default:
		s.only = s.global
	}
}

// newScopes builds the handlers of a document. What has problems stays in the
// way of its own requests: another part would reach servers that it may deny.
func newScopes(doc *config.Document, w world) *scopes {
	shared := new(router.Shared)
	s := &scopes{global: newScope(shared, w, doc.Global, doc.GlobalProblems)}
	matches := make([]rules.Match, len(doc.Rules))
	for i, rule := range doc.Rules {
		matches[i] = rule.Match
		s.rules = append(s.rules, newScope(shared, w, rule.Config, rule.Problems))
	}
	s.table = rules.New(matches)
	if union := doc.Union(); union != nil {
		s.doubtful, s.hostless = router.NotConfigured(union), router.InvalidHost(union)
	}
	for _, h := range append(s.rules, s.global) {
		s.wantsAll = s.wantsAll || h != nil && h.Wants().Headers
	}
	return s
}

func newScope(shared *router.Shared, w world, cfg *config.Config, problems []config.Problem) handler {
	switch {
	case cfg == nil || !cfg.Enable:
		return nil
	case len(problems) > 0:
		return router.NotConfigured(cfg)
	}
	return newHandler(shared, w, cfg)
}

// newHandler builds what decides for a valid configuration. Tests of the filter
// itself put a scripted handler in its place.
var newHandler = func(shared *router.Shared, w world, cfg *config.Config) handler {
	if cfg.Gateway != nil {
		return gateway.New(cfg, w)
	}
	return shared.New(cfg)
}

// find is the handler of the current request, in its header phase. A table by host
// needs its headers. Nobody can tell the route of a request that came with a
// header of ours: the client may have chosen it by that.
func (s *scopes) find(req *exchange.Request, higress bool) handler {
	if len(s.rules) == 0 {
		return s.global
	}
	var request rules.Request
	if s.table.ByHost() && req.Authority.Lines == 1 {
		request.Host.Value, request.Host.Known = rules.Host(req.Authority.Value)
	}
	if s.table.ByRoute() && len(req.Forged) == 0 {
		request.Route = routeFact("route_name", higress)
	}
	if s.table.ByService() && len(req.Forged) == 0 {
		request.Cluster = routeFact("cluster_name", higress)
	}
	rule, ok := s.table.Find(request)
	switch {
	case ok && rule == rules.None:
		return s.global
	case ok:
		return s.rules[rule]
	case s.table.ByHost() && !request.Host.Known:
		return s.hostless
	default:
		return s.doubtful
	}
}

// routeFact is what the host says of a request's route. Higress has no such
// property where there is no route. Stock Envoy never has it, and there nobody
// can tell.
func routeFact(name string, higress bool) rules.Fact {
	value, err := proxywasm.GetProperty([]string{name})
	return rules.Fact{Value: string(value), Known: err == nil || higress && errors.Is(err, types.ErrorStatusNotFound)}
}
