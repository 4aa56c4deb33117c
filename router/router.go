// Package router decides what happens to a request in router mode: a
// tools/call whose name has a server's prefix goes to that server, everything
// else goes on untouched. It is pure: facts in, a Decision out.
package router

import (
	"mcp-router/config"
	"mcp-router/exchange"
	"mcp-router/mcp"
	"mcp-router/names"
)

// Router decides for one configuration. It is immutable and safe for
// concurrent use.
type Router struct {
	cfg   *config.Config
	names *names.Names
	// edits are the header edits that each server always needs.
	edits [][]exchange.HeaderEdit
}

// New builds the router of a valid configuration.
func New(cfg *config.Config) *Router { return new(Shared).New(cfg) }

// Wants is nothing: the facts suffice.
func (r *Router) Wants() exchange.Wants { return exchange.Wants{} }

// MaxBodyBytes is the size up to which bodies are to be read.
func (r *Router) MaxBodyBytes() int { return r.cfg.MaxBodyBytes }

// Head decides by the headers alone. It returns nil when the body is needed;
// Route, or TooLarge when it is too long, then has the last word.
func (r *Router) Head(req *exchange.Request) exchange.Decision {
	var why exchange.Why
	switch {
	case len(r.cfg.Paths) > 0 && !req.On(r.cfg.Paths):
		why = exchange.WhyPath
	case req.EndOfStream:
		why = exchange.WhyNoBody
	case req.Method.Value != "POST" || !isJSON(req) || req.ContentEncoding.Present() && req.Coded():
		why = exchange.WhyNotJSON
	default:
		if length, ok := req.BodyLength(); !ok || length <= r.cfg.MaxBodyBytes {
			return nil
		}
		why = exchange.WhyTooLarge
	}
	return r.unread(req, why)
}

// unread decides about a request whose body need not be read.
func (r *Router) unread(req *exchange.Request, why exchange.Why) exchange.Decision {
	if why == exchange.WhyTooLarge {
		return r.TooLarge(req)
	}
	return passed(why, "")
}

func isJSON(req *exchange.Request) bool {
	mediaType := req.ContentType.Value
	return mediaType == exchange.ContentTypeJSON || exchange.IsJSON(mediaType)
}

// TooLarge decides about a request whose body exceeds MaxBodyBytes. Where the
// configuration names paths they are ours, so the client is told; elsewhere it
// may be anybody's upload.
func (r *Router) TooLarge(*exchange.Request) exchange.Decision {
	if len(r.cfg.Paths) == 0 {
		return exchange.Pass{Why: exchange.WhyTooLarge, Labels: exchange.Labels{Outcome: exchange.PassedTooLarge}}
	}
	return exchange.ErrorReply(413, nil, mcp.CodeInvalidRequest, exchange.TooLargeMessage(r.cfg.MaxBodyBytes),
		exchange.Labels{Outcome: exchange.TooLarge})
}

func passed(why exchange.Why, method string) exchange.Pass {
	return exchange.Pass{Why: why, Labels: exchange.Labels{Method: method, Outcome: exchange.Passed}}
}
