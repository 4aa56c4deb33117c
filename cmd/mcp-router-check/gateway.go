package main

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"mcp-router/cmd/mcp-router-check/envoyapi"
	"mcp-router/config"
)

// gatewayOnly are the callbacks and host calls that gateway mode needs beside
// routerCapabilities: to ask servers, to share what they said, to edit replies.
var gatewayOnly = []string{
	"proxy_get_property",
	"proxy_on_http_call_response", "proxy_on_response_headers", "proxy_on_response_body", "proxy_on_response_trailers", "proxy_on_log",
	"proxy_http_call", "proxy_continue_stream", "proxy_close_stream", "proxy_set_effective_context",
	"proxy_get_shared_data", "proxy_set_shared_data",
}

// hasGateway reports whether some part of a document is a gateway.
func hasGateway(doc *config.Document) bool {
	for _, s := range scopes(doc) {
		if s.cfg.Gateway != nil {
			return true
		}
	}
	return false
}

// checkGateway checks what a gateway needs of Envoy. Servers' own routes are
// looked at as those of a router are.
func (r *report) checkGateway(path func(string) string, routes gjson.Result, known clusters, s scope) {
	at := func(i int) string { return path(under(s.prefix)(fmt.Sprintf("servers[%d]", i))) }
	for i, server := range s.cfg.Servers {
		if known.lack(server.Cluster) {
			r.add(problem, at(i), "asks cluster %q, which the file does not define", server.Cluster)
		}
		r.checkServersRoute(at(i), findTarget(routes, routed(s.cfg, server)))
	}
	for _, clientPath := range s.cfg.Paths {
		r.checkClientsRoute(path(under(s.prefix)("paths")), routes, clientPath, s.cfg)
	}
}

// checkServersRoute checks what a route of routed calls needs only in a gateway.
func (r *report) checkServersRoute(path string, t target) {
	if t.found != yes || !t.forwards() {
		return
	}
	if at(t.route, "route", "idle_timeout").Type == gjson.Null {
		r.addAt(problem, t.route, path, "finds %s without an idle_timeout: the one of the clients' route stays in force and cuts calls off; write 3600s", t.label)
	}
}

// checkClientsRoute checks the route that clients come in by. Its idle_timeout is
// all that answers those who wait when the worker's VM has crashed.
func (r *report) checkClientsRoute(path string, routes gjson.Result, clientPath string, cfg *config.Config) {
	// The plugin removes a client's copy of the serverHeader.
	t := findTarget(routes, request{path: clientPath, headers: map[string]string{":method": "POST", ":path": clientPath}, absent: cfg.ServerHeader})
	switch {
	case t.found == no:
		r.add(problem, path, "finds no route for %s: clients would get 404", clientPath)
		return
	case t.found != yes:
		r.add(note, path, "cannot tell which route clients of %s take", clientPath)
		return
	}
	r.checkWait(path, t, clientPath, longestWait(cfg))
	if duration := at(t.route, "route", "max_stream_duration", "max_stream_duration"); duration.Exists() {
		if d, ok := envoyapi.Duration(duration); ok && d > 0 && d <= longestWait(cfg) {
			r.addAt(problem, duration, path, "finds %s for %s, whose max_stream_duration of %s is not longer than the %s that servers have to answer (calloutTimeout)", t.label, clientPath, d, longestWait(cfg))
		}
	}
}

// checkWait checks how long Envoy lets a client wait on a route.
func (r *report) checkWait(path string, t target, clientPath string, wait time.Duration) {
	timeout := at(t.route, "route", "idle_timeout")
	set, ok := envoyapi.Duration(timeout)
	switch {
	case !t.forwards():
		r.addAt(problem, t.route, path, "finds %s for %s, which answers by itself and so has no idle_timeout: should the plugin's VM crash, waiting clients would hang; write route: {cluster: …, timeout: 0s, idle_timeout: 30s}, where the cluster may be empty", t.label, clientPath)
	case timeout.Type == gjson.Null:
		r.addAt(problem, t.route, path, "finds %s for %s without an idle_timeout: should the plugin's VM crash, waiting clients would hang; write 30s", t.label, clientPath)
	case !ok: // no duration, which is said elsewhere
	case set == 0:
		r.addAt(problem, timeout, path, "finds %s for %s, whose idle_timeout sets no limit: should the plugin's VM crash, waiting clients would hang", t.label, clientPath)
	case set <= wait:
		r.addAt(problem, timeout, path, "finds %s for %s, whose idle_timeout of %s is not longer than the %s that servers have to answer (calloutTimeout)", t.label, clientPath, set, wait)
	}
}

// longestWait is how long a request may wait for servers: one is opened by two
// calls, and asked by a third.
func longestWait(cfg *config.Config) time.Duration {
	var longest config.Duration
	for _, server := range cfg.Servers {
		longest = max(longest, server.CalloutTimeout)
	}
	return 3 * time.Duration(longest) * time.Millisecond
}

// checkShared warns of a client's credentials that servers of different owners
// get to see: every list is asked of all of them.
func (r *report) checkShared(path func(string) string, doc *config.Document) {
	for _, s := range scopes(doc) {
		var domains []string
		for _, server := range s.cfg.Servers {
			if slices.Contains(server.ForwardHeaders, "authorization") && !containsFold(domains, server.Domain) {
				domains = append(domains, server.Domain)
			}
		}
		if len(domains) > 1 {
			r.add(warning, path(under(s.prefix)("servers")), "forward authorization to %d domains: each list shows a client's token to all of them", len(domains))
		}
	}
}

func containsFold(list []string, s string) bool {
	for _, entry := range list {
		if strings.EqualFold(entry, s) {
			return true
		}
	}
	return false
}
