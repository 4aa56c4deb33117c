package main

import (
	"encoding/json"

	"mcp-router/learn"
)

// Of each ranking this many are printed; when fewer commands share a word with
// the intent, others follow in catalogue order until there are atLeast.
const (
	printed = 20
	atLeast = 10
)

// ranked is one entry of a printed ranking.
type ranked struct {
	Tool    string  `json:"tool"`
	Command string  `json:"command"`
	Score   float64 `json:"score"`
}

func ranking(c *learn.Catalogue, intent string) []ranked {
	list := []ranked{}
	seen := map[*learn.Command]bool{}
	for _, m := range c.Rank(intent, printed) {
		seen[m.Command] = true
		list = append(list, ranked{m.Provider.Name, m.Command.Name, m.Score})
	}
	for _, p := range c.Providers() {
		for i := range p.Commands {
			if len(list) >= atLeast {
				return list
			}
			if !seen[&p.Commands[i]] {
				list = append(list, ranked{p.Name, p.Commands[i].Name, 0})
			}
		}
	}
	return list
}

func matchesLine(list []ranked) []byte {
	line, err := json.Marshal(map[string][]ranked{"matches": list})
	if err != nil {
		panic(err) // finite numbers and strings always marshal
	}
	return append(line, '\n')
}
