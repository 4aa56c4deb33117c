package main

import (
	_ "embed" // the script
	"errors"
	"fmt"
	"slices"
	"strings"

	"mcp-router/bench/router/report"
	"mcp-router/test/envoy"
)

const (
	httpFilters  = envoy.HTTP + "/http_filters"
	routerFilter = "envoy.filters.http.router"
	pluginFilter = "mcp-router"
	// directSeparator is only there for the length of the name.
	directSeparator = "/"
)

//go:embed route.lua
var luaScript string

// subject is one listener of the comparison. It is the shipped one but for its
// HTTP filters.
type subject struct {
	name, title string
	by          addressing
	// peer is true for those whose wrong answers are a finding of the report and
	// not a failure of the run: they are left out of that case.
	peer bool
	// module is the file of its Wasm module; empty for none.
	module string
	// does says which cases it takes part in.
	does tasks
	// edit makes the listener from the shipped one, for the stand's servers; nil
	// leaves it as it is.
	edit func(*envoy.Config, []server) error
}

// tasks are what a router can be asked for.
type tasks uint8

const (
	calls tasks = 1 << iota
	lists
)

// addressing is how clients name the server they want.
type addressing struct {
	// direct: by the server's own host and path, as without any router.
	direct bool
	// separator stands between server and tool in the tool's name.
	separator string
	// sessions is set for those that clients open a session with first.
	sessions bool
	// rebuilds is set for those that list tools in words of their own.
	rebuilds bool
}

var (
	direct   = addressing{direct: true}
	prefixed = addressing{separator: "/"}
)

// subjectNames are the listeners of a run without variants, in the report's order.
var subjectNames = []string{report.Floor, "noop", "minimal", report.Ours, report.Native, "lua", "wrapper", gatewayName, uncachedName}

// newSubject makes the subject of one of these names. It may have to build it.
func newSubject(name, wasm string, shipped plugin) (subject, error) {
	switch name {
	case report.Floor:
		return subject{name: name, title: "router only (the floor)", by: direct, does: calls | lists, edit: whatever(dropFilters(pluginFilter))}, nil
	case "noop":
		return own(subject{name: name, title: "no-op Go filter", by: direct}, "")
	case "minimal":
		return own(subject{name: name, title: "minimal Go filter, same host calls", by: prefixed}, shipped.text)
	case report.Ours:
		return subject{name: name, title: "mcp-router, envoy.yaml as shipped", by: prefixed, does: calls, module: wasm}, nil
	case report.Native:
		return native(), nil
	case "lua":
		return lua(shipped.Servers), nil
	case "wrapper":
		return own(subject{name: name, title: "a plain plugin on Higress's wrapper", by: prefixed, peer: true}, shipped.text)
	case gatewayName:
		return gatewaySubject(name, gatewayTitle, wasm, nil), nil
	case uncachedName:
		return uncached(name, gatewayTitle, wasm), nil
	}
	return subject{}, fmt.Errorf("no listener is called %s", name)
}

// own puts a module of this folder, of the subject's name, in the plugin's place.
func own(s subject, configuration string) (subject, error) {
	s.does = calls
	var err error
	if s.module, err = buildModule(s.name); err != nil {
		return subject{}, err
	}
	s.edit = whatever(replaceFilter(map[string]any{
		"name": s.name,
		"typed_config": map[string]any{
			"@type": "type.googleapis.com/envoy.extensions.filters.http.wasm.v3.Wasm",
			"config": map[string]any{
				"name": s.name, "root_id": s.name,
				"allow_on_headers_stop_iteration": true,
				"configuration": map[string]any{
					"@type": "type.googleapis.com/google.protobuf.StringValue", "value": configuration,
				},
				"vm_config": map[string]any{
					"vm_id": s.name, "runtime": "envoy.wasm.runtime.v8",
					"code": map[string]any{"local": map[string]any{"filename": s.module}},
				},
			},
		},
	}))
	return s, nil
}

// native is Envoy's own MCP router. It ends the filter chain.
func native() subject {
	return subject{name: report.Native, title: "Envoy's mcp + mcp_router", peer: true, does: calls | lists,
		by: addressing{separator: "__", rebuilds: true}, edit: nativeEdit}
}

func nativeEdit(config *envoy.Config, servers []server) error {
	backends := make([]any, 0, len(servers))
	for _, s := range servers {
		backends = append(backends, map[string]any{
			"name": s.Name,
			"mcp_cluster": map[string]any{
				"cluster": s.Name, "path": s.Path, "timeout": "30s", "host_rewrite_literal": s.Domain,
			},
			// By default it keeps the client's headers from the servers.
			"header_forwarding": map[string]any{"forward_all": true},
		})
	}
	parser := map[string]any{
		"name": "envoy.filters.http.mcp",
		"typed_config": map[string]any{
			"@type":        "type.googleapis.com/envoy.extensions.filters.http.mcp.v3.Mcp",
			"traffic_mode": "REJECT_NO_MCP",
			// Its default, 8 KiB, refuses the larger cases.
			"max_request_body_size": 4 << 20,
		},
	}
	router := map[string]any{
		"name": "envoy.filters.http.mcp_router",
		"typed_config": map[string]any{
			"@type":   "type.googleapis.com/envoy.extensions.filters.http.mcp_router.v3.McpRouter",
			"servers": backends,
		},
	}
	return errors.Join(
		dropFilters(pluginFilter, routerFilter)(config),
		config.Append(httpFilters, parser),
		config.Append(httpFilters, router))
}

// lua is a script that finds the name by a pattern and parses nothing.
func lua(servers []server) subject {
	var table strings.Builder
	for _, s := range servers {
		fmt.Fprintf(&table, "  [%q] = {domain = %q, path = %q},\n", s.Name, s.Domain, s.Path)
	}
	script := "local servers = {\n" + table.String() + "}\n" + luaScript
	return subject{name: "lua", title: "Lua script, pattern matching", by: prefixed, peer: true, does: calls,
		edit: whatever(replaceFilter(map[string]any{
			"name": "envoy.filters.http.lua",
			"typed_config": map[string]any{
				"@type":               "type.googleapis.com/envoy.extensions.filters.http.lua.v3.Lua",
				"default_source_code": map[string]any{"inline_string": script},
			},
		}))}
}

// whatever is an edit that is the same for all servers.
func whatever(edit func(*envoy.Config) error) func(*envoy.Config, []server) error {
	return func(config *envoy.Config, _ []server) error { return edit(config) }
}

// dropFilters takes the named HTTP filters out.
func dropFilters(names ...string) func(*envoy.Config) error {
	return func(config *envoy.Config) error {
		shipped, err := config.Get(httpFilters)
		if err != nil {
			return err
		}
		list, _ := shipped.([]any)
		kept := slices.DeleteFunc(slices.Clone(list), func(filter any) bool { return slices.Contains(names, nameOf(filter)) })
		if len(kept)+len(names) != len(list) {
			return fmt.Errorf("envoy.yaml lacks one of the filters %v", names)
		}
		return config.Set(httpFilters, kept)
	}
}

// replaceFilter puts another HTTP filter in the plugin's place.
func replaceFilter(filter map[string]any) func(*envoy.Config) error {
	return func(config *envoy.Config) error { return config.Set(httpFilters+"/"+pluginFilter, filter) }
}

// nameOf is the name of an entry of Envoy's configuration; empty if it has none.
func nameOf(entry any) string {
	members, _ := entry.(map[string]any)
	name, _ := members["name"].(string)
	return name
}
