package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"mcp-router/config"
	"mcp-router/nearest"
)

// checkFallback warns of calls that find a route all right, but not one of their
// server's own: they run somewhere else. A gateway's clusters tell by themselves.
func (r *report) checkFallback(path func(string) string, routes gjson.Result, cfg *config.Config, targets []target) {
	for i, server := range cfg.Servers {
		t := targets[i]
		if d, _ := destinationOf(t.route); t.found != yes || !t.forwards() || d.header != "" { // a header may tell servers apart
			continue
		}
		at := path(fmt.Sprintf("servers[%d]", i))
		switch j := slices.IndexFunc(targets[:i], func(other target) bool { return other.found == yes && other.route.Index == t.route.Index }); {
		case isClientsOwn(routes, t, cfg, server):
			r.addAt(warning, t.route, at, "finds %s, which clients' own requests for %s take: its calls go where all go that are not routed; give it a route by its domain, path or serverHeader", t.label, plainPath(server))
		case j >= 0 && looksLike(server, cfg.Servers[j]):
			r.addAt(warning, t.route, at, "finds %s, as servers[%d] does, by the same domain and path: one server gets the calls of both; give each a route, by serverHeader say", t.label, j)
		default:
			r.checkDomain(at, routes, t, server)
		}
	}
}

// plainPath is a server's path without the query.
func plainPath(server config.Server) string {
	plain, _, _ := strings.Cut(server.Path, "?")
	return plain
}

// isClientsOwn reports whether nothing that the plugin does to a call changes its
// route, though the configuration means to: then it is the route that the client's
// request came for.
func isClientsOwn(routes gjson.Result, t target, cfg *config.Config, server config.Server) bool {
	plain := plainPath(server)
	if !slices.Contains(cfg.Paths, plain) || server.Domain == "" && cfg.ServerHeader == "" {
		return false
	}
	if server.Domain != "" && hasDomain(t.host, authorityOf(routes, server)) {
		return false
	}
	came := findRoute(t.host, request{path: plain, headers: map[string]string{":method": "POST", ":path": plain}, absent: cfg.ServerHeader})
	return came.found == yes && came.route.Index == t.route.Index
}

// looksLike reports whether calls to two servers are the same to a route that both
// take.
func looksLike(a, b config.Server) bool {
	return a.Path == b.Path && strings.EqualFold(a.Domain, b.Domain) && !slices.ContainsFunc(a.Headers, func(h config.Header) bool {
		return !slices.Contains(b.Headers, h)
	})
}

// checkDomain warns of a domain that only a virtual host for all takes, beside one
// of nearly the same name.
func (r *report) checkDomain(at string, routes gjson.Result, t target, server config.Server) {
	authority := authorityOf(routes, server)
	if server.Domain == "" || hasDomain(t.host, authority) {
		return
	}
	var domains []string
	for _, host := range member(routes, "virtual_hosts").Array() {
		for _, domain := range member(host, "domains").Array() {
			if domain.String() != "*" {
				domains = append(domains, domain.String())
			}
		}
	}
	if near := nearest.Names(authority, domains, 1); len(near) > 0 {
		r.addAt(warning, t.route, at+".domain", "is of no virtual host but the one for all, where it finds %s; did you mean %s?", t.label, near[0])
	}
}

// hasDomain reports whether a virtual host is for the authority by more than a *.
func hasDomain(host gjson.Result, authority string) bool {
	for _, domain := range member(host, "domains").Array() {
		if matchDomain(strings.ToLower(domain.String()), authority) > anyHost {
			return true
		}
	}
	return false
}

// authorityOf is the server's domain as virtual hosts are compared with it.
func authorityOf(routes gjson.Result, server config.Server) string {
	host := strings.ToLower(server.Domain)
	if member(routes, "ignore_port_in_host_matching").Bool() {
		host = withoutPort(host)
	}
	return host
}
