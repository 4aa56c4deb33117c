package gateway

import (
	"slices"
	"strings"

	"mcp-router/exchange"
	"mcp-router/mcp"
)

// admit refuses requests that a page in a browser may have sent without its
// user's will: those for a host that is not ours, as DNS rebinding makes them,
// and those from another origin (MCP 2025-11-25, "Security Warning"). It returns
// nil for all others.
func (g *Gateway) admit(req *exchange.Request) exchange.Decision {
	if slices.Contains(g.cfg.Gateway.AllowedHosts, req.Authority.Value) && !req.Origin.Present() {
		return nil // nearly always
	}
	return g.admitOther(req)
}

// admitOther is admit for a host that is not literally one of the allowed, and for
// what comes from a page.
//
//go:noinline
func (g *Gateway) admitOther(req *exchange.Request) exchange.Decision {
	host := strings.ToLower(req.Authority.Value)
	if !g.hostAllowed(host) {
		return forbidden("host "+exchange.Quote(host)+" is not one of gateway.allowedHosts", exchange.ForbiddenHost)
	}
	if !req.Origin.Present() {
		return nil
	}
	origin, ok := single(req, "origin", req.Origin)
	if !ok || !g.originAllowed(strings.ToLower(origin), host) {
		return forbidden("origin "+exchange.Quote(origin)+" is not one of gateway.allowedOrigins", exchange.ForbiddenOrigin)
	}
	return nil
}

func forbidden(message string, outcome exchange.Outcome) exchange.Decision {
	return exchange.ErrorReply(403, nil, mcp.CodeInvalidRequest, message, exchange.Labels{Outcome: outcome})
}

// hostAllowed takes a host for ours. Without a list any is, but on a loopback
// address only loopback names are.
func (g *Gateway) hostAllowed(host string) bool {
	if allowed := g.cfg.Gateway.AllowedHosts; len(allowed) > 0 {
		return slices.Contains(allowed, host) || slices.Contains(allowed, withoutPort(host))
	}
	return isLoopback(host) || !g.world.OnLoopback()
}

// originAllowed takes an origin for a friend of host's, which is allowed.
func (g *Gateway) originAllowed(origin, host string) bool {
	cfg := g.cfg.Gateway
	if slices.Contains(cfg.AllowedOrigins, "*") || slices.Contains(cfg.AllowedOrigins, origin) {
		return true
	}
	_, from, found := strings.Cut(origin, "://")
	if !found { // "null" is every sandboxed page's
		return false
	}
	if isLoopback(from) {
		return isLoopback(host) || g.world.OnLoopback()
	}
	if len(cfg.AllowedHosts) == 0 {
		return from == host
	}
	return slices.Contains(cfg.AllowedHosts, from) || slices.Contains(cfg.AllowedHosts, withoutPort(from))
}

// withoutPort cuts the port off a host.
func withoutPort(host string) string {
	if at := strings.LastIndexByte(host, ':'); at >= 0 && at > strings.LastIndexByte(host, ']') {
		return host[:at]
	}
	return host
}

// isLoopback reports whether a host names this machine: localhost and names
// below it (RFC 6761 section 6.3), 127.0.0.0/8, ::1.
func isLoopback(host string) bool {
	host = withoutPort(host)
	return host == "localhost" || strings.HasSuffix(host, ".localhost") || host == "[::1]" || isLoopbackIPv4(host)
}

func isLoopbackIPv4(host string) bool {
	parts := strings.Split(host, ".")
	if len(parts) != 4 || parts[0] != "127" {
		return false
	}
	for _, part := range parts[1:] {
		if part == "" || len(part) > 3 || strings.Trim(part, "0123456789") != "" {
			return false
		}
	}
	return true
}
