package envoy

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"mcp-router/test/module"
)

// Server is an MCP server for a gateway.
type Server struct{ Name, URL string }

// Gateway is what mcp-router-check makes of the file that clients keep their
// servers in, with the module at the given path, on free loopback ports. Its files
// go to dir.
func Gateway(dir, wasm string, servers ...Server) (*Config, error) {
	// A member for each server, in their order, which is that of merged lists.
	var members []string
	for _, s := range servers {
		members = append(members, fmt.Sprintf("%q: {%q: %q}", s.Name, "url", s.URL))
	}
	list := filepath.Join(dir, "servers.json")
	if err := os.WriteFile(list, []byte(`{"mcpServers": {`+strings.Join(members, ", ")+`}}`), 0o600); err != nil {
		return nil, err
	}
	printed, err := newConfig(list)
	if err != nil {
		return nil, err
	}
	file := filepath.Join(dir, "new.yaml")
	if err := os.WriteFile(file, printed, 0o600); err != nil {
		return nil, err
	}
	config, err := Load(file)
	if err != nil {
		return nil, err
	}
	return config, config.Local(wasm)
}

func newConfig(list string) ([]byte, error) {
	root, err := module.Root()
	if err != nil {
		return nil, err
	}
	var stdout, stderr bytes.Buffer
	check := exec.Command("go", "run", "./cmd/mcp-router-check", "new", list)
	check.Dir, check.Stdout, check.Stderr = root, &stdout, &stderr
	if err := check.Run(); err != nil {
		return nil, errors.Join(fmt.Errorf("mcp-router-check new: %w", err), errors.New(stderr.String()))
	}
	return stdout.Bytes(), nil
}

// SetOfServers sets a field of every server in the plugin's configuration.
func (c *Config) SetOfServers(field string, value any) error {
	const at = Plugin + "/configuration/value"
	text, err := c.Get(at)
	if err != nil {
		return err
	}
	var plugin map[string]any
	if err := json.Unmarshal([]byte(fmt.Sprint(text)), &plugin); err != nil {
		return err
	}
	servers, _ := plugin["servers"].([]any)
	for _, server := range servers {
		if server, ok := server.(map[string]any); ok {
			server[field] = value
		}
	}
	changed, err := json.Marshal(plugin)
	if err != nil {
		return err
	}
	return c.Set(at, string(changed))
}
