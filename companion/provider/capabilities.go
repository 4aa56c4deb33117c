package provider

import "github.com/modelcontextprotocol/go-sdk/mcp"

// Capabilities is the set of things a caller's client can be asked for. What a
// provider is told it may ask is exactly this set, so a provider that would
// ask for consent can tell when nobody could give it.
type Capabilities uint8

// What a client may declare.
const (
	CanSample Capabilities = 1 << iota
	CanSampleTools
	CanElicit
)

// Has says whether the set holds any of what.
func (c Capabilities) Has(what Capabilities) bool { return c&what != 0 }

// client is the set as it is declared to a provider. URL elicitation is not
// passed on: its completion comes after the call, when nobody can tell any
// more whom it is for.
func (c Capabilities) client() *mcp.ClientCapabilities {
	declared := &mcp.ClientCapabilities{}
	if c.Has(CanSample) {
		declared.Sampling = &mcp.SamplingCapabilities{}
	}
	if c.Has(CanSampleTools) {
		declared.Sampling.Tools = &mcp.SamplingToolsCapabilities{}
	}
	if c.Has(CanElicit) {
		declared.Elicitation = &mcp.ElicitationCapabilities{Form: &mcp.FormElicitationCapabilities{}}
	}
	return declared
}
