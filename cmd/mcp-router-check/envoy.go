package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"mcp-router/cmd/mcp-router-check/envoyapi"
	"mcp-router/config"
)

// manager is an HTTP connection manager of a listener.
type manager struct {
	place    string
	listener gjson.Result
	hcm      gjson.Result
}

// checkManagers checks every filter of ours in the connection managers of the
// listeners.
func (r *report) checkManagers(place string, listeners []gjson.Result, known clusters) {
	for _, m := range managers(listeners) {
		m.place = under(place)(m.place)
		filters := member(m.hcm, "http_filters").Array()
		r.checkPerFilter(m, filters)
		for i, filter := range filters {
			if isDiscovered(filter) {
				r.add(note, under(m.place)("http_filters."+member(filter, "name").Str), "cannot tell what it is configured with: config_discovery loads it")
				continue
			}
			if p, ok := pluginConfig(filter); ok {
				r.checkFilter(m, p, known)
				r.checkOrder(m, filters, i)
				r.checkCORS(m, filters, i)
			}
		}
	}
}

// managers finds the connection managers of listeners.
func managers(listeners []gjson.Result) []manager {
	var all []manager
	for i, listener := range listeners {
		place := fmt.Sprintf("listeners[%d]", i)
		if name := member(listener, "name").Str; name != "" {
			place = fmt.Sprintf("listeners[%s]", name)
		}
		chains := member(listener, "filter_chains").Array()
		if last := member(listener, "default_filter_chain"); last.Exists() {
			chains = append(chains, last)
		}
		for _, chain := range chains {
			for _, filter := range member(chain, "filters").Array() {
				if hcm, ok := typed(filter, "HttpConnectionManager"); ok {
					all = append(all, manager{place: place, listener: listener, hcm: hcm})
				}
			}
		}
	}
	return all
}

// isDiscovered reports whether a filter that may be ours gets its configuration
// elsewhere (ECDS).
func isDiscovered(filter gjson.Result) bool {
	discovery := member(filter, "config_discovery")
	types := member(discovery, "type_urls").Array()
	wasm := slices.ContainsFunc(types, func(t gjson.Result) bool { return strings.HasSuffix(t.Str, ".Wasm") })
	return discovery.Exists() && (wasm || looksLikeOurs([]string{member(filter, "name").Str}))
}

// typed returns a filter's typed_config if it is of the given message type,
// also when it is wrapped in a TypedStruct.
func typed(filter gjson.Result, message string) (gjson.Result, bool) {
	v := member(filter, "typed_config")
	name := member(v, "@type").Str
	if strings.HasSuffix(name, ".TypedStruct") {
		name, v = member(v, "type_url").Str, member(v, "value")
	}
	return v, strings.HasSuffix(name, "."+message)
}

// pluginConfig returns the PluginConfig of an HTTP filter that is a Wasm filter
// of ours.
func pluginConfig(filter gjson.Result) (gjson.Result, bool) {
	wasm, ok := typed(filter, "Wasm")
	if !ok {
		return wasm, false
	}
	p := member(wasm, "config")
	names := []string{
		member(filter, "name").Str, member(p, "name").Str, member(p, "root_id").Str,
		at(p, "vm_config", "code", "local", "filename").Str,
	}
	text, _ := configuration(p)
	return p, looksLikeOurs(names, gjson.Parse(text))
}

// configuration is the text that Envoy hands to the plugin: a StringValue as it
// is, a Struct as JSON. known is false for other messages.
func configuration(p gjson.Result) (text string, known bool) {
	v := member(p, "configuration")
	name := member(v, "@type").Str
	switch {
	case !v.Exists():
		return "", true
	case strings.HasSuffix(name, "google.protobuf.StringValue"):
		return member(v, "value").String(), true
	case strings.HasSuffix(name, "google.protobuf.Struct"):
		return member(v, "value").Raw, true
	default:
		return "", false
	}
}

func (r *report) checkFilter(m manager, p gjson.Result, known clusters) {
	doc, ok := r.checkConfiguration(m.place, p)
	if !ok {
		return
	}
	routes := member(m.hcm, "route_config")
	r.plugins = append(r.plugins, plugin{doc: doc, routes: routes})
	r.checkHost(m, p, doc)
	r.checkCapabilities(m, p, doc)
	if len(doc.Problems) > 0 {
		return
	}
	if !routes.Exists() {
		r.add(note, m.place, "cannot tell whether the servers have routes: the route table is not in this file")
		return
	}
	r.checkScopes(m, doc, known)
}

// checkScopes checks the routes of every configuration that requests may meet.
func (r *report) checkScopes(m manager, doc *config.Document, known clusters) {
	routes := member(m.hcm, "route_config")
	var all []target
	for _, s := range scopes(doc) {
		path := func(at string) string { return under(m.place)(under(s.prefix)(at)) }
		var targets []target
		for i, server := range s.cfg.Servers {
			t := findTarget(routes, routed(s.cfg, server))
			targets = append(targets, t)
			r.checkRoute(path(fmt.Sprintf("servers[%d]", i)), m, t, known, s.cfg, server)
		}
		if s.cfg.Gateway != nil {
			r.checkGateway(under(m.place), routes, known, s)
		} else {
			r.checkFallback(path, routes, s.cfg, targets)
		}
		all = append(all, targets...)
	}
	r.checkOtherRoutes(m, known, all, hasGateway(doc))
}

// checkConfiguration checks what Envoy hands to the plugin.
func (r *report) checkConfiguration(place string, p gjson.Result) (doc *config.Document, ok bool) {
	text, known := configuration(p)
	if !known {
		r.add(problem, under(place)("configuration"), "must be a google.protobuf.StringValue or Struct")
		return nil, false
	}
	doc = config.Parse([]byte(text))
	r.addProblems(doc.Problems, under(place))
	r.checkAlike(under(place), doc)
	r.checkShared(under(place), doc)
	return doc, true
}

// checkHost checks the settings of Envoy without which the filter cannot work.
func (r *report) checkHost(m manager, p gjson.Result, doc *config.Document) {
	r.checkStopIteration(m.place, p)
	r.checkVM(m.place, p)
	r.checkStreams(m)
	r.checkBuffers(m, doc)
	r.checkRules(under(m.place), doc)
}

func (r *report) checkStopIteration(place string, p gjson.Result) {
	if on, _ := envoyapi.Bool(member(p, "allow_on_headers_stop_iteration")); !on {
		r.add(problem, under(place)("allow_on_headers_stop_iteration"), "must be true: Envoy never shows the body otherwise, and requests hang")
	}
}
