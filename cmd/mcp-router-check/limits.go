package main

import (
	"time"

	"github.com/tidwall/gjson"

	"mcp-router/cmd/mcp-router-check/envoyapi"
	"mcp-router/config"
)

const (
	// defaultTimeout is the timeout of a route without one.
	defaultTimeout = 15 * time.Second
	// patience is how long a tool may at least run, and say nothing.
	patience = time.Minute
)

// checkLimits warns of what ends calls to a server too early.
func (r *report) checkLimits(path string, m manager, t target, cfg *config.Config, server config.Server) {
	action := member(t.route, "route")
	if cfg.Gateway == nil { // whose calls override the route's timeout
		r.checkTimeout(path, t)
	}
	for _, limit := range []struct {
		name  string
		value gjson.Result
	}{
		{"max_stream_duration", at(action, "max_stream_duration", "max_stream_duration")},
		{"retry_policy.per_try_timeout", member(policyOf(t, "retry_policy"), "per_try_timeout")},
		{"retry_policy.per_try_idle_timeout", member(policyOf(t, "retry_policy"), "per_try_idle_timeout")},
	} {
		if d, ok := envoyapi.Duration(limit.value); ok && d > 0 && (d < patience || d < callTimeout(server)) {
			r.addAt(warning, limit.value, path, "finds %s, whose %s of %s cuts calls off", t.label, limit.name, d)
		}
	}
	r.checkIdle(path, m, t, cfg, server)
}

// checkClusterLimit warns of a cluster that ends every request to it.
func (r *report) checkClusterLimit(path string, cluster gjson.Result) {
	options := at(cluster, "typed_extension_protocol_options").Get(gjsonName(httpOptions[0]))
	duration := at(options, "common_http_protocol_options", "max_stream_duration")
	if d, ok := envoyapi.Duration(duration); ok && d > 0 && d < patience {
		r.addAt(warning, duration, path, "is in cluster %q, whose max_stream_duration of %s cuts calls off", member(cluster, "name").String(), d)
	}
}

// checkTimeout warns of a route that cuts off calls of a router.
func (r *report) checkTimeout(path string, t target) {
	timeout := at(t.route, "route", "timeout")
	d, ok := envoyapi.Duration(timeout)
	switch {
	case timeout.Type == gjson.Null:
		r.addAt(warning, t.route, path, "finds %s without a timeout: Envoy cuts a tool off after 15s; timeout: 0s sets no limit", t.label)
	case ok && d > 0 && d < defaultTimeout:
		r.addAt(warning, timeout, path, "finds %s, whose timeout cuts a tool off after %s; timeout: 0s sets no limit", t.label, d)
	}
}

// checkIdle warns of calls that are cut off because they say nothing. A route's
// idle_timeout counts in place of the listener's stream_idle_timeout.
func (r *report) checkIdle(path string, m manager, t target, cfg *config.Config, server config.Server) {
	name, timeout := "idle_timeout", at(t.route, "route", "idle_timeout")
	if timeout.Type == gjson.Null {
		if cfg.Gateway != nil {
			return // the clients' route's stays in force, which is said elsewhere
		}
		name, timeout = "stream_idle_timeout", member(m.hcm, "stream_idle_timeout")
	}
	d, ok := envoyapi.Duration(timeout)
	switch limit := callTimeout(server); {
	case !ok || d == 0:
	case d < patience:
		r.addAt(warning, timeout, path, "is cut off by the %s of %s when a tool says nothing for so long; write 3600s", name, d)
	case d < limit:
		r.addAt(warning, timeout, path, "is cut off by the %s of %s when a tool says nothing for so long, before its callTimeout of %s", name, d, limit)
	}
}

// callTimeout is how long a call of a gateway may take; 0 for any time.
func callTimeout(server config.Server) time.Duration {
	return time.Duration(server.CallTimeout) * time.Millisecond
}

// checkOtherRoutes checks the routes that no server has. A router lets clients'
// other requests go by them, event streams too; a gateway lets none.
func (r *report) checkOtherRoutes(m manager, known clusters, servers []target, isGateway bool) {
	routes := member(m.hcm, "route_config")
	taken := map[int]bool{}
	for _, t := range servers {
		taken[t.route.Index] = true
	}
	for _, host := range member(routes, "virtual_hosts").Array() {
		for i, route := range member(host, "routes").Array() {
			if taken[route.Index] {
				continue
			}
			d, _ := destinationOf(route)
			for _, name := range d.clusters {
				if known.lack(name) {
					r.addAt(problem, route, m.place, "%s leads to cluster %q, which the file does not define", routeLabel(host, route, i), name)
				}
			}
			timeout := at(route, "route", "timeout")
			if d, ok := envoyapi.Duration(timeout); ok && d > 0 && d < defaultTimeout && !isGateway {
				r.addAt(warning, timeout, m.place, "%s has a timeout of %s: it cuts off clients that come in by it, and their event streams; timeout: 0s sets no limit", routeLabel(host, route, i), d)
			}
		}
	}
}

// policyOf is a policy of a route, else of its virtual host.
func policyOf(t target, name string) gjson.Result {
	if policy := at(t.route, "route", name); policy.Exists() {
		return policy
	}
	return member(t.host, name)
}

// checkStreams warns of settings of the listener that harm the plugin's requests.
func (r *report) checkStreams(m manager) {
	path := under(m.place)
	duration := at(m.hcm, "common_http_protocol_options", "max_stream_duration")
	if d, ok := envoyapi.Duration(duration); ok && d > 0 && d < patience {
		r.addAt(warning, duration, path("common_http_protocol_options.max_stream_duration"), "ends every call and every event stream after %s", d)
	}
	if on, _ := envoyapi.Bool(member(m.hcm, "proxy_100_continue")); on {
		r.addAt(warning, member(m.hcm, "proxy_100_continue"), path("proxy_100_continue"), "should be left out: a client that waits for the 100 before it sends the body would wait in vain")
	}
	on, _ := envoyapi.Bool(member(m.hcm, "stream_error_on_invalid_http_message"))
	override := at(m.hcm, "http_protocol_options", "override_stream_error_on_invalid_http_message")
	if overridden, ok := envoyapi.Bool(override); ok {
		on = overridden
	}
	if !on {
		r.addAt(warning, m.hcm, path("stream_error_on_invalid_http_message"), "should be true: Envoy closes the client's connection after each 400 of the plugin otherwise")
	}
}
