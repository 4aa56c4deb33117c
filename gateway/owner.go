package gateway

import (
	"fmt"

	"mcp-router/exchange"
	"mcp-router/jsonrpc"
	"mcp-router/listing"
	"mcp-router/mcp"
	"mcp-router/session"
)

// A place is a list in which owners of a URI are looked for.
type place struct {
	kind *listing.Kind
	find func(list *listing.Merged, uri string) [][4]byte
}

// resourcePlaces say whose a resource is: of who lists it, else of who has a
// template for it, else of who shows the results of its tools by it.
var resourcePlaces = []place{
	{listing.Resources, (*listing.Merged).Owners},
	{listing.Templates, (*listing.Merged).TemplateOwners},
	{listing.Tools, (*listing.Merged).UIOwners},
}

// owner finds the server of a URI and hands it on, nil when no list tells; missing
// then says that some server's list is not there. Of two servers neither is
// guessed to be meant.
func (g *Gateway) owner(m *message, uri string, places []place, missing bool, then func(s *server, missing bool) exchange.Decision) exchange.Decision {
	g.hurry(m)
	if len(places) == 0 {
		return then(nil, missing)
	}
	return g.merged(m, places[0].kind, func(list *listing.Merged, _ *lister) exchange.Decision {
		switch owners := g.known(places[0].find(list, uri)); len(owners) {
		case 0:
			return g.owner(m, uri, places[1:], missing || !list.Whole(), then)
		case 1:
			return then(owners[0], missing)
		default:
			return m.refuse(mcp.CodeInvalidParams, fmt.Sprintf("resource %s is on several servers: %s and %s",
				exchange.Quote(uri), exchange.Quote(owners[0].Name), exchange.Quote(owners[1].Name)), exchange.Ambiguous)
		}
	})
}

// known are the servers that a list calls by their identities.
func (g *Gateway) known(identities [][4]byte) (servers []*server) {
	for _, identity := range identities {
		for i := range g.servers {
			if g.servers[i].identity == session.Hash(identity) {
				servers = append(servers, &g.servers[i])
			}
		}
	}
	return servers
}

// uri reads params.uri.
func (m *message) uri() (uri string, refusal exchange.Decision) {
	member := m.inParams("uri")[0]
	if member.Again {
		return "", m.malformed(mcp.CodeInvalidRequest, "params.uri is given more than once", exchange.Ambiguous)
	}
	return m.uriAt(member.Span, "params.uri")
}

func (m *message) uriAt(at jsonrpc.Span, member string) (uri string, refusal exchange.Decision) {
	uri, ok := jsonrpc.Text(at.Of(m.Body), listing.MaxURI+1)
	switch {
	case !ok:
		return "", m.refuse(mcp.CodeInvalidParams, member+" must be a string", exchange.BadRequest)
	case len(uri) > listing.MaxURI:
		return "", m.refuse(mcp.CodeInvalidParams, fmt.Sprintf("%s is longer than %d bytes", member, listing.MaxURI), exchange.BadRequest)
	}
	return uri, nil
}
