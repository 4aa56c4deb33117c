package main

import (
	"strings"

	"github.com/tidwall/gjson"

	"mcp-router/config"
)

// destination is where a route sends requests.
type destination struct {
	// clusters are by name: one, or those of weighted_clusters.
	clusters []string
	// header names the cluster in each request, in lower case; "" if none does.
	header string
}

// destinationOf reads a route's action. ok is false for those that choose by other
// means.
func destinationOf(route gjson.Result) (d destination, ok bool) {
	action := member(route, "route")
	if name := member(action, "cluster").String(); name != "" {
		return destination{clusters: []string{name}}, true
	}
	if header := member(action, "cluster_header").String(); header != "" {
		return destination{header: strings.ToLower(header)}, true
	}
	for _, part := range at(action, "weighted_clusters", "clusters").Array() {
		name := member(part, "name").String()
		if name == "" {
			return d, false
		}
		d.clusters = append(d.clusters, name)
	}
	return d, len(d.clusters) > 0
}

// resolve puts the cluster in the place of a header whose value is the same for
// every call to the server.
func (d destination) resolve(cfg *config.Config, server config.Server) destination {
	if d.header == "" {
		return d
	}
	if value, sure := routed(cfg, server).headers[d.header]; sure {
		return destination{clusters: []string{value}}
	}
	return d
}

// checkDestination makes sure that calls get to a cluster that exists, and in a
// gateway to the one that has the session.
func (r *report) checkDestination(path string, t target, known clusters, cfg *config.Config, server config.Server) {
	d, ok := destinationOf(t.route)
	if !ok {
		r.add(note, path, "cannot tell which cluster %s leads to", t.label)
		return
	}
	d = d.resolve(cfg, server)
	switch {
	case d.header == "":
	case cfg.Gateway == nil:
		r.addAt(warning, t.route, path, "finds %s, whose cluster_header is %s: clients choose where their calls go; let the server's headers set it", t.label, d.header)
	case forwards(server, d.header):
		r.addAt(warning, t.route, path, "finds %s, whose cluster_header is %s, which the client sends: calls may go to another cluster than the session is with", t.label, d.header)
	default:
		r.addAt(problem, t.route, path, "finds %s, whose cluster_header is %s, which the gateway takes off: calls would find no cluster; write cluster: %s", t.label, d.header, server.Cluster)
	}
	for _, name := range d.clusters {
		r.checkClusterLimit(path, known.byName[name])
		if known.lack(name) {
			r.addAt(problem, t.route, path, "finds %s, whose cluster %q the file does not define", t.label, name)
		}
		if cfg.Gateway != nil && name != server.Cluster {
			r.addAt(problem, t.route, path, "asks cluster %q, but its calls find %s to cluster %q", server.Cluster, t.label, name)
		}
	}
}

func forwards(server config.Server, header string) bool {
	return containsFold(server.ForwardHeaders, header)
}
