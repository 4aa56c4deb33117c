package newconfig

import (
	_ "embed" // the template
	"strings"
	"text/template"
)

// EnvoyOptions are what a file of servers does not say.
type EnvoyOptions struct {
	// Address and Port are where clients come in.
	Address string
	Port    int
	// Module is the plugin's file as Envoy finds it.
	Module string
	// Roots is the file with the certificates that servers are checked against.
	Roots string
	// Protocol is the servers' field of that name.
	Protocol string
	// Capabilities are the callbacks and host calls that the plugin may use.
	Capabilities []string
}

//go:embed envoy.yaml.tmpl
var envoyText string

var envoyTemplate = template.Must(template.New("envoy.yaml").Funcs(template.FuncMap{
	"quote": text, "indent": indent, "cluster": clusterName,
}).Parse(envoyText))

// clusterName keeps servers' clusters apart from those of the file itself.
func clusterName(s Server) string { return "mcp-" + s.Name }

func indent(spaces int, lines string) string {
	pad := strings.Repeat(" ", spaces)
	return pad + strings.ReplaceAll(strings.TrimSuffix(lines, "\n"), "\n", "\n"+pad)
}

// Envoy is a complete envoy.yaml of gateway mode with the servers behind it.
func Envoy(servers []Server, options EnvoyOptions) (string, error) {
	plugin := pluginConfig{ServerHeader: "x-mcp-server"}
	secrets := false
	for _, s := range servers {
		secrets = secrets || s.hasSecrets()
		plugin.Servers = append(plugin.Servers, pluginServer{Name: s.Name, Domain: s.Authority(), Path: s.Path, Cluster: clusterName(s), Protocol: options.Protocol, Headers: s.Headers})
	}
	var b strings.Builder
	err := envoyTemplate.Execute(&b, map[string]any{
		"Servers": servers, "Secrets": secrets, "Plugin": string(encode(plugin, "  ")),
		"Address": options.Address, "Port": options.Port, "Module": options.Module, "Roots": options.Roots, "Capabilities": options.Capabilities,
	})
	return b.String(), err
}
