package deploy

import (
	"errors"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"mcp-router/version"
)

// The resources of a deployment in Higress, as far as the examples use them. A
// member that is not here is a mistake: Kubernetes refuses it, or drops it.

type metadata struct {
	Name, Namespace     string
	Labels, Annotations map[string]string
}

type resource struct {
	APIVersion string `yaml:"apiVersion"`
	Kind       string
	Metadata   metadata
	Spec       yaml.Node
}

type ingress struct {
	IngressClassName string `yaml:"ingressClassName"`
	Rules            []struct {
		Host string
		HTTP struct{ Paths []ingressPath }
	}
}

type ingressPath struct {
	Path     string
	PathType string `yaml:"pathType"`
	Backend  struct {
		Service struct {
			Name string
			Port struct{ Number int }
		}
		Resource struct {
			APIGroup   string `yaml:"apiGroup"`
			Kind, Name string
		}
	}
}

type mcpBridge struct {
	Registries []struct {
		Name, Type, Domain string
		Port               int
	}
}

type wasmPlugin[C any] struct {
	URL                  string
	ImagePullPolicy      string `yaml:"imagePullPolicy"`
	ImagePullSecret      string `yaml:"imagePullSecret"`
	Phase                string
	Priority             int
	FailStrategy         string `yaml:"failStrategy"`
	DefaultConfig        C      `yaml:"defaultConfig"`
	DefaultConfigDisable bool   `yaml:"defaultConfigDisable"`
	MatchRules           []struct {
		Ingress, Domain []string
		Config          C
	} `yaml:"matchRules"`
}

// router is the part of mcp-router's configuration that meets other files.
type router struct {
	Servers []struct {
		Name, Domain, Path string
		Rest               map[string]any `yaml:",inline"`
	}
	ServerHeader string         `yaml:"serverHeader"`
	Rest         map[string]any `yaml:",inline"`
}

// list is a configuration of Higress's mcp-server plugin.
type list struct {
	Server struct {
		Name, Type, Transport string
		McpServerURL          string `yaml:"mcpServerURL"`
	}
	Tools []struct {
		Name, Description string
		Args              []struct {
			Name, Description, Type string
			Required                bool
		}
	}
	ToolSet struct {
		Name        string
		ServerTools []struct {
			ServerName string `yaml:"serverName"`
			Tools      []string
		} `yaml:"serverTools"`
	} `yaml:"toolSet"`
}

func mustResources(t *testing.T, file string) []resource {
	t.Helper()
	var all []resource
	for decoder := strictly(mustRead(t, file)); ; {
		var r resource
		err := decoder.Decode(&r)
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		all = append(all, r)
	}
}

func strictly(text string) *yaml.Decoder {
	decoder := yaml.NewDecoder(strings.NewReader(text))
	decoder.KnownFields(true)
	return decoder
}

// mustSpec decodes a resource's spec, whose members have to be known.
func mustSpec[S any](t *testing.T, r resource) (spec S) {
	t.Helper()
	text, err := yaml.Marshal(&r.Spec)
	if err != nil {
		t.Fatal(err)
	}
	if err := strictly(string(text)).Decode(&spec); err != nil {
		t.Fatalf("%s %s: %v", r.Kind, r.Metadata.Name, err)
	}
	return spec
}

func mustRouter(t *testing.T) wasmPlugin[router] {
	t.Helper()
	resources := mustResources(t, "deploy/wasmplugin.yaml")
	if len(resources) != 1 || resources[0].APIVersion != "extensions.higress.io/v1alpha1" || resources[0].Kind != "WasmPlugin" {
		t.Fatalf("deploy/wasmplugin.yaml is %+v", resources)
	}
	return mustSpec[wasmPlugin[router]](t, resources[0])
}

// A routed call finds the Ingress of its server, and nobody else does.
func TestEveryServerHasItsRoute(t *testing.T) {
	plugin, ingresses, registries := mustRouter(t), map[string]resource{}, map[string]string{}
	for _, r := range mustResources(t, "deploy/higress/routes.yaml") {
		switch r.APIVersion + " " + r.Kind {
		case "networking.k8s.io/v1 Ingress":
			ingresses[r.Metadata.Name] = r
		case "networking.higress.io/v1 McpBridge":
			for _, registry := range mustSpec[mcpBridge](t, r).Registries {
				registries[registry.Name+"."+registry.Type] = registry.Domain
			}
		default:
			t.Errorf("routes.yaml has a %s", r.Kind)
		}
	}
	for _, server := range plugin.DefaultConfig.Servers {
		r, ok := ingresses[server.Name]
		if !ok {
			t.Fatalf("no Ingress %s", server.Name)
		}
		spec := mustSpec[ingress](t, r)
		if len(spec.Rules) != 1 || len(spec.Rules[0].HTTP.Paths) != 1 || spec.IngressClassName != "higress" {
			t.Fatalf("Ingress %s: %+v", server.Name, spec)
		}
		path := spec.Rules[0].HTTP.Paths[0]
		mustEqual(t, "host and path of "+server.Name, []string{spec.Rules[0].Host, path.Path, path.PathType}, []string{server.Domain, server.Path, "Exact"})
		mustEqual(t, "header of "+server.Name, r.Metadata.Annotations["higress.io/exact-match-header-"+plugin.DefaultConfig.ServerHeader], server.Name)
		mustEqual(t, "retries of "+server.Name, r.Metadata.Annotations["higress.io/proxy-next-upstream"], "off")
		if path.Backend.Resource.Kind == "McpBridge" {
			mustEqual(t, "destination of "+server.Name, registries[r.Metadata.Annotations["higress.io/destination"]], server.Domain)
		}
	}
	for _, rule := range plugin.MatchRules {
		for _, name := range rule.Ingress {
			if r := ingresses[strings.TrimPrefix(name, "default/")]; r.Metadata.Namespace+"/"+r.Metadata.Name != name {
				t.Errorf("a rule is for the Ingress %s, which is not in routes.yaml", name)
			}
		}
	}
}

// The list names the plugin's servers, and describes every tool that it lists.
func TestTheListIsOfTheServers(t *testing.T) {
	plugin := mustRouter(t)
	resources := mustResources(t, "deploy/higress/toolset.yaml")
	if len(resources) != 1 {
		t.Fatalf("%d resources", len(resources))
	}
	lister := mustSpec[wasmPlugin[list]](t, resources[0])
	if lister.Priority >= plugin.Priority || lister.Phase != plugin.Phase {
		t.Errorf("the list's plugin runs before mcp-router: %d in %s", lister.Priority, lister.Phase)
	}
	last := lister.MatchRules[len(lister.MatchRules)-1]
	mustEqual(t, "the list's route", last.Ingress, plugin.MatchRules[0].Ingress)
	described := map[string][]string{}
	for _, rule := range lister.MatchRules {
		for _, tool := range rule.Config.Tools {
			described[rule.Config.Server.Name] = append(described[rule.Config.Server.Name], tool.Name)
		}
	}
	var listed []string
	for _, entry := range last.Config.ToolSet.ServerTools {
		listed = append(listed, entry.ServerName)
		mustEqual(t, "tools of "+entry.ServerName, entry.Tools, described[entry.ServerName])
	}
	var servers []string
	for _, server := range plugin.DefaultConfig.Servers {
		servers = append(servers, server.Name)
	}
	mustEqual(t, "servers listed", listed, servers)
}

// An image that a document names is one of this release.
func TestDocumentsNameTheRelease(t *testing.T) {
	image := regexp.MustCompile(`mcp-router:(\d[\w.-]*)`)
	found := 0
	for _, file := range []string{"README.md", "README_EN.md", "docs/higress.md", "docs/higress.zh.md", "docs/reference.md", "docs/reference.zh.md"} {
		for _, m := range image.FindAllStringSubmatch(mustRead(t, file), -1) {
			found++
			if m[1] != version.String() {
				t.Errorf("%s names %s, want the version %s", file, m[0], version.String())
			}
		}
	}
	if found == 0 {
		t.Error("no document names an image")
	}
}

// What the Console reads, and what people copy, is this release.
func TestManifestsNameTheRelease(t *testing.T) {
	for _, file := range []string{"deploy/wasmplugin.yaml", "deploy/higress-plugins.yaml"} {
		r := mustResources(t, file)[0]
		spec := mustSpec[wasmPlugin[router]](t, r)
		mustEqual(t, "version label", r.Metadata.Labels["higress.io/wasm-plugin-version"], version.String())
		mustEqual(t, "name label", r.Metadata.Labels["higress.io/wasm-plugin-name"], "mcp-router")
		if !strings.HasSuffix(spec.URL, ":"+version.String()) {
			t.Errorf("%s: url %s, want the version %s", file, spec.URL, version.String())
		}
		if spec.DefaultConfig.ServerHeader == "" {
			t.Errorf("%s: no serverHeader: nothing tells routed calls from others", file)
		}
		if paths, _ := spec.DefaultConfig.Rest["paths"].([]any); !slices.Equal(paths, []any{"/mcp"}) {
			t.Errorf("%s: paths are %v: the plugin would look at all traffic", file, paths)
		}
	}
}
