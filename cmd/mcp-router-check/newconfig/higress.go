package newconfig

import (
	_ "embed" // the template
	"fmt"
	"net"
	"strconv"
	"strings"
	"text/template"
)

//go:embed higress.yaml.tmpl
var higressText string

var higressTemplate = template.Must(template.New("higress.yaml").Funcs(template.FuncMap{
	"quote": text, "indent": indent, "resource": resourceName, "destination": destination,
	"hostPort": func(s Server) string { return net.JoinHostPort(s.Host, strconv.Itoa(s.Port)) },
	"barePath": func(s Server) string { path, _, _ := strings.Cut(s.Path, "?"); return path },
}).Parse(higressText))

// resourceName is the server's name as Kubernetes takes it (RFC 1123).
func resourceName(s Server) string {
	return "mcp-" + strings.Trim(strings.NewReplacer(".", "-", "_", "-").Replace(strings.ToLower(s.Name)), "-")
}

// service is the server's as an McpBridge publishes it. Addresses are published
// under a port of their own.
func service(s Server) pluginService {
	if s.IsAddress() {
		return pluginService{Name: resourceName(s) + ".static", Port: 80}
	}
	return pluginService{Name: resourceName(s) + ".dns", Port: s.Port}
}

func destination(s Server) string {
	return service(s).Name + ":" + strconv.Itoa(service(s).Port)
}

// Higress is a WasmPlugin of gateway mode for the servers, with the McpBridge and
// the Ingresses that it needs. url is the image that holds the module,
// protocol the servers' field of that name.
func Higress(servers []Server, url, protocol string) (string, error) {
	plugin := pluginConfig{ServerHeader: "x-mcp-server"}
	secrets := false
	named := map[string]string{}
	for _, s := range servers {
		name := resourceName(s)
		if other, twice := named[name]; twice {
			return "", fmt.Errorf("servers %q and %q would both be called %s in Kubernetes: rename one", other, s.Name, name)
		}
		named[name] = s.Name
		secrets = secrets || s.hasSecrets()
		at := service(s)
		plugin.Servers = append(plugin.Servers, pluginServer{Name: s.Name, Domain: s.Authority(), Path: s.Path, Service: &at, Protocol: protocol, Headers: s.Headers})
	}
	var b strings.Builder
	err := higressTemplate.Execute(&b, map[string]any{"Servers": servers, "Secrets": secrets, "Plugin": string(encode(plugin, "  ")), "URL": url})
	return b.String(), err
}
