package main

import (
	"fmt"
	"net/netip"
	"strings"

	"github.com/tidwall/gjson"

	"mcp-router/cmd/mcp-router-check/envoyapi"
)

// checkStart reports what keeps Envoy from its start although every message is
// as it should be: addresses that are none, and names that are given twice.
func (r *report) checkStart(place string, document gjson.Result) {
	path := under(place)
	r.checkAddress(path("admin.address"), at(document, "admin", "address"))
	static := member(document, "static_resources")
	clusters := member(static, "clusters").Array()
	r.checkUnique(path("static_resources.clusters"), clusters, "cluster")
	for i, cluster := range clusters {
		r.checkProtocolOptions(path(fmt.Sprintf("static_resources.clusters[%d]", i)), cluster)
		if kind := member(cluster, "type"); !kind.Exists() || strings.EqualFold(kind.Str, "STATIC") {
			r.checkEndpoints(path(fmt.Sprintf("static_resources.clusters[%d]", i)), cluster)
		}
	}
}

// checkListeners does the same for listeners and their route tables.
func (r *report) checkListeners(place string, listeners []gjson.Result) {
	r.checkUnique(place, listeners, "listener")
	for i, listener := range listeners {
		r.checkAddress(fmt.Sprintf("%s[%d].address", place, i), member(listener, "address"))
	}
	for _, m := range managers(listeners) {
		hosts := at(m.hcm, "route_config", "virtual_hosts").Array()
		r.checkUnique(m.place+".virtual_hosts", hosts, "virtual host")
		r.checkDomains(m.place+".virtual_hosts", hosts)
	}
}

func (r *report) checkUnique(path string, entries []gjson.Result, noun string) {
	seen := map[string]bool{}
	for i, entry := range entries {
		name := member(entry, "name")
		if seen[name.Str] && name.Str != "" {
			r.addAt(problem, name, fmt.Sprintf("%s[%d].name", path, i), "is the name of another %s: Envoy wants each once", noun)
		}
		seen[name.Str] = true
	}
}

// checkDomains wants each domain once in a route table, letter case apart.
func (r *report) checkDomains(path string, hosts []gjson.Result) {
	seen := map[string]bool{}
	for i, host := range hosts {
		for _, domain := range member(host, "domains").Array() {
			name := strings.ToLower(domain.String())
			if seen[name] {
				r.addAt(problem, domain, fmt.Sprintf("%s[%d].domains", path, i), "has %s, which stands in the route table already: Envoy wants each domain once", name)
			}
			seen[name] = true
		}
	}
}

// checkEndpoints wants addresses where Envoy asks no DNS.
func (r *report) checkEndpoints(path string, cluster gjson.Result) {
	for _, locality := range at(cluster, "load_assignment", "endpoints").Array() {
		for _, entry := range member(locality, "lb_endpoints").Array() {
			address := at(entry, "endpoint", "address")
			if socket := at(address, "socket_address", "address"); socket.Str != "" && !isAddress(socket.Str) {
				r.addAt(problem, socket, path, "is STATIC, but %s is no IP address; write type: STRICT_DNS", socket.Str)
			}
		}
	}
}

// checkAddress wants an IP address to listen on.
func (r *report) checkAddress(path string, address gjson.Result) {
	socket := at(address, "socket_address", "address")
	if socket.Str == "" || isAddress(socket.Str) || member(member(address, "socket_address"), "resolver_name").Exists() {
		return
	}
	r.addAt(problem, socket, path, "must be an IP address, without a port; 0.0.0.0 stands for all of them")
}

func isAddress(s string) bool {
	_, err := netip.ParseAddr(s)
	return err == nil
}

// checkAPI reports what Envoy refuses in a message of its API.
func (r *report) checkAPI(place, message string, v gjson.Result) {
	for _, p := range envoyapi.Check(message, v) {
		s := problem
		if p.Unsure {
			s = warning
		}
		r.addAt(s, p.Value, under(place)(p.Path), "%s", p.Message)
	}
}
