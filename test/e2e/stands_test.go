package e2e

import (
	"net"

	"mcp-router/test/envoy"
)

var (
	// shipped is the repository's envoy.yaml as it is.
	shipped = &stand{name: "shipped", workers: 2}

	// strict uses what the shipped configuration leaves at its default. One of
	// its servers speaks HTTP/2, and one is down.
	strict = &stand{name: "strict", workers: 1, edit: editStrict}

	// ruled has rules for some hosts, one of them with a problem.
	ruled = &stand{name: "ruled", workers: 1, edit: editRuled}

	// examples is the shipped one with the example servers behind it.
	examples = &stand{name: "examples", workers: 1, real: true}

	// panicking has a module that panics on demand.
	panicking = &stand{name: "panicking", tag: "panichook", workers: 1}

	// puppeted has the puppet in the router's place: whom it asks and how it edits
	// replies is up to each request.
	puppeted = &stand{name: "puppeted", tag: "puppet", workers: 1, edit: editPuppeted}
)

// stands are all of the above, for TestMain to stop.
var stands = []*stand{partner, mistyped, byRoute, crowded, heavy, shipped, strict, ruled, examples, panicking, puppeted}

const (
	strictBodyLimit = 65536
	strictPlugin    = `{
  "paths": ["/mcp"],
  "unknownServer": "reject",
  "serverHeader": "x-mcp-server",
  "maxBodyBytes": 65536,
  "servers": [
    {"name": "random-user-server", "path": "/mcp-servers/mcp-random-user-server?source=router", "domain": "mcp.example.com"},
    {"name": "rest-amap-server", "path": "/mcp-servers/mcp-rest-amap-server", "domain": "mcp.example.com",
     "tools": {"deny": ["delete-*"]}, "headers": {"x-api-key": "a secret of the configuration"}},
    {"name": "down", "path": "/mcp-servers/down", "domain": "mcp.example.com"}
  ]
}`
)

func editStrict(c *envoy.Config) error {
	closed, err := closedAddress()
	if err != nil {
		return err
	}
	if err := c.Set(envoy.Plugin+"/configuration/value", strictPlugin); err != nil {
		return err
	}
	if err := c.Set(envoy.Clusters+"/random-user-server/typed_extension_protocol_options", http2Upstream()); err != nil {
		return err
	}
	if err := c.Append(envoy.Servers, route("down", "/mcp-servers/down")); err != nil {
		return err
	}
	if err := c.Append(envoy.Clusters, map[string]any{
		"name": "down", "type": "STATIC",
		"load_assignment": map[string]any{
			"cluster_name": "down",
			"endpoints":    []any{map[string]any{"lb_endpoints": []any{map[string]any{"endpoint": map[string]any{"address": nil}}}}},
		},
	}); err != nil {
		return err
	}
	return c.Endpoint("down", closed)
}

func editRuled(c *envoy.Config) error {
	return c.Set(envoy.Plugin+"/configuration/value", `{
  "onConfigError": "idle",
  "servers": [{"name": "rest-amap-server", "domain": "mcp.example.com", "path": "/mcp-servers/mcp-rest-amap-server"}],
  "_rules_": [
    {"_match_domain_": ["broken.example.com"], "servers": [{"name": "rest-amap-server", "path": "relative"}]},
    {"_match_domain_": ["off.example.com"], "enable": false},
    {"_match_domain_": ["careful.example.com"], "unknownServer": "reject"},
    {"_match_domain_": ["paths.example.com"], "paths": ["/mcp"]}
  ]
}`)
}

func route(cluster, path string) map[string]any {
	return map[string]any{
		"name":  cluster,
		"match": map[string]any{"path": path},
		"route": map[string]any{"cluster": cluster, "timeout": "0s"},
	}
}

func http2Upstream() map[string]any {
	return map[string]any{"envoy.extensions.upstreams.http.v3.HttpProtocolOptions": map[string]any{
		"@type":                "type.googleapis.com/envoy.extensions.upstreams.http.v3.HttpProtocolOptions",
		"explicit_http_config": map[string]any{"http2_protocol_options": map[string]any{}},
	}}
}

// closedAddress is one that nobody listens on.
func closedAddress() (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return listener.Addr().String(), listener.Close()
}
