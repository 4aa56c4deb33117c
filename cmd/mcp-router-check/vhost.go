package main

import (
	"strings"

	"github.com/tidwall/gjson"
)

// findHost picks the virtual host for an :authority as Envoy does: the exact
// domain, then the longest suffix ("*.example.com"), then the longest prefix
// ("mcp.*"), then "*". Letter case does not count.
//
// Envoy's strip_any_host_port and strip_matching_host_port play no part here:
// they act when a request comes in, before the filter sets the authority.
func findHost(routes gjson.Result, authority string) (gjson.Result, bool) {
	host := strings.ToLower(authority)
	if member(routes, "ignore_port_in_host_matching").Bool() {
		host = withoutPort(host)
	}
	var found gjson.Result
	best := noMatch
	for _, candidate := range member(routes, "virtual_hosts").Array() {
		for _, domain := range member(candidate, "domains").Array() {
			if rank := matchDomain(strings.ToLower(domain.String()), host); rank > best {
				found, best = candidate, rank
			}
		}
	}
	return found, best > noMatch
}

// Domains are ranked by their kind, then by their length.
const (
	noMatch   = 0
	anyHost   = 1
	prefixed  = 1 << 10
	suffixed  = 2 << 10
	exactHost = 3 << 10
)

// matchDomain ranks how well a domain of a virtual host fits host. A wildcard
// stands for at least one character.
func matchDomain(domain, host string) int {
	switch {
	case domain == "*":
		return anyHost
	case domain == host:
		return exactHost
	case strings.HasPrefix(domain, "*") && len(host) >= len(domain) && strings.HasSuffix(host, domain[1:]):
		return suffixed + len(domain)
	case strings.HasSuffix(domain, "*") && len(host) >= len(domain) && strings.HasPrefix(host, domain[:len(domain)-1]):
		return prefixed + len(domain)
	default:
		return noMatch
	}
}

// withoutPort cuts the port off, heeding the brackets of an IPv6 address.
func withoutPort(host string) string {
	colon := strings.LastIndexByte(host, ':')
	if colon < 0 || colon < strings.LastIndexByte(host, ']') {
		return host
	}
	return host[:colon]
}
