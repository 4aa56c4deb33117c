package main

import (
	"fmt"
	"math"

	"github.com/tidwall/gjson"

	"mcp-router/cmd/mcp-router-check/envoyapi"
	"mcp-router/config"
)

const (
	// bufferMargin is what a request's buffer holds beside its body, in bytes.
	bufferMargin = 64 << 10
	// defaultBuffer is Envoy's per_connection_buffer_limit_bytes when unset.
	defaultBuffer = 1 << 20
)

// checkBuffers makes sure that Envoy holds a request until the plugin has seen
// that its body is too large. A virtual host's or a route's own limit counts in
// place of the listener's, which then is only how much Envoy reads at once.
func (r *report) checkBuffers(m manager, doc *config.Document) {
	body := int64(largestBody(doc))
	if body == 0 {
		return
	}
	read, ofListener := int64(defaultBuffer), member(m.listener, "per_connection_buffer_limit_bytes")
	if ofListener.Exists() {
		read = bytesOf(ofListener)
	}
	listenerCounts := false
	routes := member(m.hcm, "route_config")
	hosts := member(routes, "virtual_hosts").Array()
	for _, host := range hosts {
		place := under(m.place)(fmt.Sprintf("virtual_hosts[%s].request_body_buffer_limit", member(host, "name").String()))
		for _, limit := range bodyLimits(host) {
			switch {
			case !limit.Exists():
				listenerCounts = true
			case bytesOf(limit) < body+read:
				r.add(problem, place, "must be at least %d (maxBodyBytes and one read, per_connection_buffer_limit_bytes), is %d", body+read, bytesOf(limit))
			}
		}
	}
	if need := body + bufferMargin; (listenerCounts || len(hosts) == 0) && read < need {
		isDefault := ""
		if !ofListener.Exists() {
			isDefault = " by default"
		}
		r.add(problem, under(m.place)("per_connection_buffer_limit_bytes"), "must be at least %d (maxBodyBytes and 64 KiB), is %d%s", need, read, isDefault)
	}
}

// bodyLimits are the distinct request_body_buffer_limits that requests of a
// virtual host meet: its routes' own, else its own, which may not exist.
func bodyLimits(host gjson.Result) []gjson.Result {
	const name = "request_body_buffer_limit"
	own := member(host, name)
	routes := member(host, "routes").Array()
	if len(routes) == 0 { // a matcher, or routes that are loaded on demand
		return []gjson.Result{own}
	}
	var all []gjson.Result
	seen := map[string]bool{}
	for _, route := range routes {
		limit := member(route, name)
		if !limit.Exists() {
			limit = own
		}
		if !seen[limit.Raw] {
			seen[limit.Raw] = true
			all = append(all, limit)
		}
	}
	return all
}

// bytesOf is a limit in bytes, 0 for one that Envoy refuses.
func bytesOf(limit gjson.Result) int64 {
	n, _ := envoyapi.Uint(limit)
	return int64(min(n, math.MaxInt64/2))
}
