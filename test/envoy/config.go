// Package envoy runs a real Envoy on free ports, from the repository's own
// envoy.yaml or an edit of it.
package envoy

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"mcp-router/test/module"
)

// Paths into envoy.yaml, as Set takes them.
const (
	Listener = "static_resources/listeners/mcp"
	HTTP     = Listener + "/filter_chains/0/filters/0/typed_config"
	Plugin   = HTTP + "/http_filters/mcp-router/typed_config/config"
	Clusters = "static_resources/clusters"
	// Servers are the routes to the servers, Clients those that clients meet.
	Servers = HTTP + "/route_config/virtual_hosts/mcp-servers/routes"
	Clients = HTTP + "/route_config/virtual_hosts/clients/routes"
)

// Config is an Envoy configuration, editable until it is started.
type Config struct{ root any }

// Shipped is a configuration of the repository, say envoy.yaml, by its path from
// the root, with the module at the given path, on free loopback ports.
func Shipped(file, wasm string) (*Config, error) {
	root, err := module.Root()
	if err != nil {
		return nil, err
	}
	config, err := Load(filepath.Join(root, filepath.FromSlash(file)))
	if err != nil {
		return nil, err
	}
	return config, config.Local(wasm)
}

// Load reads a YAML configuration.
func Load(file string) (*Config, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var c Config
	if err := yaml.Unmarshal(data, &c.root); err != nil {
		return nil, fmt.Errorf("parse %s: %w", file, err)
	}
	return &c, nil
}

// Get returns the value at path. Steps are parted by "/"; in a list a step is an
// index, or the name member of the wanted entry.
func (c *Config) Get(path string) (any, error) {
	value := c.root
	for step := range strings.SplitSeq(path, "/") {
		next, err := child(value, step)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		value = next
	}
	return value, nil
}

// Set replaces the value at path, whose last step may be a new key. All steps
// before it have to exist.
func (c *Config) Set(path string, value any) error {
	parentPath, last := "", path
	if i := strings.LastIndexByte(path, '/'); i >= 0 {
		parentPath, last = path[:i], path[i+1:]
	}
	parent := c.root
	if parentPath != "" {
		var err error
		if parent, err = c.Get(parentPath); err != nil {
			return err
		}
	}
	switch parent := parent.(type) {
	case map[string]any:
		parent[last] = value
		return nil
	case []any:
		i, err := index(parent, last)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		parent[i] = value
		return nil
	}
	return fmt.Errorf("%s: %q holds no members", path, parentPath)
}

// Append adds a value to the list at path.
func (c *Config) Append(path string, value any) error {
	list, err := c.Get(path)
	if err != nil {
		return err
	}
	entries, ok := list.([]any)
	if !ok {
		return fmt.Errorf("%s: not a list", path)
	}
	return c.Set(path, append(entries, value))
}

// Local moves the admin interface and the listener to free loopback ports and
// names the module's file.
func (c *Config) Local(wasm string) error {
	free := socketAddress("127.0.0.1", 0)
	for path, value := range map[string]any{
		"admin/address":                  free,
		Listener + "/address":            free,
		Plugin + "/vm_config/code/local": map[string]any{"filename": wasm},
	} {
		if err := c.Set(path, value); err != nil {
			return err
		}
	}
	return nil
}

// Port moves the listener to a fixed loopback port.
func (c *Config) Port(port int) error {
	return c.Set(Listener+"/address", socketAddress("127.0.0.1", port))
}

// AllowGateway gives the module leave for what gateway mode does: the list of the
// gateway that the repository ships.
func (c *Config) AllowGateway() error {
	const list = Plugin + "/vm_config/capability_restriction_config"
	root, err := module.Root()
	if err != nil {
		return err
	}
	gateway, err := Load(filepath.Join(root, "deploy", "examples", "gateway-envoy.yaml"))
	if err != nil {
		return err
	}
	allowed, err := gateway.Get(list)
	if err != nil {
		return err
	}
	return c.Set(list, allowed)
}

// Endpoint points a cluster at host:port, an address and not a name.
func (c *Config) Endpoint(cluster, hostPort string) error {
	host, portText, err := net.SplitHostPort(hostPort)
	if err != nil {
		return err
	}
	port, err := strconv.Atoi(portText)
	if err != nil {
		return err
	}
	return c.Set(Clusters+"/"+cluster+"/load_assignment/endpoints/0/lb_endpoints/0/endpoint/address", socketAddress(host, port))
}

// Bytes is the configuration as YAML.
func (c *Config) Bytes() ([]byte, error) { return yaml.Marshal(c.root) }

func socketAddress(host string, port int) map[string]any {
	return map[string]any{"socket_address": map[string]any{"address": host, "port_value": port}}
}

func child(value any, step string) (any, error) {
	switch value := value.(type) {
	case map[string]any:
		if next, ok := value[step]; ok {
			return next, nil
		}
		return nil, fmt.Errorf("no member %q", step)
	case []any:
		i, err := index(value, step)
		if err != nil {
			return nil, err
		}
		return value[i], nil
	}
	return nil, fmt.Errorf("%q is below a plain value", step)
}

func index(list []any, step string) (int, error) {
	if i, err := strconv.Atoi(step); err == nil && i >= 0 && i < len(list) {
		return i, nil
	}
	for i, entry := range list {
		if entry, ok := entry.(map[string]any); ok && entry["name"] == step {
			return i, nil
		}
	}
	return 0, fmt.Errorf("no entry %q in a list of %d", step, len(list))
}
