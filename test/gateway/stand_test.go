// Package gateway drives gateway mode in a real Envoy, with real MCP servers
// that keep sessions and real clients.
package gateway

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"mcp-router/test/envoy"
	"mcp-router/test/module"
)

// stand is an Envoy as a gateway, and the servers behind it.
type stand struct {
	process *envoy.Process
	address string
	servers []*server
}

// calloutTimeout is that of every server.
const calloutTimeout = 2 * time.Second

// key is a session key for tests.
const key = "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="

// start runs a gateway over servers, with more fields of its configuration.
func start(t *testing.T, gateway map[string]any, servers ...*server) *stand {
	t.Helper()
	config, err := configure(gateway, servers)
	if err != nil {
		t.Fatal(err)
	}
	return run(t, config, 2, servers...)
}

// run starts a configuration with so many workers.
func run(t *testing.T, config *envoy.Config, workers int, servers ...*server) *stand {
	t.Helper()
	s := &stand{servers: servers}
	var err error
	if s.process, err = envoy.Start(context.Background(), t.TempDir(), config, workers); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("[envoy]\n%s\n[access log]\n%s", s.process.Log(), s.process.AccessLog())
		}
		if err := s.process.Stop(); err != nil {
			t.Error(err)
		}
	})
	if s.address, err = s.process.Address(context.Background(), "mcp"); err != nil {
		t.Fatal(err)
	}
	return s
}

// configure turns the shipped envoy.yaml into a gateway's.
func configure(gateway map[string]any, servers []*server) (*envoy.Config, error) {
	return configureWith("", gateway, servers)
}

// configureWith is configure with the module of a build tag.
func configureWith(tag string, gateway map[string]any, servers []*server) (*envoy.Config, error) {
	wasm, err := module.Build(tag)
	if err != nil {
		return nil, err
	}
	c, err := envoy.Shipped("envoy.yaml", wasm)
	if err != nil {
		return nil, err
	}
	cors, err := c.Get(envoy.HTTP + "/route_config/virtual_hosts/clients/typed_per_filter_config")
	if err != nil {
		return nil, err
	}
	errs := []error{
		c.Set(envoy.HTTP+"/route_config/virtual_hosts", []any{
			map[string]any{"name": "mcp-servers", "domains": []any{"servers.internal"}, "request_body_buffer_limit": 5242880, "typed_per_filter_config": cors, "routes": []any{}},
			map[string]any{"name": "clients", "domains": []any{"*"}, "request_body_buffer_limit": 5242880, "typed_per_filter_config": cors, "routes": []any{
				// Nothing but what the gateway lets go on gets here.
				map[string]any{"name": "clients", "match": map[string]any{"prefix": "/"}, "route": map[string]any{"cluster": servers[0].name, "timeout": "0s", "idle_timeout": "30s"}},
			}},
		}),
		c.Set(envoy.Clusters, []any{}),
	}
	errs = append(errs, c.AllowGateway())
	var entries []any
	for _, s := range servers {
		entries = append(entries, map[string]any{"name": s.name, "domain": "servers.internal", "path": "/" + s.name, "cluster": s.name, "calloutTimeout": calloutTimeout.String()})
		errs = append(errs,
			c.Append(envoy.Servers, map[string]any{
				"name": s.name, "match": map[string]any{"path": "/" + s.name},
				// What a route should not do: the gateway switches it off for calls.
				"route": map[string]any{"cluster": s.name, "timeout": "1s", "idle_timeout": "3600s", "retry_policy": map[string]any{"retry_on": "5xx,reset", "num_retries": 3}},
			}),
			c.Append(envoy.Clusters, map[string]any{
				"name": s.name, "type": "STATIC",
				"load_assignment": map[string]any{"cluster_name": s.name, "endpoints": []any{map[string]any{"lb_endpoints": []any{map[string]any{"endpoint": map[string]any{"address": nil}}}}}},
			}),
			c.Endpoint(s.name, strings.TrimPrefix(s.URL, "http://")))
	}
	fields := map[string]any{"sessionKeys": []any{key}}
	for name, value := range gateway {
		fields[name] = value
	}
	plugin, err := json.Marshal(map[string]any{"gateway": fields, "servers": entries})
	if err != nil {
		return nil, err
	}
	errs = append(errs, c.Set(envoy.Plugin+"/configuration/value", string(plugin)))
	return c, errors.Join(errs...)
}

func (s *stand) url() string { return fmt.Sprintf("http://%s/mcp", s.address) }
