package server

import (
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// capabilities is the set of things a caller's client can be asked for. What a
// provider is told it may ask is exactly this set, so a provider that would
// ask for consent can tell when nobody could give it.
type capabilities uint8

const (
	canSample capabilities = 1 << iota
	canSampleTools
	canElicit
)

func (c capabilities) has(what capabilities) bool { return c&what != 0 }

// client is the set as it is declared to a provider. URL elicitation is not
// passed on: its completion comes after the call, when nobody can tell any
// more whom it is for.
func (c capabilities) client() *mcp.ClientCapabilities {
	declared := &mcp.ClientCapabilities{}
	if c.has(canSample) {
		declared.Sampling = &mcp.SamplingCapabilities{}
	}
	if c.has(canSampleTools) {
		declared.Sampling.Tools = &mcp.SamplingToolsCapabilities{}
	}
	if c.has(canElicit) {
		declared.Elicitation = &mcp.ElicitationCapabilities{Form: &mcp.FormElicitationCapabilities{}}
	}
	return declared
}

// sessionCapabilities reads what a session-era client declared when it
// initialised.
func sessionCapabilities(p *mcp.InitializeParams) capabilities {
	if p == nil || p.Capabilities == nil {
		return 0
	}
	var c capabilities
	if s := p.Capabilities.Sampling; s != nil {
		c |= canSample
		if s.Tools != nil {
			c |= canSampleTools
		}
	}
	// {} means forms, as before URLs could be elicited.
	if e := p.Capabilities.Elicitation; e != nil && (e.Form != nil || e.URL == nil) {
		c |= canElicit
	}
	return c
}

// requestCapabilities reads what a stateless client declared in the request's
// _meta.
func requestCapabilities(meta mcp.Meta) capabilities {
	declared, _ := meta[mcp.MetaKeyClientCapabilities].(map[string]any)
	var c capabilities
	if s, ok := declared["sampling"].(map[string]any); ok {
		c |= canSample
		if _, ok := s["tools"].(map[string]any); ok {
			c |= canSampleTools
		}
	}
	if e, ok := declared["elicitation"].(map[string]any); ok {
		_, form := e["form"].(map[string]any)
		_, url := e["url"].(map[string]any)
		if form || !url {
			c |= canElicit
		}
	}
	return c
}

// statelessVersion is the first revision without sessions.
const statelessVersion = "2026-07-28"

// isStateless says whether a request belongs to the era without sessions: the
// request itself says so, whatever the connection did before.
func isStateless(meta mcp.Meta) bool {
	v, _ := meta[mcp.MetaKeyProtocolVersion].(string)
	return v >= statelessVersion
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
