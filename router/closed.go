package router

import (
	"mcp-router/config"
	"mcp-router/exchange"
	"mcp-router/jsonrpc"
	"mcp-router/mcp"
	"mcp-router/names"
)

// Closed stands in the way of calls where no configuration can serve them: it
// refuses every tools/call whose name has a prefix, and whatever else a Router
// would refuse to read or could not tell from one. Everything else passes.
type Closed struct {
	calls   *Router
	status  uint32
	code    int
	message string
	outcome exchange.Outcome
}

// NotConfigured is for the requests of a configuration with problems. Of cfg,
// what could be read, it uses the paths and the separators. The client is not
// told what is wrong: that may be secret, and is in the log.
func NotConfigured(cfg *config.Config) *Closed {
	return &Closed{refuser(cfg), 503, mcp.CodeInternal, "not configured", exchange.NotConfigured}
}

// InvalidHost is for requests of which a rule by host cannot be chosen, since
// their Host is no host name. cfg holds the paths and separators of all rules.
func InvalidHost(cfg *config.Config) *Closed {
	return &Closed{refuser(cfg), 400, mcp.CodeInvalidRequest, "header Host is not a host name", exchange.InvalidHost}
}

// refuser is a router without servers, which so refuses each prefixed name.
func refuser(cfg *config.Config) *Router {
	closed := &config.Config{
		Enable: true, Paths: cfg.Paths, Separators: cfg.Separators, MaxBodyBytes: cfg.MaxBodyBytes,
		UnknownServer: config.RejectUnknown,
	}
	return &Router{cfg: closed, names: names.New(closed)}
}

// Wants is nothing: the facts suffice.
func (c *Closed) Wants() exchange.Wants { return c.calls.Wants() }

// MaxBodyBytes is the size up to which bodies are to be read.
func (c *Closed) MaxBodyBytes() int { return c.calls.MaxBodyBytes() }

// Head decides by the headers alone, or returns nil when the body is needed.
func (c *Closed) Head(req *exchange.Request) exchange.Decision {
	return c.instead(req, c.calls.Head(req))
}

// Route decides about a request whose whole body has arrived.
func (c *Closed) Route(req *exchange.Request) exchange.Decision {
	return c.instead(req, c.calls.Route(req))
}

// TooLarge decides about a request whose body exceeds MaxBodyBytes.
func (c *Closed) TooLarge(req *exchange.Request) exchange.Decision {
	return c.instead(req, c.calls.TooLarge(req))
}

// instead gives the one answer for every refusal of the router. A notification
// gets it too: a server that does not accept one must say so by its status (MCP
// 2025-03-26, "Sending messages to the server").
func (c *Closed) instead(req *exchange.Request, d exchange.Decision) exchange.Decision {
	reply, refused := d.(exchange.Reply)
	if !refused {
		return d
	}
	labels := exchange.Labels{Method: reply.Labels.Method, Outcome: c.outcome}
	return exchange.ErrorReply(c.status, idOf(req.Body), c.code, c.message, labels)
}

// idOf is the id that an answer to the message carries, nil if it has none that
// can be told.
func idOf(body []byte) []byte {
	message, err := jsonrpc.Scan(body)
	id := message.ID.Of(body)
	if err != nil || message.AmbiguousID || !jsonrpc.ValidID(id) {
		return nil
	}
	return id
}
