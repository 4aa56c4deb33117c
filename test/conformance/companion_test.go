//go:build conformance

package conformance

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mcp-router/test/azure/companiontest"
)

// buildProgram builds a program and returns where it is.
func buildProgram(t *testing.T, pkg string) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "program")
	if out, err := exec.Command("go", "build", "-o", program, pkg).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return program
}

const companionProgram = "mcp-router/cmd/azd-azure-mcp"

// startCompanion starts azd-azure-mcp with a providers file and without azd, and
// returns its URL.
func startCompanion(t *testing.T, program, providers string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "providers.json")
	if err := os.WriteFile(file, []byte(providers), 0o600); err != nil {
		t.Fatal(err)
	}
	return companiontest.Serve(t, exec.Command(program, "--azd", "no-such-azd", "--providers", file, "--listen", "127.0.0.1:0"))
}

// untestable are checks that need a tool of the suite's own, which a server with
// one tool of its own does not have; the suite counts them as failures and says
// so.
var untestable = []string{
	"sep-2575-server-rejects-undeclared-capability",
	"sep-2575-missing-capability-http-400",
	"sep-2575-http-server-no-independent-requests-on-stream",
	"sep-2575-server-no-log-without-loglevel",
}

// TestCompanion runs every scenario for servers that needs none of the suite's own
// tools, resources or prompts.
func TestCompanion(t *testing.T) {
	scenarios := map[string][]string{
		"2025-11-25": {
			"server-initialize", "server-session-lifecycle", "ping", "tools-list",
			"server-sse-multiple-streams", "server-sse-polling", "dns-rebinding-protection",
		},
		"2026-07-28": {
			"server-stateless", "tools-list", "server-sse-multiple-streams", "dns-rebinding-protection",
			"http-header-validation", "sep-2164-resource-not-found",
			"input-required-result-unsupported-methods", "input-required-result-missing-input-response",
			"input-required-result-ignore-extra-params", "input-required-result-validate-input",
		},
	}
	url := startCompanion(t, buildProgram(t, companionProgram), `{"servers":{}}`)
	for revision, list := range scenarios {
		for _, scenario := range list {
			t.Run(revision+"/"+scenario, func(t *testing.T) {
				checks, err := run(t.Context(), url, revision, scenario, t.TempDir())
				if err != nil {
					t.Fatal(err)
				}
				passed := 0
				for _, c := range checks {
					switch {
					case c.Status == "SUCCESS":
						passed++
					case c.Status == "FAILURE" && slices.Contains(untestable, c.ID) && strings.HasPrefix(c.ErrorMessage, "Not testable"):
					case c.Status == "FAILURE":
						t.Errorf("%s: %s", c.ID, c.ErrorMessage)
					}
				}
				t.Logf("%d of %d checks passed", passed, len(checks))
			})
		}
	}
}
