package azure

import (
	"bytes"
	"encoding/json"
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

// The files of deploy/examples, held against each other and against the ones
// that they extend.

const (
	virtualHosts  = envoy.HTTP + "/route_config/virtual_hosts"
	configuration = envoy.Plugin + "/configuration/value"
)

func TestTheEnvoyExampleIsEnvoyYAMLAndTheCompanion(t *testing.T) {
	shipped, example := mustConfig(t, "envoy.yaml"), mustConfig(t, "deploy/examples/azure-envoy.yaml")
	aggregate := mustParse[plugin](t, "deploy/examples/azure-aggregate.yaml")
	if len(aggregate.Servers) != 1 {
		t.Fatalf("azure-aggregate.yaml has %d servers, want 1", len(aggregate.Servers))
	}
	want := mustPlugin(t, shipped)
	want.Servers = append(want.Servers, aggregate.Servers...)
	if got := mustPlugin(t, example); !reflect.DeepEqual(got, want) {
		t.Errorf("plugin's configuration = %v, want %v", got, want)
	}

	mustSet(t, example, configuration, mustGet(t, shipped, configuration))
	mustDrop(t, example, virtualHosts, "azd")
	mustDrop(t, example, envoy.Clusters, "azd-azure-mcp")
	if got, want := mustBytes(t, example), mustBytes(t, shipped); !bytes.Equal(got, want) {
		t.Errorf("without the companion azure-envoy.yaml is\n%s\nand envoy.yaml\n%s", got, want)
	}
}

func TestTheCheckerFindsNothingWrong(t *testing.T) {
	for file, want := range map[string]string{"azure-aggregate.yaml": "ok: 1 server\n", "azure-envoy.yaml": "ok: 3 servers\n"} {
		check := exec.Command("go", "run", "./cmd/mcp-router-check", "deploy/examples/"+file)
		check.Dir = mustRoot(t)
		out, err := check.CombinedOutput()
		if want = "deploy/examples/" + file + ": " + want; err != nil || string(out) != want {
			t.Errorf("mcp-router-check %s: %v\n%s\nwant\n%s", file, err, out, want)
		}
	}
}

func TestThePageShowsTheConfiguration(t *testing.T) {
	block := regexp.MustCompile("(?s)```yaml\n(.*?)```").FindStringSubmatch(mustRead(t, "docs/azure-through-router.md"))
	if block == nil {
		t.Fatal("the page has no YAML")
	}
	file := regexp.MustCompile(`(?m)^ *#.*\n`).ReplaceAllString(mustRead(t, "deploy/examples/azure-aggregate.yaml"), "")
	if block[1] != file {
		t.Errorf("the page shows\n%s\nand azure-aggregate.yaml is\n%s", block[1], file)
	}
}

// service is what the tests need to know of a compose service.
type service struct {
	Build       build    `yaml:"build"`
	Extends     extends  `yaml:"extends"`
	Hostname    string   `yaml:"hostname"`
	Command     []string `yaml:"command"`
	Volumes     []string `yaml:"volumes"`
	Ports       []string `yaml:"ports"`
	Environment []string `yaml:"environment"`
	Depends     []string `yaml:"depends_on"`
	Init        bool     `yaml:"init"`
}

type build struct{ Context, Target, Dockerfile string }

type extends struct{ File, Service string }

func TestComposeRunsTheExample(t *testing.T) {
	const base, companion = "../../docker-compose.yaml", "azd-azure-mcp"
	want := map[string]service{
		"envoy": {
			Build:   build{Context: "../..", Target: "envoy"},
			Command: []string{"sh", "/start-envoy.sh"},
			Volumes: []string{"./azure-envoy.yaml:/etc/envoy/envoy.yaml:ro", "../compose/start-envoy.sh:/start-envoy.sh:ro"},
			Ports:   []string{"127.0.0.1:10000:10000"},
			Depends: append(fleet.Names(), companion),
		},
		companion: {
			Build:       build{Context: "../..", Dockerfile: "deploy/examples/azure.Dockerfile"},
			Hostname:    companion,
			Command:     []string{"--listen", companion + ":8700", "--providers", "/etc/azure-mcp.json"},
			Volumes:     []string{"./azure-mcp.json:/etc/azure-mcp.json:ro"},
			Environment: []string{"AZURE_TENANT_ID", "AZURE_CLIENT_ID", "AZURE_CLIENT_SECRET"},
			Init:        true,
		},
	}
	for _, name := range fleet.Names() {
		want[name] = service{Extends: extends{base, name}}
	}
	catalog := want["catalog"]
	catalog.Command = []string{"catalog", "--listen", "0.0.0.0:8080", "--member", "azd=http://azd-azure-mcp:8700/mcp"}
	want["catalog"] = catalog

	compose := mustParse[struct{ Services map[string]service }](t, "deploy/examples/azure-compose.yaml")

	if !reflect.DeepEqual(compose.Services, want) {
		t.Errorf("services =\n%+v\nwant\n%+v", compose.Services, want)
	}
	address := mustGet(t, mustConfig(t, "deploy/examples/azure-envoy.yaml"),
		envoy.Clusters+"/"+companion+"/load_assignment/endpoints/0/lb_endpoints/0/endpoint/address/socket_address")
	if want := any(map[string]any{"address": companion, "port_value": 8700}); !reflect.DeepEqual(address, want) {
		t.Errorf("address of the companion's cluster = %v, want %v", address, want)
	}
}

// The companion's image is built as the plugin's is, on the same base.
func TestTheDockerfileBuildsAsTheOtherDoes(t *testing.T) {
	other := strings.Split(mustRead(t, "Dockerfile"), "\n")
	for line := range strings.SplitSeq(mustRead(t, "deploy/examples/azure.Dockerfile"), "\n") {
		if line == "" {
			break // the builder stage ends
		}
		if !strings.HasPrefix(line, "#") && !strings.HasPrefix(line, "RUN CGO_ENABLED=0") && !slices.Contains(other, line) {
			t.Errorf("azure.Dockerfile's builder has %q, which the Dockerfile has not", line)
		}
	}
}

// plugin is a configuration of the plugin.
type plugin struct {
	Servers []map[string]any `yaml:"servers" json:"servers"`
}

func mustPlugin(t *testing.T, config *envoy.Config) (p plugin) {
	t.Helper()
	if err := json.Unmarshal([]byte(mustGet(t, config, configuration).(string)), &p); err != nil {
		t.Fatal(err)
	}
	return p
}

func mustParse[T any](t *testing.T, file string) (value T) {
	t.Helper()
	decoder := yaml.NewDecoder(strings.NewReader(mustRead(t, file)))
	decoder.KnownFields(true)
	if err := decoder.Decode(&value); err != nil {
		t.Fatal(err)
	}
	return value
}

func mustConfig(t *testing.T, file string) *envoy.Config {
	t.Helper()
	config, err := envoy.Load(filepath.Join(mustRoot(t), file))
	if err != nil {
		t.Fatal(err)
	}
	return config
}

func mustGet(t *testing.T, config *envoy.Config, path string) any {
	t.Helper()
	value, err := config.Get(path)
	if err != nil {
		t.Fatal(err)
	}
	return value
}

func mustSet(t *testing.T, config *envoy.Config, path string, value any) {
	t.Helper()
	if err := config.Set(path, value); err != nil {
		t.Fatal(err)
	}
}

// mustDrop removes the one entry of a list that has the name.
func mustDrop(t *testing.T, config *envoy.Config, path, name string) {
	t.Helper()
	list := mustGet(t, config, path).([]any)
	rest := slices.DeleteFunc(slices.Clone(list), func(entry any) bool { return entry.(map[string]any)["name"] == name })
	if len(rest) != len(list)-1 {
		t.Fatalf("%s: %d entries are called %q, want 1", path, len(list)-len(rest), name)
	}
	mustSet(t, config, path, rest)
}

func mustBytes(t *testing.T, config *envoy.Config) []byte {
	t.Helper()
	text, err := config.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func mustRead(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(mustRoot(t), file))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func mustRoot(t *testing.T) string {
	t.Helper()
	root, err := module.Root()
	if err != nil {
		t.Fatal(err)
	}
	return root
}
