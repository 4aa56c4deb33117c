package envoy

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"go.yaml.in/yaml/v3"

	"mcp-router/test/module"
)

// FromRecipe is envoy.yaml changed as the recipe for router mode says: another
// configuration of the plugin, one virtual host with the routes printed there, and
// a cluster for each route. The page is named by its path from the root.
func FromRecipe(file string) (*Config, error) {
	root, err := module.Root()
	if err != nil {
		return nil, err
	}
	page, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(file)))
	if err != nil {
		return nil, err
	}
	config, err := Load(filepath.Join(root, "envoy.yaml"))
	if err != nil {
		return nil, err
	}
	if err := config.ownServers(string(page)); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return config, nil
}

func (c *Config) ownServers(page string) error {
	plugin, err := markedBlock(page, "envoy configuration")
	if err != nil {
		return err
	}
	printed, err := markedBlock(page, "envoy routes")
	if err != nil {
		return err
	}
	var routes []map[string]any
	if err := yaml.Unmarshal([]byte(printed), &routes); err != nil {
		return fmt.Errorf("routes: %w", err)
	}
	clients, err := c.Get(HTTP + "/route_config/virtual_hosts/clients")
	if err != nil {
		return err
	}
	var clusters []any
	for _, route := range routes {
		if target, routed := route["route"].(map[string]any); routed {
			clusters = append(clusters, clusterOf(fmt.Sprint(target["cluster"])))
		}
	}
	for _, change := range []struct {
		path  string
		value any
	}{
		{Plugin + "/configuration/value", plugin},
		{HTTP + "/route_config/virtual_hosts", []any{clients}},
		{Clients, routes},
		{Clusters, clusters},
	} {
		if err := c.Set(change.path, change.value); err != nil {
			return err
		}
	}
	return nil
}

func clusterOf(name string) map[string]any {
	endpoint := map[string]any{"endpoint": map[string]any{"address": socketAddress("127.0.0.1", 8080)}}
	return map[string]any{
		"name": name,
		"type": "STRICT_DNS",
		"load_assignment": map[string]any{
			"cluster_name": name,
			"endpoints":    []any{map[string]any{"lb_endpoints": []any{endpoint}}},
		},
	}
}

// markedBlock is the text of the fenced block behind <!-- test: mark -->.
func markedBlock(text, mark string) (string, error) {
	_, after, found := strings.Cut(text, "<!-- test: "+mark+" -->\n```")
	if !found {
		return "", fmt.Errorf("no block is marked %q", mark)
	}
	_, after, _ = strings.Cut(after, "\n")
	block, _, closed := strings.Cut(after, "\n```\n")
	if !closed {
		return "", fmt.Errorf("the block %q does not end", mark)
	}
	return block, nil
}
