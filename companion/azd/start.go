package azd

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"

	"mcp-router/companion/process"
)

// mcpServerCapability marks extensions that azd itself can start as MCP
// servers.
const mcpServerCapability = "mcp-server"

// installRecord is what azd keeps of an installed extension in its user
// configuration, under extension.installed.
type installRecord struct {
	Capabilities []string `json:"capabilities"`
	MCP          struct {
		Server struct {
			Args []string `json:"args"`
			Env  []string `json:"env"`
		} `json:"server"`
	} `json:"mcp"`
}

// ServerCommand is how the MCP server of an installed extension is started:
// azd <namespace parts> server start, or the command of the mcp-server
// capability, whose default is mcp start. The record is azd's own; where it
// cannot be read azd ext show at least tells the capabilities. Variables in the
// command's env are expanded, see [process.Expand]. Errors: one is not set.
func (c CLI) ServerCommand(ctx context.Context, e Extension) (argv, env []string, err error) {
	record, ok := c.installRecord(ctx, e.ID)
	if !ok {
		if d, err := c.Show(ctx, e); err == nil {
			record.Capabilities = d.Capabilities
		}
	}
	args := []string{"server", "start"}
	if slices.Contains(record.Capabilities, mcpServerCapability) {
		args = []string{"mcp", "start"}
		if len(record.MCP.Server.Args) > 0 {
			args = record.MCP.Server.Args
		}
		for _, kv := range record.MCP.Server.Env {
			name, _, _ := strings.Cut(kv, "=")
			if kv, err = process.Expand(kv, os.LookupEnv); err != nil {
				return nil, nil, fmt.Errorf("%s could not be started: mcp.server.env: %s: %w", e.ID, name, err)
			}
			env = append(env, kv)
		}
	}
	argv = append([]string{c.program()}, strings.Split(e.Namespace, ".")...)
	return append(argv, args...), env, nil
}

func (c CLI) installRecord(ctx context.Context, id string) (installRecord, bool) {
	out, err := c.run(ctx, showTimeout, "config", "get", "extension.installed")
	if err != nil {
		return installRecord{}, false
	}
	var all map[string]installRecord
	if json.Unmarshal(out, &all) != nil {
		return installRecord{}, false
	}
	record, ok := all[id]
	return record, ok
}
