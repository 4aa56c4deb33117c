package main

import (
	"fmt"

	"mcp-router/config"
)

// checkRules refuses rules of kinds that only Higress can apply: stock Envoy does
// not tell modules the names of routes, and its clusters are not Higress's.
func (r *report) checkRules(path func(string) string, doc *config.Document) {
	for i, rule := range doc.Rules {
		for _, kind := range []struct {
			field   string
			entries []string
		}{
			{"_match_route_", rule.Match.Routes},
			{"_match_route_prefix_", rule.Match.RoutePrefixes},
			{"_match_service_", rule.Match.Services},
		} {
			if len(kind.entries) > 0 {
				r.add(problem, path(fmt.Sprintf("_rules_[%d].%s", i, kind.field)), "applies in Higress only: here calls that may be the rule's are answered 503; write _match_domain_")
			}
		}
	}
}
