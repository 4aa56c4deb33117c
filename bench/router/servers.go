package main

import (
	"errors"
	"fmt"

	"mcp-router/test/envoy"
)

// manyServers are n servers that envoy.yaml lacks.
func manyServers(n int) []server {
	servers := make([]server, 0, n)
	for i := range n {
		name := fmt.Sprintf("server-%02d", i+1)
		servers = append(servers, server{Name: name, Domain: "mcp.example.com", Path: "/mcp-servers/" + name})
	}
	return servers
}

// addServers gives those of the servers that envoy.yaml lacks a cluster and a
// route, as it has for its own.
func addServers(config *envoy.Config, servers []server) error {
	var errs []error
	for _, s := range servers {
		if _, err := config.Get(envoy.Clusters + "/" + s.Name); err == nil {
			continue
		}
		errs = append(errs,
			config.Append(envoy.Servers, map[string]any{
				"name": s.Name, "match": map[string]any{"path": s.Path}, "route": map[string]any{"cluster": s.Name, "timeout": "0s"},
			}),
			config.Append(envoy.Clusters, map[string]any{
				"name": s.Name, "type": "STATIC",
				"load_assignment": map[string]any{"cluster_name": s.Name, "endpoints": []any{map[string]any{
					"lb_endpoints": []any{map[string]any{"endpoint": map[string]any{"address": nil}}},
				}}},
			}))
	}
	return errors.Join(errs...)
}
