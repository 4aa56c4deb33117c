package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"mcp-router/cmd/mcp-router-check/envoyapi"
)

// isBootstrap reports whether the document is an Envoy bootstrap configuration.
func isBootstrap(document gjson.Result) bool {
	for _, name := range []string{"static_resources", "dynamic_resources", "layered_runtime", "overload_manager", "stats_config", "admin", "node"} {
		if member(document, name).Exists() {
			return true
		}
	}
	return false
}

// checkBootstrap checks every filter of ours in an envoy.yaml.
func (r *report) checkBootstrap(place string, document gjson.Result) {
	r.checkAPI(place, envoyapi.Bootstrap, document)
	r.checkStart(place, document)
	listeners := at(document, "static_resources", "listeners").Array()
	r.checkListeners(under(place)("static_resources.listeners"), listeners)
	if member(document, "dynamic_resources").Exists() {
		r.add(note, under(place)("dynamic_resources"), "cannot tell what the management server adds")
	}
	before := len(r.plugins)
	r.checkManagers(place, listeners, staticClusters(document))
	if slices.ContainsFunc(r.plugins[before:], func(p plugin) bool { return hasGateway(p.doc) }) {
		r.checkRuntime(place, document)
	}
}

// isResources reports whether the document is a file of resources that Envoy
// watches (a DiscoveryResponse: LDS, ECDS and the like).
func isResources(document gjson.Result) bool {
	for _, resource := range member(document, "resources").Array() {
		if member(resource, "@type").Exists() {
			return true
		}
	}
	return false
}

// checkResources checks the listeners of an LDS file and the plugins of an ECDS
// file. Clusters stand elsewhere.
func (r *report) checkResources(place string, document gjson.Result) {
	r.checkAPI(place, envoyapi.DiscoveryResponse, document)
	var listeners []gjson.Result
	for i, resource := range member(document, "resources").Array() {
		switch kind := member(resource, "@type").Str; {
		case strings.HasSuffix(kind, ".Listener"):
			listeners = append(listeners, resource)
		case strings.HasSuffix(kind, ".TypedExtensionConfig"):
			r.checkExtension(under(place)(fmt.Sprintf("resources[%d]", i)), resource)
		}
	}
	r.checkListeners(under(place)("listeners"), listeners)
	r.checkManagers(place, listeners, clusters{})
}

// checkExtension checks a filter's configuration that stands by itself (ECDS).
func (r *report) checkExtension(place string, resource gjson.Result) {
	p, ok := pluginConfig(resource)
	if !ok {
		return
	}
	doc, ok := r.checkConfiguration(place, p)
	if !ok {
		return
	}
	r.plugins = append(r.plugins, plugin{doc: doc})
	r.checkStopIteration(place, p)
	r.checkVM(place, p)
	r.checkCapabilities(manager{place: place}, p, doc)
	r.add(note, place, "cannot tell whether the servers have routes: listener and route table are not in this file")
}

// clusters are the clusters that a file defines.
type clusters struct {
	byName map[string]gjson.Result
	// complete is false when others may come from elsewhere.
	complete bool
}

// lack reports whether a cluster is certainly not there.
func (c clusters) lack(name string) bool {
	_, known := c.byName[name]
	return c.complete && !known
}

func staticClusters(document gjson.Result) clusters {
	known := clusters{byName: map[string]gjson.Result{}, complete: !member(document, "dynamic_resources").Exists()}
	for _, cluster := range at(document, "static_resources", "clusters").Array() {
		known.byName[member(cluster, "name").String()] = cluster
	}
	return known
}
