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

func TestEnvoyRefusesABadConfigurationAndNamesEveryProblem(t *testing.T) {
	tests := []struct {
		name, plugin string
		want         []string
	}{
		{"every problem of several fields", badPlugin, []string{
			"servers[0].headers", "servers[1].name: ", "servers[1].path: ", "servers[2].domain: ", "unknownServer: ", "serverz: "}},
		{"not JSON", `{"servers": [{"name": "one", "path": "/one", "headers": {"x-api-key": "` + aSecret + `"}}]`, []string{"configuration: "}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			log, err := envoy.Validate(t.Context(), t.TempDir(), mustConfig(t, tt.plugin))
			if err == nil {
				t.Errorf("envoy --mode validate accepts %s", tt.plugin)
			}
			mustNameProblems(t, log, tt.want)
		})
	}
}

func TestEnvoyDoesNotStartWithABadConfiguration(t *testing.T) {
	process, err := envoy.Start(t.Context(), t.TempDir(), mustConfig(t, badPlugin), 1)
	if err == nil {
		t.Fatalf("envoy started with %s (stop: %v)", badPlugin, process.Stop())
	}
	mustNameProblems(t, err.Error(), []string{"servers[1].path: ", "unknownServer: "})
}

func TestEnvoyAcceptsAnEmptyConfiguration(t *testing.T) {
	if log, err := envoy.Validate(t.Context(), t.TempDir(), mustConfig(t, "")); err != nil {
		t.Errorf("envoy --mode validate: %v\n%s", err, log)
	}
}

func mustNameProblems(t *testing.T, log string, problems []string) {
	t.Helper()
	for _, problem := range problems {
		if !strings.Contains(log, " configuration: "+strings.TrimPrefix(problem, "configuration: ")) {
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
