package e2e

import (
	"strings"
	"testing"

	"mcp-router/test/envoy"
)

const aSecret = "s3cr3t-of-a-server"

// badPlugin has one problem a line, and a secret.
const badPlugin = `{
  "servers": [
    {"name": "one", "path": "/one", "headers": {"x-api-key": "` + aSecret + `", "bad header": "` + aSecret + `"}},
    {"name": "One", "path": "relative"},
    {"name": "two", "domain": "http://two.example", "path": "/two"}
  ],
  "unknownServer": "maybe",
  "serverz": []
}`

func TestEnvoyDoesNotStartWithABadConfiguration(t *testing.T) {
	process, err := envoy.Start(t.Context(), t.TempDir(), mustConfig(t, badPlugin), 1)
	if err == nil {
		t.Fatalf("envoy started with %s (stop: %v)", badPlugin, process.Stop())
	}
	mustNameProblems(t, err.Error(), "servers[0].headers", "servers[1].name: ", "servers[1].path: ",
		"servers[2].domain: ", "unknownServer: ", "serverz: ")
}

func TestEnvoysValidationRefusesWhatIsNotJSON(t *testing.T) {
	log, err := envoy.Validate(t.Context(), t.TempDir(), mustConfig(t, strings.TrimSuffix(badPlugin, "}")))
	if err == nil {
		t.Error("envoy --mode validate accepts a configuration that is not JSON")
	}
	mustNameProblems(t, log, "")
}

// mustNameProblems fails unless the log has every problem, and no secret.
func mustNameProblems(t *testing.T, log string, problems ...string) {
	t.Helper()
	for _, problem := range problems {
		if !strings.Contains(log, " configuration: "+problem) {
			t.Errorf("no %q in the log", problem)
		}
	}
	if strings.Contains(log, aSecret) {
		t.Error("the log holds a secret")
	}
	if t.Failed() {
		t.Logf("the log:\n%s", log)
	}
}

// mustConfig is the shipped configuration with another one of the plugin.
func mustConfig(t *testing.T, plugin string) *envoy.Config {
	t.Helper()
	config, err := localConfig("")
	if err != nil {
		t.Fatal(err)
	}
	if err := config.Set(envoy.Plugin+"/configuration/value", plugin); err != nil {
		t.Fatal(err)
	}
	// Validation resolves no names, but a start would.
	for _, cluster := range []string{"random-user-server", "rest-amap-server", "catalog"} {
		if err := config.Endpoint(cluster, "127.0.0.1:9"); err != nil {
			t.Fatal(err)
		}
	}
	return config
}
