package filter

import (
	"mcp-router/config"
	"mcp-router/exchange"
	"mcp-router/mcp"
	"mcp-router/router"
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

// scope is what one configuration, the global one or a rule's, does with
// requests. A nil handler lets everything pass.
type scope struct{ handler handler }

// scopes are all scopes of one plugin configuration.
type scopes struct {
	global *scope
	rules  []*scope
	next   int
}

// newScopes builds the handlers of a document.
func newScopes(doc *config.Document) *scopes {
	s := &scopes{global: newScope(doc.Global, doc.GlobalProblems)}
	for _, rule := range doc.Rules {
		s.rules = append(s.rules, newScope(rule.Config, rule.Problems))
	}
	return s
}

// nextRule hands out the rules' scopes in document order, in which the wrapper
// parses them.
func (s *scopes) nextRule() *scope {
	rule := s.rules[s.next]
	s.next++
	return rule
}

func newScope(cfg *config.Config, problems []config.Problem) *scope {
	switch {
	case len(problems) > 0:
		return &scope{unavailable{cfg, problems[0].String()}}
	case cfg == nil || !cfg.Enable:
		return &scope{}
	case cfg.Gateway != nil:
		return &scope{unavailable{cfg, "gateway mode is not available in this version"}}
	}
	return &scope{newHandler(cfg)}
}

// newHandler builds what decides for a valid configuration. Tests of the filter
// itself put a scripted handler in its place.
var newHandler = func(cfg *config.Config) handler { return router.New(cfg) }

// unavailable answers for a configuration with problems. It stays in the way:
// going on would reach servers that a correct configuration may deny.
type unavailable struct {
	cfg     *config.Config
	problem string
}

func (u unavailable) Head(req *exchange.Request) exchange.Decision {
	if u.cfg != nil && !req.On(u.cfg.Paths) {
		return exchange.Pass{Labels: exchange.Labels{Outcome: exchange.Passed}}
	}
	return exchange.ErrorReply(503, nil, mcp.CodeInternal, "not configured: "+u.problem,
		exchange.Labels{Outcome: exchange.NotConfigured})
}

func (u unavailable) Route(req *exchange.Request) exchange.Decision    { return u.Head(req) }
func (u unavailable) TooLarge(req *exchange.Request) exchange.Decision { return u.Head(req) }
func (u unavailable) MaxBodyBytes() int                                { return 0 }
func (u unavailable) Wants() exchange.Wants                            { return exchange.Wants{} }
