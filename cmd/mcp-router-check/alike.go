package main

import (
	"fmt"
	"strings"

	"mcp-router/config"
)

// checkAlike warns of servers whose names differ only by letter case, hyphens
// and underscores: models mix them up.
func (r *report) checkAlike(path func(string) string, doc *config.Document) {
	for _, s := range scopes(doc) {
		first := map[string]int{}
		for i, server := range s.cfg.Servers {
			bare := strings.ToLower(strings.NewReplacer("-", "", "_", "").Replace(server.Name))
			j, seen := first[bare]
			if !seen {
				first[bare] = i
				continue
			}
			r.add(warning, path(under(s.prefix)(fmt.Sprintf("servers[%d].name", i))),
				"is like that of servers[%d] but for letter case, hyphens and underscores: models mix them up", j)
		}
	}
}
