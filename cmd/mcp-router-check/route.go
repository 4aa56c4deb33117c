package main

import (
	"fmt"
	"strings"

	"github.com/tidwall/gjson"

	"mcp-router/config"
	"mcp-router/exchange"
)

// target is what a route table does with a request.
type target struct {
	// found is unknown when every route that may take the request depends on
	// something that the file does not say.
	found verdict
	host  gjson.Result
	route gjson.Result
	// label names the route in messages.
	label string
}

// routed is the request that the filter makes of a call to the server, as far
// as it is the same for every client.
func routed(cfg *config.Config, server config.Server) request {
	headers := map[string]string{":method": "POST", ":path": server.Path}
	for _, h := range server.Headers {
		headers[h.Name] = h.Value
	}
	if server.Domain != "" {
		headers[":authority"] = server.Domain
	}
	if cfg.ServerHeader != "" {
		headers[cfg.ServerHeader] = server.Name
	}
	path, _, _ := strings.Cut(server.Path, "?")
	return request{path: path, headers: headers}
}

// client is the request as it came.
func client(req *exchange.Request, cfg *config.Config) request {
	path, _, _ := strings.Cut(req.Path.Value, "?")
	return request{path: path, absent: cfg.ServerHeader, headers: map[string]string{":method": req.Method.Value, ":path": req.Path.Value, ":authority": req.Authority.Value}}
}

// findTarget finds the route of a request. Without an authority of its own the
// request may meet any virtual host; the best answer counts then.
func findTarget(routes gjson.Result, req request) target {
	if authority, ok := req.headers[":authority"]; ok {
		host, found := findHost(routes, authority)
		if !found {
			return target{}
		}
		return findRoute(host, req)
	}
	var best target
	for _, host := range member(routes, "virtual_hosts").Array() {
		if t := findRoute(host, req); t.found > best.found || t.found == best.found && t.forwards() && !best.forwards() {
			best = t
		}
	}
	return best
}

// forwards reports whether the route leads to a cluster.
func (t target) forwards() bool { return member(t.route, "route").Exists() }

// findRoute takes the first route that certainly fits, else the first that may.
func findRoute(host gjson.Result, req request) target {
	if member(host, "matcher").Exists() {
		return target{found: unknown, host: host, label: "matcher of " + member(host, "name").String()}
	}
	var best target
	for i, route := range member(host, "routes").Array() {
		if v := matchRoute(member(route, "match"), req); v > best.found {
			best = target{found: v, host: host, route: route, label: routeLabel(host, route, i)}
		}
	}
	return best
}

func routeLabel(host, route gjson.Result, i int) string {
	if name := member(route, "name").Str; name != "" {
		return fmt.Sprintf("route %q", name)
	}
	return fmt.Sprintf("routes[%d] of virtual host %q", i, member(host, "name").Str)
}

// checkRoute makes sure that a call to the server gets to a cluster.
func (r *report) checkRoute(path string, m manager, t target, known clusters, cfg *config.Config, server config.Server) {
	if t.found == no {
		r.addNoRoute(path, member(m.hcm, "route_config"), server)
		return
	}
	if t.found == unknown {
		r.add(note, path, "cannot tell whether %s takes its calls", t.label)
		return
	}
	if !t.forwards() {
		r.add(problem, path, "finds %s, which answers by itself and leads to no cluster", t.label)
		return
	}
	r.checkDestination(path, t, known, cfg, server)
	r.checkRepeats(path, t, cfg)
	r.checkLimits(path, m, t, cfg, server)
}

// checkRepeats warns of what runs a tool more than once. A gateway's calls override
// the retries of their route.
func (r *report) checkRepeats(path string, t target, cfg *config.Config) {
	if cfg.Gateway == nil && retries(t) {
		r.add(warning, path, "finds %s with retry_on: a retried tools/call runs the tool again", t.label)
	}
	if mirrors := policyOf(t, "request_mirror_policies"); len(mirrors.Array()) > 0 {
		r.addAt(warning, mirrors, path, "finds %s with request_mirror_policies: each tools/call is sent a second time", t.label)
	}
}

func (r *report) addNoRoute(path string, routes gjson.Result, server config.Server) {
	plain, _, _ := strings.Cut(server.Path, "?")
	incomplete := member(routes, "vhds").Exists()
	switch host, found := findHost(routes, server.Domain); {
	case incomplete:
		r.add(note, path, "cannot tell whether it has a route: virtual hosts are loaded on demand")
	case server.Domain == "":
		r.add(problem, path+".path", "finds no route: no virtual host has one for %s", plain)
	case !found:
		r.add(problem, path+".domain", "finds no route: no virtual host has the domain %s", server.Domain)
	default:
		r.add(problem, path+".path", "finds no route: %s, which %s belongs to, has none for %s", hostLabel(host), server.Domain, plain)
	}
}

// hostLabel names a virtual host and what it is for.
func hostLabel(host gjson.Result) string {
	var domains []string
	for _, domain := range member(host, "domains").Array() {
		domains = append(domains, domain.String())
	}
	return fmt.Sprintf("virtual host %q (domains %s)", member(host, "name").String(), strings.Join(domains, ", "))
}

// retries reports whether Envoy would send a failed request again. A route's
// own policy replaces its virtual host's.
func retries(t target) bool {
	return member(policyOf(t, "retry_policy"), "retry_on").String() != ""
}
