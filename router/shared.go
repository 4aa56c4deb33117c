package router

import (
	"mcp-router/config"
	"mcp-router/exchange"
	"mcp-router/names"
)

// Shared makes routers that share what their configurations share: thousands of
// rules may inherit the same hundreds of servers. It is for one caller at a time;
// the routers it makes are not bound to it.
type Shared struct {
	names map[namesKey]*names.Names
	edits map[editsKey][][]exchange.HeaderEdit
}

// A configuration inherits lists as they are, so two of them are one when they
// lie in the same place.
type namesKey struct {
	servers    *config.Server
	separators *string
}

type editsKey struct {
	servers      *config.Server
	serverHeader string
}

// New builds the router of a valid configuration.
func (s *Shared) New(cfg *config.Config) *Router {
	if s.names == nil {
		s.names, s.edits = map[namesKey]*names.Names{}, map[editsKey][][]exchange.HeaderEdit{}
	}
	servers := &cfg.Servers[0]
	named := namesKey{servers, &cfg.Separators[0]}
	if s.names[named] == nil {
		s.names[named] = names.New(cfg)
	}
	edited := editsKey{servers, cfg.ServerHeader}
	if s.edits[edited] == nil {
		s.edits[edited] = allEdits(cfg)
	}
	return &Router{cfg: cfg, names: s.names[named], edits: s.edits[edited]}
}

// allEdits are the header edits that each server always needs.
func allEdits(cfg *config.Config) [][]exchange.HeaderEdit {
	edits := make([][]exchange.HeaderEdit, len(cfg.Servers))
	for i := range cfg.Servers {
		edits[i] = fixedEdits(cfg, &cfg.Servers[i])
	}
	return edits
}
