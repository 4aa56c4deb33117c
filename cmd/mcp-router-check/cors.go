package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tidwall/gjson"
)

// corsNeed is a name that a list of a CORS policy has to hold, and who is lost
// without it.
type corsNeed struct{ field, name, without string }

// corsNeeds are what browsers' MCP clients need of a CORS policy.
var corsNeeds = []corsNeed{
	{"allow_methods", "POST", "send no message"},
	{"allow_methods", "GET", "get no event streams"},
	{"allow_methods", "DELETE", "cannot end their sessions"},
	{"allow_headers", "content-type", "send no message"},
	{"allow_headers", "mcp-protocol-version", "send nothing after initialize"},
	{"allow_headers", "mcp-session-id", "have no sessions"},
	{"allow_headers", "mcp-method", "that are stateless send no message"},
	{"allow_headers", "mcp-name", "that are stateless call no tools"},
	{"allow_headers", "last-event-id", "cannot go on with a stream that broke off"},
	{"allow_headers", "authorization", "cannot authorize"},
	{"expose_headers", "mcp-session-id", "have no sessions: the id is hidden from them"},
	{"expose_headers", "www-authenticate", "cannot find out where to authorize"},
}

// checkCORS checks the filter for CORS, if there is one, and its policies. i is the
// place of ours among the filters.
func (r *report) checkCORS(m manager, filters []gjson.Result, i int) {
	j := slices.IndexFunc(filters, func(f gjson.Result) bool { return kindOf(f) == "Cors" })
	if j < 0 {
		return
	}
	name := member(filters[j], "name").Str
	if j > i {
		r.addAt(problem, filters[j], under(m.place)("http_filters."+name), "stands after the plugin: what the plugin answers has no CORS headers, and browsers keep it from their pages; put it before")
	}
	routes := member(m.hcm, "route_config")
	policies := 0
	for _, host := range member(routes, "virtual_hosts").Array() {
		for _, holder := range append([]gjson.Result{host, routes}, member(host, "routes").Array()...) {
			policy := member(holder, "typed_per_filter_config").Get(gjsonName(name))
			if policy.IsObject() && strings.HasSuffix(policy.Get(`\@type`).Str, ".CorsPolicy") {
				policies++
				place := fmt.Sprintf("virtual_hosts[%s].%s", member(host, "name").String(), name)
				r.checkPolicy(under(m.place)(place), policy)
			}
		}
	}
	if policies == 0 && routes.Exists() {
		r.addAt(warning, filters[j], under(m.place)("http_filters."+name), "does nothing: no typed_per_filter_config of the route table has a policy for it")
	}
}

// gjsonName is a member's name as a gjson path.
func gjsonName(name string) string {
	return strings.NewReplacer(`.`, `\.`, `*`, `\*`, `?`, `\?`, `|`, `\|`, `#`, `\#`, `@`, `\@`).Replace(name)
}

func (r *report) checkPolicy(path string, policy gjson.Result) {
	if len(member(policy, "allow_origin_string_match").Array()) == 0 {
		r.addAt(warning, policy, path, "allows no origin: allow_origin_string_match is empty")
	}
	for _, need := range corsNeeds {
		list := member(policy, need.field)
		if !lists(list.String(), need.name) {
			where := list
			if !list.Exists() {
				where = policy
			}
			r.addAt(warning, where, path+"."+need.field, "lacks %s: browsers' clients %s", need.name, need.without)
		}
	}
}

// lists reports whether a header that is a list of names holds one of them. A *
// stands for all but authorization.
func lists(list, name string) bool {
	for entry := range strings.SplitSeq(list, ",") {
		entry = strings.TrimSpace(entry)
		if strings.EqualFold(entry, name) || entry == "*" && name != "authorization" {
			return true
		}
	}
	return false
}
