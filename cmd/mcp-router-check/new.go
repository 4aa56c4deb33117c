package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"strconv"

	"mcp-router/cmd/mcp-router-check/newconfig"
)

// The formats that new writes.
const (
	formatEnvoy      = "envoy"
	formatWasmPlugin = "wasmplugin"
)

const newUsage = "mcp-router-check new [flags] SERVERS.json > envoy.yaml"

// runNew prints a complete gateway configuration for a client's file of servers.
func runNew(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	flags := newFlags("new", newUsage)
	format := flags.String("format", formatEnvoy, "what to print: envoy, or wasmplugin with the McpBridge and Ingresses that it needs")
	listen := flags.String("listen", "127.0.0.1:10000", "address and port for clients (envoy)")
	module := flags.String("module", "/etc/envoy/mcp-router.wasm", "the plugin's file as Envoy finds it (envoy)")
	roots := flags.String("roots", "/etc/ssl/certs/ca-certificates.crt", "certificates that https servers are checked against (envoy)")
	url := flags.String("url", "oci://<your-registry>/plugins/mcp-router:VERSION", "the image that holds the plugin (wasmplugin)")
	protocol := flags.String("protocol", newconfig.Protocol, "the revision that servers are spoken to in; auto finds out, and clients then get the servers of their own era")
	files, exit, ok := parseFiles(flags, args, stdout, stderr)
	switch {
	case !ok:
		return exit
	case len(files) != 1:
		return misused(flags, stderr, "new takes one file of servers")
	}
	options, err := envoyOptions(*listen, *module, *roots)
	if err != nil || *format != formatEnvoy && *format != formatWasmPlugin {
		return misused(flags, stderr, newMisuse(flags, err))
	}
	options.Protocol = *protocol
	servers, err := readServers(files[0], stdin, stderr)
	if err != nil {
		say(stderr, "mcp-router-check: %s", err)
		return exitProblems
	}
	printed, err := newconfig.Envoy(servers, options)
	if *format == formatWasmPlugin {
		printed, err = newconfig.Higress(servers, *url, *protocol)
	}
	if err == nil {
		err = checkPrinted(printed, *format)
	}
	if err != nil {
		say(stderr, "mcp-router-check: %s: %s", shown(files[0]), err)
		return exitProblems
	}
	_, _ = io.WriteString(stdout, printed)
	return exitOK
}

func newMisuse(flags *flag.FlagSet, err error) string {
	if err != nil {
		return err.Error()
	}
	return fmt.Sprintf("-format must be %s or %s, is %q", formatEnvoy, formatWasmPlugin, flags.Lookup("format").Value)
}

func envoyOptions(listen, module, roots string) (newconfig.EnvoyOptions, error) {
	address, port, err := net.SplitHostPort(listen)
	number, numberErr := strconv.ParseUint(port, 10, 16)
	if err != nil || numberErr != nil || net.ParseIP(address) == nil {
		return newconfig.EnvoyOptions{}, fmt.Errorf("-listen must be an IP address and a port, as 127.0.0.1:10000, is %q", listen)
	}
	return newconfig.EnvoyOptions{Address: address, Port: int(number), Module: module, Roots: roots, Capabilities: capabilities(true)}, nil
}

// readServers reads a client's file. What is only worth a word goes to stderr.
func readServers(name string, stdin io.Reader, stderr io.Writer) ([]newconfig.Server, error) {
	data, err := readFile(name, stdin)
	if err != nil {
		return nil, err
	}
	documents, err := readDocuments(name, data)
	if err == nil && len(documents) != 1 {
		err = errors.New("must hold one JSON object")
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", shown(name), err)
	}
	servers, findings := newconfig.Read(documents[0].Result)
	fatal := 0
	for _, finding := range findings {
		say(stderr, "%s: %s", shown(name), finding)
		if finding.Fatal {
			fatal++
		}
	}
	if fatal > 0 {
		return nil, fmt.Errorf("%s: %s cannot be used: nothing is printed", shown(name), count(fatal, "entry"))
	}
	return servers, nil
}

// checkPrinted checks a configuration as if somebody had written it. Names that
// the file's servers may not have show here.
func checkPrinted(text, format string) error {
	r := checkFile(format+".yaml", []byte(text))
	for _, f := range r.findings {
		if f.severity == problem && f.path != "spec.url" && f.path != "document[0].spec.url" {
			return fmt.Errorf("%s: %s", f.path, f.message)
		}
	}
	return nil
}
