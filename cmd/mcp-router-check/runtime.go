package main

import (
	"strings"

	"github.com/tidwall/gjson"

	"mcp-router/cmd/mcp-router-check/envoyapi"
	"mcp-router/nearest"
)

const (
	// replyLimit is the runtime key that bounds what Envoy holds of a reply to the
	// plugin itself.
	replyLimit = "http.async_response_buffer_limit"
	// replyLimitOfNew is what new writes for it, in bytes.
	replyLimitOfNew = "4194304"
	// leastReplyLimit is room for a list of ordinary length.
	leastReplyLimit = 64 << 10
)

// checkRuntime looks for the bound of replies to a gateway. Envoy takes every key
// and every value of the runtime without a word.
func (r *report) checkRuntime(place string, document gjson.Result) {
	place = under(place)("layered_runtime")
	layers := at(document, "layered_runtime", "layers").Array()
	found, elsewhere := false, false
	for _, layer := range layers {
		elsewhere = elsewhere || member(layer, "disk_layer").Exists() || member(layer, "rtds_layer").Exists()
		eachKey(member(layer, "static_layer"), "", func(name string, key, value gjson.Result) {
			switch {
			case name == replyLimit:
				found = true
				r.checkReplyLimit(place, key, value)
			case strings.HasPrefix(name, "http.async") || len(nearest.Names(name, []string{replyLimit}, 1)) > 0:
				found = true
				r.addAt(problem, key, place+"."+name, "is not a key that Envoy reads; did you mean %s?", replyLimit)
			}
		})
	}
	switch {
	case found:
	case elsewhere:
		r.add(note, place, "cannot tell whether %s is set: layers are loaded from elsewhere", replyLimit)
	default:
		r.add(warning, place, "lacks %s in a static_layer: Envoy then holds up to 32 MiB of every reply that the gateway asks for; write %s", replyLimit, replyLimitOfNew)
	}
}

func (r *report) checkReplyLimit(place string, key, value gjson.Result) {
	path := place + "." + replyLimit
	switch n, ok := envoyapi.Uint(value); {
	case !ok || value.Type == gjson.JSON:
		r.addAt(problem, key, path, "must be a number of bytes: Envoy goes on with 32 MiB otherwise; write %s", replyLimitOfNew)
	case n < leastReplyLimit:
		r.addAt(warning, key, path, "is %d: a server whose list is longer than these bytes is left out; write %s", n, replyLimitOfNew)
	}
}

// maxRuntimeDepth bounds the depth of a layer.
const maxRuntimeDepth = 8

// eachKey calls f for each value of a layer by its full name: a.b is b in a.
func eachKey(layer gjson.Result, prefix string, f func(name string, key, value gjson.Result)) {
	layer.ForEach(func(key, value gjson.Result) bool {
		name := prefix + key.Str
		if value.IsObject() && strings.Count(name, ".") < maxRuntimeDepth {
			eachKey(value, name+".", f)
			return true
		}
		f(name, key, value)
		return true
	})
}
