package main

import (
	"encoding/json"
	"errors"
	"maps"

	"mcp-router/bench/router/report"
	"mcp-router/test/envoy"
)

// The listeners in gateway mode. The second keeps no lists.
const (
	gatewayName  = report.Gateway
	uncachedName = report.Gateway + "-uncached"
)

const gatewayTitle = "mcp-router, gateway mode"

// owned addresses a gateway: clients have sessions with it, unless they are of
// the stateless era.
var owned = addressing{separator: "___", sessions: true}

// gatewaySubject is the shipped listener with the module in gateway mode over the
// stand's servers, by the same routes as all others.
func gatewaySubject(name, title, wasm string, fields map[string]any) subject {
	return subject{name: name, title: title, by: owned, module: wasm, does: calls | lists,
		edit: func(config *envoy.Config, servers []server) error {
			return gatewayEdit(config, name, servers, fields)
		}}
}

// uncached is the twin of a gateway that asks its servers for every list.
func uncached(name, title, wasm string) subject {
	s := gatewaySubject(name, title+", no list kept", wasm, map[string]any{"listCacheTTL": "0s"})
	s.does = lists
	return s
}

func gatewayEdit(config *envoy.Config, name string, servers []server, fields map[string]any) error {
	entries := make([]map[string]any, 0, len(servers))
	for _, s := range servers {
		entries = append(entries, map[string]any{
			"name": s.Name, "domain": s.Domain, "path": s.Path, "cluster": s.Name, "calloutTimeout": hangTimeout.String(),
		})
	}
	// What a gateway that is known by a name has.
	gateway := map[string]any{"allowedHosts": []string{entryHost}}
	maps.Copy(gateway, fields)
	plugin, err := json.Marshal(map[string]any{"gateway": gateway, "servers": entries})
	if err != nil {
		return err
	}
	return errors.Join(
		config.AllowGateway(),
		config.Set(envoy.Plugin+"/configuration/value", string(plugin)),
		// A VM of its own, as router mode has.
		config.Set(envoy.Plugin+"/vm_config/vm_id", name))
}
