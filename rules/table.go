// Package rules finds the rule that a request meets, as Higress does: the first
// rule in the order of the document whose lists name the request's host, route or
// service. It is pure and knows no configuration beyond those lists.
package rules

import (
	"math"
	"strings"
)

// Match holds the lists that tie one rule to requests. Entries of all lists are
// alternatives, with one exception: a rule that names both routes and services
// is for requests that fit both.
type Match struct {
	// Routes are names of routes, and RoutePrefixes beginnings of them.
	Routes, RoutePrefixes []string
	// Services are "fqdn" or "fqdn:port", as Higress names its clusters.
	Services []string
	// Domains are hosts as Host spells them. A "*" before or after stands for any
	// run of characters, the empty one included.
	Domains []string
	// Any is set when it cannot be told which requests the rule is for. It then
	// may be each of them.
	Any bool
}

// Fact is something that a host may be able to tell of a request.
type Fact struct {
	Value string
	// Known is false when nobody can tell: the rules of that kind could be for the
	// request or not.
	Known bool
}

// Request is what rules look at. Only the facts that a Table needs have to be
// set.
type Request struct {
	// Host is what the function of that name made of the :authority.
	Host Fact
	// Route is the name of the request's route, "" for none.
	Route Fact
	// Cluster is the name of the route's cluster: direction, port, subset and
	// service name between bars where Higress named it.
	Cluster Fact
}

// Table finds rules. It is immutable and safe for concurrent use.
type Table struct {
	// The maps hold the first rule of each entry, the lists are in rule order.
	hosts, routes, services map[string]int
	hostPatterns            []pattern
	routePrefixes           []pattern
	both                    []pair
	// The first rules by host, other than every host, by route and by service, and
	// the first of which nothing can be told.
	host, route, service, any int
}

// pattern is an entry with a wildcard.
type pattern struct {
	text string
	// suffix is set when the wildcard stands before the text, not behind it.
	suffix bool
	rule   int
}

func (p pattern) fits(s string) bool {
	if p.suffix {
		return strings.HasSuffix(s, p.text)
	}
	return strings.HasPrefix(s, p.text)
}

// pair is a rule by route and service.
type pair struct {
	routes, services map[string]int
	rule             int
}

// None is the place of the rule of a request that no rule is for.
const None = -1

// no rule comes after every rule.
const no = math.MaxInt

// New makes the table of rules in the order of their document.
func New(all []Match) *Table {
	t := &Table{host: no, route: no, service: no, any: no}
	for i, m := range all {
		t.add(i, m)
	}
	return t
}

func (t *Table) add(rule int, m Match) {
	if m.Any {
		t.any = min(t.any, rule)
	}
	if byRouteAndService(m) {
		p := pair{rule: rule}
		note(&p.routes, m.Routes, rule)
		note(&p.services, m.Services, rule)
		t.both = append(t.both, p)
	} else {
		note(&t.routes, m.Routes, rule)
		note(&t.services, m.Services, rule)
	}
	for _, text := range m.RoutePrefixes {
		t.routePrefixes = append(t.routePrefixes, pattern{text: text, rule: rule})
	}
	everyHost := false
	for _, domain := range m.Domains {
		everyHost = everyHost || domain == "*"
		if rest, ok := strings.CutPrefix(domain, "*"); ok {
			t.hostPatterns = append(t.hostPatterns, pattern{rest, true, rule})
		} else if rest, ok := strings.CutSuffix(domain, "*"); ok {
			t.hostPatterns = append(t.hostPatterns, pattern{rest, false, rule})
		} else {
			note(&t.hosts, []string{domain}, rule)
		}
	}
	if len(m.Domains) > 0 && !everyHost {
		t.host = min(t.host, rule)
	}
	if len(m.Routes)+len(m.RoutePrefixes) > 0 {
		t.route = min(t.route, rule)
	}
	if len(m.Services) > 0 {
		t.service = min(t.service, rule)
	}
}

// byRouteAndService reports whether requests have to fit a rule's routes and its
// services. Higress has no other pair of kinds.
func byRouteAndService(m Match) bool {
	return len(m.Routes) > 0 && len(m.Services) > 0 && len(m.Domains) == 0 && len(m.RoutePrefixes) == 0
}

func note(first *map[string]int, entries []string, rule int) {
	for _, entry := range entries {
		if *first == nil {
			*first = map[string]int{}
		}
		if _, taken := (*first)[entry]; !taken {
			(*first)[entry] = rule
		}
	}
}

// ByHost reports whether Find looks at the host of requests.
func (t *Table) ByHost() bool { return t.host < no }

// ByRoute reports whether Find looks at their routes.
func (t *Table) ByRoute() bool { return t.route < no }

// ByService reports whether Find looks at their clusters.
func (t *Table) ByService() bool { return t.service < no }

// Find is the place of the first rule that the request fits, or None. ok is false
// when it cannot be told, because a rule that comes first may be for it or not.
// rule is then that rule.
func (t *Table) Find(r Request) (rule int, ok bool) {
	rule = firstFit(firstOf(t.hosts, r.Host.Value), t.hostPatterns, r.Host.Value)
	rule = firstFit(min(rule, firstOf(t.routes, r.Route.Value)), t.routePrefixes, r.Route.Value)
	service, withPort := serviceNames(r.Cluster.Value)
	rule = min(rule, firstOf(t.services, service), firstOf(t.services, withPort))
	for _, p := range t.both {
		if p.rule < rule && firstOf(p.routes, r.Route.Value) < no && min(firstOf(p.services, service), firstOf(p.services, withPort)) < no {
			rule = p.rule
			break
		}
	}
	if doubt := t.doubt(r); doubt < rule {
		return doubt, false
	}
	if rule == no {
		return None, true
	}
	return rule, true
}

// doubt is the first rule of which cannot be told whether the request fits it.
func (t *Table) doubt(r Request) int {
	doubt := t.any
	if !r.Host.Known {
		doubt = min(doubt, t.host)
	}
	if !r.Route.Known {
		doubt = min(doubt, t.route)
	}
	if !r.Cluster.Known {
		doubt = min(doubt, t.service)
	}
	return doubt
}

func firstOf(entries map[string]int, key string) int {
	if rule, found := entries[key]; found && key != "" {
		return rule
	}
	return no
}

// firstFit is the rule of the first pattern that fits s, unless rule comes before.
func firstFit(rule int, patterns []pattern, s string) int {
	for _, p := range patterns {
		if p.rule >= rule {
			break
		}
		if p.fits(s) {
			return p.rule
		}
	}
	return rule
}

// serviceNames takes "outbound|80||name" for "name" and "name:80". Other
// clusters are nobody's service.
func serviceNames(cluster string) (service, withPort string) {
	parts := strings.Split(cluster, "|")
	if len(parts) != 4 {
		return "", ""
	}
	return parts[3], parts[3] + ":" + parts[1]
}
