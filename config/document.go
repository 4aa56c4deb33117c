package config

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tidwall/gjson"
)

// draft is what one part of a document, the global one or a rule, is read into.
type draft struct {
	Config
	onConfigError OnConfigError
	pluginID      string
	rules         []gjson.Result
	// matches is set when a match list names something.
	matches bool
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
	if global.standsAlone() {
		global.check(r, "", keySet{})
		d.Global = &global.Config
	}
	d.GlobalProblems = r.problems
	d.Problems = append(d.Problems, r.problems...)
	for _, p := range r.problems {
		d.Unmatchable = d.Unmatchable || fold(p.Path) == fold("_rules_")
	}
	d.reserve(global.ServerHeader)
	for i, v := range global.rules {
		d.readRule(fmt.Sprintf("_rules_[%d]", i), v, global)
	}
}

// reserve notes a part's serverHeader.
func (d *Document) reserve(name string) {
	if name != "" && !slices.Contains(d.ServerHeaders, name) {
		d.ServerHeaders = append(d.ServerHeaders, name)
	}
}

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
func (d *Document) readRule(at string, v gjson.Result, global draft) {
	r := &reader{rule: true}
	rule := draft{Config: global.Config, named: keySet{}}
	if object.fits(r, at, v) {
		rule.named = readObject(r, at, v, rootRows, &rule)
		rule.settle(global.named)
		rule.check(r, at, global.named)
		if !rule.matches {
			r.add(at, "needs one of %s", strings.Join(matchFields(), ", "))
		}
	}
	d.reserve(rule.ServerHeader)
	d.Rules = append(d.Rules, Rule{
		Config:   &rule.Config,
		Problems: append(d.inherited(rule.named), r.problems...),
	})
	d.Problems = append(d.Problems, r.problems...)
	d.Unmatchable = d.Unmatchable || !rule.matches
}

// inherited are the problems of the global part that a rule naming the given
// fields takes over: it must not run on half a configuration either.
func (d *Document) inherited(named keySet) []Problem {
	var problems []Problem
	for _, p := range d.GlobalProblems {
		if field, _, _ := strings.Cut(p.Path, "["); !named.has(field) {
			problems = append(problems, p)
		}
	}
	return problems
}

// matchFields are the names of the lists that tie a rule to requests.
func matchFields() []string {
	var names []string
	for _, w := range rootRows {
		if w.scope == RuleOnly {
			names = append(names, w.name)
		}
	}
	return names
}
