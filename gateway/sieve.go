package gateway

import (
	"mcp-router/exchange"
	"mcp-router/mcp"
	"mcp-router/session"
)

// sieve keeps a client's headers from a server, all but those that are handed on.
// Its memory is used again from request to request: edits are read before the next
// one is decided.
type sieve struct {
	server *server
	edits  []exchange.HeaderEdit
}

// maxSpareEdits bounds the memory that is kept.
const maxSpareEdits = 64

// AddHeader removes a header, once for every line, unless it is one that the server
// may see or that it gets from us. It implements exchange.HeaderSink.
func (v *sieve) AddHeader(name, _ string) {
	if !v.server.lets(name) {
		v.add(exchange.Remove(name))
	}
}

//go:noinline
func (v *sieve) add(edit exchange.HeaderEdit) { v.edits = append(v.edits, edit) }

// forwardEdits turn a client's request into one that the server may see. They are
// good until the next request's.
func (g *Gateway) forwardEdits(s *server, req *exchange.Request, part session.Server) []exchange.HeaderEdit {
	v := &g.sieve
	if cap(v.edits) > maxSpareEdits {
		v.edits = nil
	}
	v.server, v.edits = s, append(v.edits[:0], s.edits...)
	if part.ID != "" {
		v.add(exchange.Set(mcp.HeaderSessionID, string(part.ID)))
	} else if req.SessionID.Present() {
		v.add(exchange.Remove(mcp.HeaderSessionID))
	}
	if version := &req.ProtocolVersion; version.Lines != 1 || version.Value != part.Version || !mcp.HasVersionHeader(part.Version) {
		v.setVersion(version.Present(), part.Version)
	}
	req.Headers.Each(v)
	return v.edits
}

// setVersion puts the revision that was agreed on with the server in the place of
// the client's.
//
//go:noinline
func (v *sieve) setVersion(present bool, version string) {
	switch {
	case mcp.HasVersionHeader(version):
		v.add(exchange.Set(mcp.HeaderProtocolVersion, version))
	case present:
		v.add(exchange.Remove(mcp.HeaderProtocolVersion))
	}
}
