package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"mcp-router/nearest"
)

// checkPerFilter wants every typed_per_filter_config of a route table to be some
// filter's: Envoy takes others without a word and never looks at them.
func (r *report) checkPerFilter(m manager, filters []gjson.Result) {
	var names []string
	for _, filter := range filters {
		names = append(names, member(filter, "name").Str)
	}
	table := member(m.hcm, "route_config")
	holders := []gjson.Result{table}
	for _, host := range member(table, "virtual_hosts").Array() {
		holders = append(append(holders, host), member(host, "routes").Array()...)
	}
	for _, holder := range holders {
		member(holder, "typed_per_filter_config").ForEach(func(key, _ gjson.Result) bool {
			if !slices.Contains(names, key.Str) {
				hint := ""
				if near := nearest.Names(key.Str, names, 1); len(near) > 0 {
					hint = fmt.Sprintf("; did you mean %s?", near[0])
				}
				r.addAt(problem, key, under(m.place)("typed_per_filter_config."+key.Str), "is for no filter: none in http_filters has this name, and Envoy never looks at it%s", hint)
			}
			return true
		})
	}
}

// httpOptions are the names that a cluster's options for HTTP go by.
var httpOptions = []string{"envoy.extensions.upstreams.http.v3.HttpProtocolOptions", "envoy.upstreams.http.http_protocol_options"}

// checkProtocolOptions wants a cluster's options for HTTP under their name.
func (r *report) checkProtocolOptions(path string, cluster gjson.Result) {
	member(cluster, "typed_extension_protocol_options").ForEach(func(key, options gjson.Result) bool {
		if strings.HasSuffix(member(options, "@type").Str, "/"+httpOptions[0]) && !slices.Contains(httpOptions, key.Str) {
			r.addAt(problem, key, path+".typed_extension_protocol_options."+key.Str, "is not a name that Envoy knows; did you mean %s?", httpOptions[0])
		}
		return true
	})
}
