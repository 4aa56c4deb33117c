package gateway

import (
	"crypto/tls"
	"encoding/pem"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcp-router/test/envoy"
	"mcp-router/test/module"
)

// The shipped gateway as it is, but for where its servers are: a real Envoy takes
// it, and a client lists and calls all three of them, the one over TLS with its
// key.
func TestTheShippedGatewayWorks(t *testing.T) {
	wasm, err := module.Build("")
	if err != nil {
		t.Fatal(err)
	}
	config, err := envoy.Shipped("deploy/examples/gateway-envoy.yaml", wasm)
	if err != nil {
		t.Fatal(err)
	}
	servers := map[string]*server{"everything": newServer("everything"), "notes": newServer("json"), "weather": newServer("weather")}
	secure := httptest.NewTLSServer(servers["weather"].Config.Handler)
	secure.TLS.MinVersion = tls.VersionTLS12
	t.Cleanup(secure.Close)
	for name, s := range servers {
		t.Cleanup(s.Close)
		if err := settle(config, name, s.URL); err != nil {
			t.Fatal(err)
		}
	}
	if err := secured(config, t.TempDir(), secure); err != nil {
		t.Fatal(err)
	}
	gateway := run(t, config, 1)
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: gateway.url()}, nil)
	if err != nil {
		t.Fatal(err)
	}
	list, err := session.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, tool := range list.Tools {
		if strings.HasSuffix(tool.Name, "___count") {
			names = append(names, tool.Name)
		}
	}
	if want := []string{"everything___count", "notes___count", "weather___count"}; !slices.Equal(names, want) {
		t.Fatalf("tools %q, want %q", names, want)
	}
	for name, s := range servers {
		if got, err := callText(t.Context(), session, name+"___count"); err != nil || got != s.name+" 1" {
			t.Errorf("calling %s___count = %q, %v", name, got, err)
		}
		for _, header := range s.seenRequests() {
			if got, want := header.Get("X-Api-Key"), map[string]string{"weather": "replace-me"}[name]; got != want {
				t.Errorf("%s saw key %q, want %q", name, got, want)
			}
		}
	}
	if err := session.Close(); err != nil {
		t.Errorf("close: %v", err)
	}
	for name, s := range servers {
		if given, ended := s.givenSessions(), s.endedSessions(); len(given) != 1 || !slices.Equal(given, ended) {
			t.Errorf("%s gave out %d sessions, %d were ended", name, len(given), len(ended))
		}
	}
}

// settle points a cluster of the shipped file at a server.
func settle(config *envoy.Config, name, url string) error {
	cluster := envoy.Clusters + "/mcp-" + name
	if err := config.Set(cluster+"/type", "STATIC"); err != nil {
		return err
	}
	return config.Endpoint("mcp-"+name, strings.TrimPrefix(url, "http://"))
}

// secured points the cluster that speaks TLS at a server with a certificate of
// its own.
func secured(config *envoy.Config, folder string, s *httptest.Server) error {
	authority := filepath.Join(folder, "ca.pem")
	certificate := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: s.Certificate().Raw})
	if err := os.WriteFile(authority, certificate, 0o600); err != nil {
		return err
	}
	context := envoy.Clusters + "/mcp-weather/transport_socket/typed_config"
	validation := context + "/common_tls_context/validation_context"
	for path, value := range map[string]any{
		context + "/sni":                    "example.com",
		validation + "/trusted_ca/filename": authority,
		validation + "/match_typed_subject_alt_names/0/matcher/exact": "example.com",
	} {
		if err := config.Set(path, value); err != nil {
			return err
		}
	}
	return config.Endpoint("mcp-weather", strings.TrimPrefix(s.URL, "https://"))
}
