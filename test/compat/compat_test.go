//go:build compat

// Package compat drives Microsoft's Azure MCP Server as a provider: the real
// thing, offline. make compat installs it and runs these tests.
package compat

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const patience = 2 * time.Minute

// connect starts a companion whose only provider is the Azure MCP Server in a
// mode.
func connect(t *testing.T, mode, group string, flags ...string) *mcp.ClientSession {
	t.Helper()
	return connectAs(t, &mcp.ClientOptions{Capabilities: &mcp.ClientCapabilities{}}, mode, group, flags...)
}

// connectAs does so for a client of its own making.
func connectAs(t *testing.T, options *mcp.ClientOptions, mode, group string, flags ...string) *mcp.ClientSession {
	t.Helper()
	server, err := filepath.Abs("node_modules/@azure/mcp-linux-x64/dist/azmcp")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(server); err != nil {
		t.Fatalf("%v: make compat installs it (Linux on x64 only)", err)
	}
	doc, err := json.Marshal(map[string]any{"servers": map[string]any{"azure-mcp": map[string]any{
		"command": server, "args": []string{"server", "start", "--mode", mode}, "group": group,
		"env": map[string]string{"AZURE_MCP_COLLECT_TELEMETRY": "false"},
	}}})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	providers, companion := filepath.Join(dir, "providers.json"), filepath.Join(dir, "companion")
	if err := os.WriteFile(providers, doc, 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("go", "build", "-o", companion, "mcp-router/cmd/azd-azure-mcp").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	args := append([]string{"--azd", "no-such-azd", "--providers", providers}, flags...)
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	client := mcp.NewClient(&mcp.Implementation{Name: "compat", Version: "1"}, options)
	session, err := client.Connect(ctx, &mcp.CommandTransport{Command: exec.Command(companion, args...)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { session.Close() })
	return session
}

type args map[string]any

// ask calls the tool and returns its text.
func ask(t *testing.T, s *mcp.ClientSession, a args) (text string, isError bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	r, err := s.CallTool(ctx, &mcp.CallToolParams{Name: "azure", Arguments: a})
	if err != nil {
		t.Fatalf("%v: %v", a, err)
	}
	return r.Content[0].(*mcp.TextContent).Text, r.IsError
}

// names are those of the tools in a learn answer.
func names(t *testing.T, text string) (list []string) {
	t.Helper()
	var answer struct{ Tools []struct{ Name string } }
	if err := json.Unmarshal([]byte(text), &answer); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	for _, tool := range answer.Tools {
		list = append(list, tool.Name)
	}
	return list
}

func TestGrouped(t *testing.T) {
	s := connect(t, "all", "prefix")
	began := time.Now()
	root, _ := ask(t, s, args{"learn": true})
	providers := names(t, root)
	t.Logf("%d providers, %d bytes, %v", len(providers), len(root), time.Since(began).Round(time.Millisecond))
	for _, p := range []string{"storage", "keyvault", "subscription"} {
		if !slices.Contains(providers, p) {
			t.Errorf("no provider %s in %q", p, providers)
		}
	}

	commands, _ := ask(t, s, args{"learn": true, "tool": "storage"})
	if !slices.Contains(names(t, commands), "storage_account_get") {
		t.Errorf("learn storage: %s", commands)
	}
	one, _ := ask(t, s, args{"learn": true, "tool": "storage", "command": "storage_account_get"})
	if list := names(t, one); len(list) != 1 || !strings.Contains(one, `"subscription"`) {
		t.Errorf("learn one command: %s", one)
	}
	intent, _ := ask(t, s, args{"intent": "list the containers of a storage account"})
	if !strings.Contains(intent, "storage_blob_container_get") {
		t.Errorf("intent: %s", intent)
	}
}

func TestGroupedCalls(t *testing.T) {
	s := connect(t, "all", "prefix")
	tests := []struct {
		name    string
		args    args
		isError bool
		says    string
	}{
		{"a command that works offline", args{"tool": "get", "command": "get_azure_bestpractices_get", "parameters": args{"resource": "general", "action": "code-generation"}}, false, `"status":200`},
		{"a required parameter is missing", args{"tool": "storage", "command": "storage_blob_container_get"}, true, "required"},
		{"consent that nobody can give", args{"tool": "storage", "command": "storage_account_create"}, true, "does not support elicitation"},
		{"an unknown command", args{"tool": "storage", "command": "storage_acount_get"}, true, "storage_account_get"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if text, isError := ask(t, s, tt.args); isError != tt.isError || !strings.Contains(strings.ToLower(text), strings.ToLower(tt.says)) {
				t.Errorf("isError %v: %s", isError, text)
			}
		})
	}
}

func TestGroupedReadOnly(t *testing.T) {
	s := connect(t, "all", "prefix", "--read-only")
	text, isError := ask(t, s, args{"tool": "storage", "command": "storage_account_create", "parameters": args{"account": "a"}})
	if !isError || !strings.Contains(text, "read-only") {
		t.Errorf("isError %v: %s", isError, text)
	}
}

// The server asks before it does something destructive, and takes no for an
// answer.
func TestGroupedConsentIsAskedFor(t *testing.T) {
	asked := 0
	s := connectAs(t, &mcp.ClientOptions{
		ElicitationHandler: func(context.Context, *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
			asked++
			return &mcp.ElicitResult{Action: "decline"}, nil
		},
	}, "all", "prefix")
	text, isError := ask(t, s, args{"tool": "storage", "command": "storage_account_create", "parameters": args{"account": "a"}})
	if asked != 1 || !isError || !strings.Contains(strings.ToLower(text), "cancelled by user") {
		t.Errorf("asked %d times, isError %v: %s", asked, isError, text)
	}
}

// In its single mode the server has one tool, which then is a provider's one
// command: a learn tool inside a learn tool.
func TestSingle(t *testing.T) {
	s := connect(t, "single", "")
	commands, _ := ask(t, s, args{"learn": true, "tool": "azure-mcp"})
	if list := names(t, commands); !slices.Equal(list, []string{"azure"}) {
		t.Fatalf("commands %q", list)
	}
	text, isError := ask(t, s, args{"tool": "azure-mcp", "command": "azure", "parameters": args{"intent": "", "learn": true, "tool": "storage"}})
	if isError || !strings.Contains(text, "storage_account_get") {
		t.Errorf("isError %v: %s", isError, text)
	}
}
