package rules

import "strings"

// Shadowed says of each rule which earlier rule is for all of its requests, so
// that it can never be met itself; None if there is no such rule. Of rules that
// several others take together it names the first. Rules of which it cannot be
// told what they are for are left out.
func Shadowed(all []Match) []int {
	t := New(nil)
	shadows := make([]int, len(all))
	for i, m := range all {
		shadows[i] = None
		if by := t.covers(m); by < no && !m.Any {
			shadows[i] = by
		}
		m.Any = false
		t.add(i, m)
	}
	return shadows
}

// covers is the first rule that takes some of a rule's requests, if earlier ones
// take all of them.
func (t *Table) covers(m Match) int {
	first := no
	for _, taken := range [...]func(Match) (int, bool){t.takesDomains, t.takesRoutes, t.takesServices} {
		by, whole := taken(m)
		if !whole {
			return no
		}
		first = min(first, by)
	}
	return first
}

func (t *Table) takesDomains(m Match) (first int, whole bool) {
	return takes(m.Domains, func(domain string) int {
		before, after, wild := strings.Cut(domain, "*")
		if !wild {
			return firstFit(firstOf(t.hosts, domain), t.hostPatterns, domain)
		}
		for _, p := range t.hostPatterns {
			// "" is the pattern of every host.
			if p.text == "" || p.suffix && before == "" && strings.HasSuffix(after, p.text) || !p.suffix && after == "" && before != "" && strings.HasPrefix(before, p.text) {
				return p.rule
			}
		}
		return no
	})
}

func (t *Table) takesRoutes(m Match) (first int, whole bool) {
	first, whole = takes(m.Routes, func(route string) int { return firstFit(firstOf(t.routes, route), t.routePrefixes, route) })
	prefix, all := takes(m.RoutePrefixes, func(prefix string) int { return firstFit(no, t.routePrefixes, prefix) })
	return min(first, prefix), whole && all
}

func (t *Table) takesServices(m Match) (first int, whole bool) {
	if byRouteAndService(m) {
		return no, true // its routes tell
	}
	return takes(m.Services, func(service string) int {
		rule := firstOf(t.services, service)
		if colon := strings.LastIndexByte(service, ':'); colon >= 0 {
			rule = min(rule, firstOf(t.services, service[:colon]))
		}
		return rule
	})
}

// takes is the first rule that takes one of the entries, and whether each is taken.
func takes(entries []string, by func(string) int) (first int, whole bool) {
	first, whole = no, true
	for _, entry := range entries {
		rule := by(entry)
		first, whole = min(first, rule), whole && rule < no
	}
	return first, whole
}
