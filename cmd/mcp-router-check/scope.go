package main

import (
	"fmt"

	"mcp-router/config"
)

// scope is a configuration that some requests meet: the global one or a rule's.
type scope struct {
	cfg *config.Config
	// prefix is put before the paths of its fields: "" or "_rules_[1]".
	prefix string
}

// scopes lists the configurations of a document that are switched on, without
// rules whose servers are the global ones.
func scopes(doc *config.Document) []scope {
	var all []scope
	if doc.Global != nil && doc.Global.Enable {
		all = append(all, scope{cfg: doc.Global})
	}
	for i, rule := range doc.Rules {
		if rule.Config.Enable && !inherits(rule.Config, doc.Global) {
			all = append(all, scope{cfg: rule.Config, prefix: fmt.Sprintf("_rules_[%d]", i)})
		}
	}
	return all
}

// inherits reports whether a rule routes to the very servers of the global part
// and marks its requests like it.
func inherits(rule, global *config.Config) bool {
	if global == nil || !global.Enable || len(rule.Servers) == 0 || len(global.Servers) == 0 {
		return false
	}
	return &rule.Servers[0] == &global.Servers[0] && rule.ServerHeader == global.ServerHeader
}

// largestBody is the greatest maxBodyBytes of a document.
func largestBody(doc *config.Document) int {
	largest := 0
	if doc.Global != nil {
		largest = doc.Global.MaxBodyBytes
	}
	for _, rule := range doc.Rules {
		largest = max(largest, rule.Config.MaxBodyBytes)
	}
	return largest
}
