package config

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"mcp-router/rules"
)

// draft is what one part of a document, the global one or a rule, is read into.
type draft struct {
	Config
	onConfigError OnConfigError
	pluginID      string
	rules         []gjson.Result
	match         rules.Match
	// named holds the fields of this part, without inherited ones.
	named keySet
}

// read fills the document from its root object.
func (d *Document) read(root gjson.Result) {
	r := &reader{}
	global := defaults(rootRows)
	global.named = readObject(r, "", root, rootRows, &global)
	d.OnConfigError = global.onConfigError
	d.PluginID = global.pluginID
	global.settle(keySet{})
	global.Enable = global.Enable || r.notes("", "enable")
	if global.standsAlone() {
		global.check(r, "", keySet{})
		d.Global = &global.Config
	}
	if len(global.Paths) == 0 && r.notes("", "paths") {
		d.Global = nil
	}
	d.GlobalProblems = r.problems
	d.reserve(root)
	if r.notes("", "_rules_") {
		d.Rules = append(d.Rules, Rule{Match: rules.Match{Any: true}, Config: &global.Config, Problems: r.problems})
	}
	d.Problems = slices.Concat(r.problems, d.readRules(global))
}

// readRules reads the rules on top of the global part and returns the problems
// that are their own.
func (d *Document) readRules(global draft) []Problem {
	before := len(d.Rules)
	readers := make([]reader, len(global.rules))
	matches := make([]rules.Match, len(global.rules))
	for i, v := range global.rules {
		readers[i].rule = true
		d.readRule(&readers[i], ruleAt(i), v, global)
		matches[i] = d.Rules[before+i].Match
	}
	var problems []Problem
	for i, by := range rules.Shadowed(matches) {
		if r := &readers[i]; by != rules.None {
			r.add(ruleAt(i), "never applies: %s comes first and is for all of its requests; write the narrower rule first, or make one rule of the two", ruleAt(by))
			rule := &d.Rules[before+i]
			rule.Problems = append(rule.Problems, r.problems[len(r.problems)-1])
		}
		problems = append(problems, readers[i].problems...)
	}
	return problems
}

func ruleAt(i int) string { return fmt.Sprintf("_rules_[%d]", i) }

// notes reports whether a field of the part at has a problem, or a second spelling.
func (r *reader) notes(at, field string) bool {
	return slices.ContainsFunc(r.problems, func(p Problem) bool {
		rest, inside := strings.CutPrefix(p.Path, at)
		return inside && fold(fieldOf(strings.TrimPrefix(rest, "."))) == fold(field)
	})
}

// fieldOf is the first field in a JSON path.
func fieldOf(path string) string { return path[:strings.IndexAny(path+"[", ".[")] }

// standsAlone reports whether the global part configures the requests that no
// rule matches. Beside rules it may hold nothing but what they inherit.
func (d *draft) standsAlone() bool {
	if len(d.rules) > 0 {
		return d.named.has("servers")
	}
	own := len(d.named)
	for _, name := range []string{"onConfigError", "_rules_", "_plugin_id_"} {
		if d.named.has(name) {
			own--
		}
	}
	return own > 0
}

// readRule appends the rule that v describes on top of the global part.
func (d *Document) readRule(r *reader, at string, v gjson.Result, global draft) {
	rule := draft{Config: global.Config, named: keySet{}}
	if object.fits(r, at, v) {
		rule.named = readObject(r, at, v, rootRows, &rule)
		rule.settle(global.named)
		rule.check(r, at, global.named)
		rule.checkMatch(r, at)
		rule.Enable = rule.Enable || r.notes(at, "enable")
	} else {
		rule.match.Any = true
	}
	d.reserve(v)
	d.Rules = append(d.Rules, Rule{
		Match:    rule.match,
		Config:   &rule.Config,
		Problems: append(d.inherited(rule.named), r.problems...),
	})
}

// inherited are the problems of the global part that a rule naming the given
// fields takes over: it must not run on half a configuration either.
func (d *Document) inherited(named keySet) []Problem {
	var problems []Problem
	for _, p := range d.GlobalProblems {
		if !named.has(fieldOf(p.Path)) {
			problems = append(problems, p)
		}
	}
	return problems
}
