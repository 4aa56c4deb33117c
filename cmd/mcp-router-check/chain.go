package main

import (
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"mcp-router/config"
)

// guards are filters that let clients in. They decide by the route that a
// request has when it comes to them.
var guards = []string{"jwt_authn", "ext_authz", "rbac", "oauth2", "basic_auth", "api_key_auth", "credential_injector"}

// checkOrder checks where the filter of ours at index i stands among filters.
func (r *report) checkOrder(m manager, filters []gjson.Result, i int) {
	path := under(m.place)("http_filters." + member(filters[i], "name").Str)
	if member(filters[i], "disabled").Bool() {
		r.add(warning, path, "is disabled: it runs only for routes and virtual hosts whose typed_per_filter_config switches it on")
	}
	r.checkTerminal(path, filters, i)
	for j, other := range filters {
		name := member(other, "name").Str
		switch {
		case j < i && isTerminal(other):
			r.add(problem, path, "stands after %s, which sends the request away: put it before", name)
		case j > i && isGuard(other):
			r.add(warning, path, "stands before %s, which then judges the server's route and not the client's: put it behind", name)
		}
	}
}

// checkTerminal wants a chain that sends requests away at its end, and only there.
func (r *report) checkTerminal(path string, filters []gjson.Result, ours int) {
	last := filters[len(filters)-1]
	for j, filter := range filters[:len(filters)-1] {
		if j > ours && isTerminal(filter) {
			r.addAt(problem, filter, path, "is in a chain that goes on after %s, which Envoy refuses: that has to be the last filter", member(filter, "name").Str)
		}
	}
	if !isTerminal(last) && (kindOf(last) == "Wasm" || kindOf(last) == "Cors" || isGuard(last)) {
		r.addAt(problem, last, path, "is in a chain that ends with %s, which Envoy refuses: envoy.filters.http.router has to be the last filter", member(last, "name").Str)
	}
	for _, filter := range filters {
		kind := at(filter, "typed_config", "@type").Str
		if !member(filter, "config_discovery").Exists() && (kind == "" || strings.Contains(kind, "/google.protobuf.")) {
			r.addAt(problem, filter, path, "is in a chain with %s, whose typed_config is of no filter: Envoy refuses it", member(filter, "name").Str)
		}
	}
}

func isTerminal(filter gjson.Result) bool {
	kind := kindOf(filter)
	return kind == "Router" || kind == "McpRouter"
}

func isGuard(filter gjson.Result) bool {
	kind := member(filter, "typed_config")
	return slices.ContainsFunc(guards, func(guard string) bool {
		return strings.Contains(member(kind, "@type").Str, "envoy.extensions.filters.http."+guard+".")
	})
}

// kindOf is the short name of the message that configures a filter.
func kindOf(filter gjson.Result) string {
	name := at(filter, "typed_config", "@type").Str
	return name[strings.LastIndexByte(name, '.')+1:]
}

// routerCapabilities are the callbacks and host calls without which requests
// hang, pass unread or cannot be answered, where a capability list is set. What
// the Go runtime needs stands there too: without it the module does not load.
var routerCapabilities = []string{
	"proxy_on_context_create", "proxy_on_vm_start", "proxy_on_configure",
	"proxy_on_request_headers", "proxy_on_request_body", "proxy_on_request_trailers", "proxy_on_delete",
	"proxy_log", "proxy_set_property", "proxy_get_buffer_bytes", "proxy_set_buffer_bytes",
	"proxy_get_header_map_pairs", "proxy_replace_header_map_value", "proxy_remove_header_map_value",
	"proxy_send_local_response", "proxy_call_foreign_function", "proxy_define_metric", "proxy_increment_metric",
	"args_get", "args_sizes_get", "clock_time_get", "environ_get", "environ_sizes_get", "fd_fdstat_get", "fd_fdstat_set_flags",
	"fd_prestat_get", "fd_write", "poll_oneoff", "proc_exit", "random_get", "sched_yield",
}

// checkCapabilities checks that a list of allowed capabilities names what the
// plugin needs. An empty list allows everything.
func (r *report) checkCapabilities(m manager, p gjson.Result, doc *config.Document) {
	const name = "capability_restriction_config"
	path := under(m.place)(name)
	list := at(p, "vm_config", name)
	if list.Exists() {
		path = under(m.place)("vm_config." + name)
	} else {
		list = member(p, name)
	}
	allowed := member(list, "allowed_capabilities")
	if !allowed.Exists() || len(allowed.Map()) == 0 {
		return
	}
	for _, needed := range capabilities(hasGateway(doc)) {
		if _, ok := allowed.Map()[needed]; !ok {
			r.add(problem, path, "lacks %s", needed)
		}
	}
}

// capabilities are those that a mode of the plugin needs.
func capabilities(isGateway bool) []string {
	if isGateway {
		return slices.Concat(routerCapabilities, gatewayOnly)
	}
	return routerCapabilities
}
