package gateway

import (
	"mcp-router/jsonrpc"
	"mcp-router/listing"
	"mcp-router/mcp"
)

// capabilities are those of servers that anything here depends on, as a set.
type capabilities uint16

const (
	// declared: the server has said what it can do. Without it nobody knows.
	declared capabilities = 1 << iota
	prompts
	resources
	completions
	logging
	// What needs the stream of the server's.
	subscribe
	toolsChanged
	promptsChanged
	resourcesChanged
)

// offered are the members that clients may be offered, in the order in which they
// are told of them; each with what it needs the server's stream for.
var offered = [...]struct {
	name    string
	has     capabilities
	streams []streamed
}{
	{"tools", 0, []streamed{{"listChanged", toolsChanged}}},
	{"prompts", prompts, []streamed{{"listChanged", promptsChanged}}},
	{"resources", resources, []streamed{{"subscribe", subscribe}, {"listChanged", resourcesChanged}}},
	{"completions", completions, nil},
	{"logging", logging, nil},
}

// streamed is a member of a capability that promises notifications.
type streamed struct {
	name string
	has  capabilities
}

// readCapabilities reads a server's raw capabilities. Null, which some send for
// what they cannot do, is absent, and so is all else that is no object.
func readCapabilities(raw []byte) capabilities {
	found := declared
	for i := range offered {
		o := &offered[i]
		member := jsonrpc.Members(raw, jsonrpc.Span{End: len(raw)}, o.name)[0]
		if !member.Present() || raw[member.Start] != '{' {
			continue
		}
		found |= o.has
		for _, s := range o.streams {
			if string(jsonrpc.Members(raw, member.Span, s.name)[0].Of(raw)) == "true" {
				found |= s.has
			}
		}
	}
	return found
}

// may reports whether a server may be asked for something: one of which nothing
// is known may.
func (c capabilities) may(what capabilities) bool {
	return c&declared == 0 || c&what == what
}

// appendCapabilities renders what clients are offered: what some server has, and
// notifications only of the one whose stream they get. Tools always, since servers
// that are away now may be back later.
func appendCapabilities(out []byte, all, stream capabilities) []byte {
	out = append(out, '{')
	for i := range offered {
		o := &offered[i]
		if all&o.has != o.has {
			continue
		}
		if len(out) > 0 && out[len(out)-1] == '}' {
			out = append(out, ',')
		}
		out = append(append(append(out, '"'), o.name...), `":{`...)
		for _, s := range o.streams {
			if stream&s.has == 0 {
				continue
			}
			if out[len(out)-1] != '{' {
				out = append(out, ',')
			}
			out = append(append(append(out, '"'), s.name...), `":true`...)
		}
		out = append(out, '}')
	}
	return append(out, '}')
}

// needs is what a server must have to be asked for a list.
func needs(kind *listing.Kind) capabilities {
	switch kind {
	case listing.Prompts:
		return prompts
	case listing.Resources, listing.Templates:
		return resources
	}
	return 0
}

// offer renders what clients of an era are offered, by what the servers of this
// host have said so far: one that is away may be back when it is asked.
func (g *Gateway) offer(out []byte, era mcp.Era) []byte {
	known, _ := g.health.load()
	var all, stream capabilities
	for i := range g.servers {
		if g.speaks(&g.servers[i], era) == speaksNot {
			continue
		}
		all |= known[i].serves
		if g.servers[i].Name == g.cfg.Gateway.StreamServer {
			stream = known[i].serves
		}
	}
	return appendCapabilities(out, all, stream)
}
