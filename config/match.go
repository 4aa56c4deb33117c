package config

import (
	"fmt"
	"strings"

	"github.com/tidwall/gjson"

	"mcp-router/rules"
)

// matchList reads one of the lists that tie a rule to requests.
func matchList(list func(*rules.Match) *[]string, read func(string) (entry, reason string)) func(*reader, string, gjson.Result, *draft) {
	return func(r *reader, at string, v gjson.Result, d *draft) {
		entries, whole := readEntries(r, at, v, MaxMatches, read)
		if len(v.Array()) == 0 {
			r.add(at, "must not be empty")
		}
		*list(&d.match) = entries
		d.match.Any = d.match.Any || !whole
	}
}

var (
	readMatchRoutes        = matchList(func(m *rules.Match) *[]string { return &m.Routes }, matchRoute)
	readMatchRoutePrefixes = matchList(func(m *rules.Match) *[]string { return &m.RoutePrefixes }, matchRoute)
	readMatchDomains       = matchList(func(m *rules.Match) *[]string { return &m.Domains }, matchDomain)
	readMatchServices      = matchList(func(m *rules.Match) *[]string { return &m.Services }, matchService)
)

// checkMatch notes what is wrong with a rule's lists together. Higress's wrapper
// reads one kind and leaves the others out, but for routes and services, of which
// a request has to fit both.
func (d *draft) checkMatch(r *reader, at string) {
	kinds := d.named.matchFields()
	switch {
	case len(kinds) == 0:
		r.add(at, "needs one of %s", strings.Join(matchFields(), ", "))
	case len(kinds) > 1 && !(len(kinds) == 2 && d.named.has(routeField) && d.named.has(serviceField)):
		r.add(at, "must not have %s: one entry is for one kind; write an entry for each", strings.Join(kinds, " beside "))
	}
	m := &d.match
	m.Any = m.Any || len(m.Routes)+len(m.RoutePrefixes)+len(m.Services)+len(m.Domains) == 0
}

const (
	routeField   = "_match_route_"
	serviceField = "_match_service_"
)

// matchFields are the match lists among the fields of a rule.
func (s keySet) matchFields() []string {
	var named []string
	for _, field := range matchFields() {
		if s.has(field) {
			named = append(named, field)
		}
	}
	return named
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

// matchRoute reads the name of a route, or its beginning. Names are compared byte
// for byte: whoever wrote them chose the spelling, no client does.
func matchRoute(s string) (name, reason string) {
	return trimmed(s, "route names", func(s string) bool { return s != "" })
}

// matchService reads a service's name, with a port or without.
func matchService(s string) (service, reason string) {
	if parts := strings.Split(s, "|"); len(parts) == 4 && parts[3] != "" {
		service = parts[3] + ":" + parts[1]
		return service, fmt.Sprintf("must be the service's name, not its cluster's; try %q", service)
	}
	if strings.ContainsAny(s, "/|*") {
		return "", "must be the name of one service, or name:port, as Higress lists it"
	}
	return trimmed(s, "service names", func(s string) bool { return s != "" })
}

// trimmed reads s, which must have no white space or control characters.
func trimmed(s, what string, good func(string) bool) (value, reason string) {
	value = strings.TrimSpace(s)
	switch {
	case s == "":
		return "", "must not be empty"
	case strings.ContainsFunc(value, func(c rune) bool { return c <= ' ' || c == 0x7f }) || !good(value):
		return "", "must not have white space or control characters: " + what + " have none"
	case value != s:
		return value, fmt.Sprintf("must not have white space around it; try %q", value)
	}
	return s, ""
}

// matchDomain reads a host, or a host with a wildcard at one end, and folds its
// spelling as that of requests is folded.
func matchDomain(s string) (domain, reason string) {
	domain, reason = foldDomain(s)
	if reason == "" {
		return domain, ""
	}
	meant := meantHost(s)
	if domain, wrong := foldDomain(meant); wrong == "" && meant != s {
		return domain, reason + fmt.Sprintf("; try %q", meant)
	}
	return "", reason
}

// meantHost is the host within a URL, without port and white space.
func meantHost(s string) string {
	s = strings.TrimSpace(s)
	if _, rest, found := strings.Cut(s, "://"); found {
		s = rest
	}
	s = s[:strings.IndexAny(s+"/", "/?#")]
	s = s[strings.LastIndexByte(s, '@')+1:]
	host, _, _ := splitPort(s)
	return host
}

func foldDomain(s string) (domain, reason string) {
	switch {
	case s == "":
		return "", "must not be empty"
	case s == "*":
		return s, ""
	case strings.ContainsFunc(s, func(c rune) bool { return c <= ' ' || c == 0x7f }):
		return "", "must be a host, without white space"
	case strings.Contains(s, "://"):
		return "", "must be a host, without a scheme"
	case strings.ContainsAny(s, "/?#@"):
		return "", "must be a host and nothing else: rules do not look at paths"
	}
	if host, _, hasPort := splitPort(s); hasPort && !strings.HasPrefix(host, "[") || hasPort && badHost(host) == "" {
		return "", "must be a host without a port: a rule is for every port of a host"
	}
	if strings.Contains(s, "*") {
		return foldWildcard(s)
	}
	if reason := badHost(strings.TrimSuffix(s, ".")); reason != "" {
		return "", reason
	}
	host, _ := rules.Host(s)
	return host, ""
}

// foldWildcard reads "*.example.com" or "example.*". The text beside the wildcard
// need not be whole labels, as in Higress.
func foldWildcard(s string) (domain, reason string) {
	rest, atStart := strings.CutPrefix(s, "*")
	if !atStart {
		rest, _ = strings.CutSuffix(s, "*")
	}
	switch {
	case strings.Contains(rest, "*"):
		return "", `must have at most one "*", at its beginning or its end`
	case len(rest) > maxHostBytes:
		return "", fmt.Sprintf("must not be longer than %d bytes", maxHostBytes)
	}
	if atStart {
		rest = strings.TrimSuffix(rest, ".")
	}
	host, ok := rules.Host(strings.Trim(rest, "."))
	if !ok || strings.Contains(rest, "..") || !atStart && rest[0] == '.' {
		return "", `must be letters, digits, hyphens and dots beside the "*"`
	}
	if rest = strings.ToLower(rest); strings.Trim(rest, ".") != host {
		return "", `must be letters, digits, hyphens and dots beside the "*"`
	}
	if atStart {
		return "*" + rest, ""
	}
	return rest + "*", ""
}
