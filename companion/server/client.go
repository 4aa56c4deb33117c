package server

import (
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcp-router/companion/provider"
)

// sessionCapabilities reads what a session-era client declared when it
// initialised.
func sessionCapabilities(p *mcp.InitializeParams) provider.Capabilities {
	if p == nil || p.Capabilities == nil {
		return 0
	}
	var c provider.Capabilities
	if s := p.Capabilities.Sampling; s != nil {
		c |= provider.CanSample
		if s.Tools != nil {
			c |= provider.CanSampleTools
		}
	}
	// {} means forms, as before URLs could be elicited.
	if e := p.Capabilities.Elicitation; e != nil && (e.Form != nil || e.URL == nil) {
		c |= provider.CanElicit
	}
	return c
}

// requestCapabilities reads what a stateless client declared in the request's
// _meta.
func requestCapabilities(meta mcp.Meta) provider.Capabilities {
	declared, _ := meta[mcp.MetaKeyClientCapabilities].(map[string]any)
	var c provider.Capabilities
	if s, ok := declared["sampling"].(map[string]any); ok {
		c |= provider.CanSample
		if _, ok := s["tools"].(map[string]any); ok {
			c |= provider.CanSampleTools
		}
	}
	if e, ok := declared["elicitation"].(map[string]any); ok {
		_, form := e["form"].(map[string]any)
		_, url := e["url"].(map[string]any)
		if form || !url {
			c |= provider.CanElicit
		}
	}
	return c
}

// isStateless says whether a request belongs to the era without sessions: the
// request itself says so, whatever the connection did before.
func isStateless(meta mcp.Meta) bool {
	v, _ := meta[mcp.MetaKeyProtocolVersion].(string)
	return v >= provider.StatelessVersion
}

// forwardedMeta is what of a request's _meta a provider gets: trace context and
// the like, but not what concerns our own leg.
func forwardedMeta(meta mcp.Meta) mcp.Meta {
	var out mcp.Meta
	for k, v := range meta {
		if k == "progressToken" || strings.HasPrefix(k, "io.modelcontextprotocol/") {
			continue
		}
		if out == nil {
			out = mcp.Meta{}
		}
		out[k] = v
	}
	return out
}
