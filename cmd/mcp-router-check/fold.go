package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"mcp-router/config"
)

// ruleMatches are the match lists of a matchRules entry and what Higress's
// controller calls them in the plugin's configuration.
var ruleMatches = [...]struct{ manifest, plugin string }{
	{"ingress", "_match_route_"},
	{"service", "_match_service_"},
	{"domain", "_match_domain_"},
}

// folded is the plugin configuration that Higress's controller makes of a
// WasmPlugin's spec.
type folded struct {
	// text is JSON; empty when the controller leaves the plugin out.
	text string
	// base is the field of spec that the global part comes from.
	base string
	// rules holds, for each entry of _rules_, its place in matchRules.
	rules []int
}

// fold does what the controller does: pluginConfig is taken as it is; else
// defaultConfig, unless disabled, with the enabled matchRules as _rules_.
func fold(spec gjson.Result) folded {
	if given := spec.Get("pluginConfig"); given.IsObject() {
		return folded{text: given.Raw, base: "pluginConfig"}
	}
	f := folded{base: "defaultConfig"}
	base := spec.Get("defaultConfig")
	disabled := spec.Get("defaultConfigDisable").Bool()
	if disabled || base.Type == gjson.Null {
		base = gjson.Parse("{}")
	}
	var rules []string
	for i, rule := range spec.Get("matchRules").Array() {
		if rule.Get("configDisable").Bool() {
			continue
		}
		f.rules = append(f.rules, i)
		rules = append(rules, foldRule(rule))
	}
	switch {
	case len(rules) > 0 && base.IsObject():
		f.text = with(base, [2]string{"_rules_", "[" + strings.Join(rules, ",") + "]"})
	case len(rules) > 0 || !disabled:
		f.text = base.Raw
	}
	return f
}

// foldRule puts a rule's match lists into its configuration.
func foldRule(rule gjson.Result) string {
	base := rule.Get("config")
	if base.Type == gjson.Null {
		base = gjson.Parse("{}")
	}
	if !base.IsObject() {
		return base.Raw
	}
	var lists [][2]string
	for _, match := range ruleMatches {
		if list := rule.Get(match.manifest); list.Type != gjson.Null && list.Raw != "[]" {
			lists = append(lists, [2]string{match.plugin, list.Raw})
		}
	}
	return with(base, lists...)
}

// with is the object with the given members in place of its own of that name.
func with(object gjson.Result, members ...[2]string) string {
	var all []string
	object.ForEach(func(key, value gjson.Result) bool {
		for _, m := range members {
			if key.Str == m[0] {
				return true
			}
		}
		all = append(all, key.Raw+":"+value.Raw)
		return true
	})
	for _, m := range members {
		all = append(all, fmt.Sprintf("%q:%s", m[0], m[1]))
	}
	return "{" + strings.Join(all, ",") + "}"
}

// unfold says where in the spec a problem of the folded configuration is, in
// the spec's terms.
func (f folded) unfold(p config.Problem) config.Problem {
	rest, inRule := strings.CutPrefix(p.Path, "_rules_[")
	number, rest, closed := strings.Cut(rest, "]")
	i, err := strconv.Atoi(number)
	if !inRule || !closed || err != nil || i >= len(f.rules) {
		return config.Problem{Path: under("spec." + f.base)(p.Path), Message: p.Message}
	}
	place := fmt.Sprintf("spec.matchRules[%d]", f.rules[i])
	for _, match := range ruleMatches {
		if tail, ok := strings.CutPrefix(rest, "."+match.plugin); ok {
			return config.Problem{Path: place + "." + match.manifest + tail, Message: p.Message}
		}
	}
	if rest == "" && !strings.HasPrefix(p.Message, "must be") {
		return config.Problem{Path: place, Message: f.unfoldRule(p.Message)}
	}
	return config.Problem{Path: place + ".config" + rest, Message: p.Message}
}

// unfoldRule puts what is wrong with a whole rule in the spec's words.
func (f folded) unfoldRule(message string) string {
	if strings.HasPrefix(message, "needs one of") {
		return "needs one of ingress, service, domain; Higress drops the whole plugin otherwise"
	}
	for _, match := range ruleMatches {
		message = strings.ReplaceAll(message, match.plugin, match.manifest)
	}
	before, rest, found := strings.Cut(message, "_rules_[")
	number, after, _ := strings.Cut(rest, "]")
	if i, err := strconv.Atoi(number); found && err == nil && i < len(f.rules) {
		message = fmt.Sprintf("%sspec.matchRules[%d]%s", before, f.rules[i], after)
	}
	return message
}
