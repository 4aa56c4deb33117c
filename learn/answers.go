package learn

import (
	"fmt"
	"slices"
	"strings"
)

// How many matches an intent gets, and how near to the best score the others
// must come: with a runner-up further behind, the best alone is right nearly
// always (docs/ranking.md).
const (
	maxMatches = 5
	nearBest   = 0.75
)

// minCoverage is the share of an intent that the best match must hold to be
// trusted; below it all matches are shown, and what the providers are for.
const minCoverage = 0.4

var anyObject = []byte(`{"type":"object"}`)

// root lists the providers. head is put before the list.
func (d *Dispatch) root(head []byte) Step {
	providers := d.visibleProviders()
	rows := make([]row, len(providers))
	for i, p := range providers {
		rows[i] = row{p.Name, p.Description, anyObject}
	}
	return d.overview(providers).rows(head, rows)
}

// commands lists a provider's commands: the raw objects while they take at
// most half of the budget, else a line each.
func (d *Dispatch) commands(p *Provider) Step {
	visible := d.visibleCommands(p)
	c := d.composer([]*Provider{p})
	if missing := p.Missing(); missing != "" {
		c = c.noticing(missing)
	}
	if hidden := len(p.Commands) - len(visible); hidden > 0 {
		c = c.noticing(fmt.Sprintf("Read-only mode: %d more may change something and cannot be run.", hidden))
	}
	if a, ok := whole(c, visible); ok {
		return a
	}
	rows := make([]row, len(visible))
	for i, command := range visible {
		rows[i] = row{command.Name, command.Description, requiredSchema(command)}
	}
	return c.noticing(`Shortened: "learn" with "tool" and "command" gives one command's whole schema.`).rows(nil, rows)
}

func whole(c composer, commands []*Command) (Answer, bool) {
	objects, total := make([][]byte, len(commands)), 0
	for i, command := range commands {
		objects[i] = command.object()
		total += len(objects[i])
	}
	if total > c.budget {
		return Answer{}, false
	}
	a := c.object(nil, objects)
	return a, a.resultSize() <= c.budget/2
}

// oneCommand shows a command. It is the last stop of learning, so the object
// is whole whatever the budget says.
func (d *Dispatch) oneCommand(p *Provider, c *Command) Step {
	if !d.request.Settings.allows(c) {
		return d.refused(p, c)
	}
	return d.composer([]*Provider{p}).object(nil, [][]byte{c.object()})
}

// ranked answers an intent: the commands that fit, then all providers by name.
// A provider keeps its description where the ranking is no answer: it could not
// look into that provider, or knows too little of the intent.
func (d *Dispatch) ranked() Step {
	matches, step := d.matches()
	if step != nil {
		return step
	}
	if len(matches) == 0 {
		return d.root([]byte(`"matches":[],`))
	}
	sure := matches[0].Coverage >= minCoverage
	providers := d.visibleProviders()
	rows := make([]row, len(providers))
	for i, p := range providers {
		rows[i] = row{name: p.Name}
		if !p.Loaded || !sure {
			rows[i].description = p.Description
		}
	}
	c := d.overview(providers)
	names := c
	names.budget = c.budget / 2
	tools := names.rows(nil, rows)
	room := c.budget - tools.resultSize() - sentSize([]byte(`{"matches":[],`))
	json := appendArray([]byte(`{"matches":`), fit(matches, room))
	return learnt(append(append(json, ','), tools.Text[1:]...))
}

// matches ranks the commands for the intent and keeps those near the best. The
// step is not nil when a provider is to be loaded first.
func (d *Dispatch) matches() ([]Match, Step) {
	text := strings.TrimSpace(d.request.Args.Intent + " " + d.request.Args.Command)
	all := d.request.Catalogue.rank(text, maxMatches, func(_ *Provider, c *Command) bool {
		return c == nil || d.request.Settings.allows(c)
	})
	if len(all) == 0 {
		return nil, nil
	}
	best := all[0]
	if best.Command == nil && len(d.tried) < maxIntentLoads {
		if step, wait := d.load(best.Provider, true); wait {
			return nil, step
		}
	}
	return slices.DeleteFunc(all, func(m Match) bool {
		far := m.Score < nearBest*best.Score && best.Coverage >= minCoverage
		return m.Command == nil || far
	}), nil
}

// fit renders matches until the room is used up. A match that is too long is
// shortened to a line and the required names.
func fit(matches []Match, room int) [][]byte {
	var list [][]byte
	for _, m := range matches {
		e := appendMatch(nil, m)
		size := sentSize(e)
		if size > room {
			e = appendShortMatch(nil, m)
			size = sentSize(e)
		}
		if size > room {
			break
		}
		room -= size
		list = append(list, e)
	}
	return list
}

func appendMatch(dst []byte, m Match) []byte {
	return append(appendMatchBody(dst, m, m.Command.Description, m.Command.schema()), '}')
}

func appendShortMatch(dst []byte, m Match) []byte {
	description := line(m.Command.Description, lineLengths[0])
	return append(appendMatchBody(dst, m, description, requiredSchema(m.Command)), `,"shortened":true}`...)
}

func appendMatchBody(dst []byte, m Match, description string, schema []byte) []byte {
	dst = appendString(append(dst, `{"tool":`...), m.Provider.Name)
	dst = appendString(append(dst, `,"command":`...), m.Command.Name)
	dst = appendString(append(dst, `,"description":`...), description)
	return append(append(dst, `,"inputSchema":`...), schema...)
}
