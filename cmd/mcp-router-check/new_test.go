package main

import (
	"bytes"
	"os"
	"strings"
	"testing"
)

// The shipped examples are what new prints, so that neither can rot.
func TestExamplesAreWhatNewPrints(t *testing.T) {
	for file, flags := range map[string][]string{
		"gateway-envoy.yaml":   nil,
		"gateway-higress.yaml": {"-format=wasmplugin"},
	} {
		want, err := os.ReadFile("../../deploy/examples/" + file)
		if err != nil {
			t.Fatal(err)
		}
		args := append(append([]string{"new"}, flags...), "../../deploy/examples/gateway-servers.json")
		var stdout, stderr bytes.Buffer
		if code := run(args, nil, &stdout, &stderr); code != exitOK || stderr.Len() > 0 || !bytes.Equal(stdout.Bytes(), want) {
			t.Errorf("%s: exit %d, %s; make it anew with mcp-router-check %s", file, code, &stderr, strings.Join(args, " "))
		}
	}
}

// Nothing of an entry but its name is shown: the rest may hold keys.
func TestNewShowsNoSecrets(t *testing.T) {
	for _, servers := range []string{
		`{"mcpServers": {"a": {"command": "run", "args": ["hunter2"], "env": {"KEY": "hunter2"}}}}`,
		`{"mcpServers": {"a": {"url": "http://hunter2@a.example/mcp?key=hunter2"}, "b c": {"url": "http://a.example/hunter2", "headers": {"k": "hunter2"}}}}`,
		`{"mcpServers": {"a": {"url": "http://a.example/mcp?key=hunter2", "headers": {"bad name": "hunter2"}}}}`,
		`{"mcpServers": {"a": {"url": "http://a_b!.example/mcp?key=hunter2"}}}`,
		`{"mcpServers": {"a": {"url": "http://a.example/mcp?key=hunter2", "headers": {"k": "hunter2"}}`,
	} {
		var stdout, stderr bytes.Buffer
		code := run([]string{"new", "-"}, strings.NewReader(servers), &stdout, &stderr)
		if code != exitProblems || stdout.Len() > 0 || stderr.Len() == 0 || strings.Contains(stderr.String(), "hunter2") {
			t.Errorf("%s: exit %d, stdout %q, stderr %q", servers, code, &stdout, &stderr)
		}
	}
}
