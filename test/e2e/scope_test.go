package e2e

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"mcp-router/bench/router/proc"
	"mcp-router/test/envoy"
)

var (
	// partner has a rule that denies what the global part allows.
	partner = &stand{name: "partner", workers: 1, edit: editPartner}

	// mistyped is switched off but for a rule, idles because of one typo, and has
	// a route that matches on the server header.
	mistyped = &stand{name: "mistyped", workers: 1, edit: editMistyped}

	// byRoute has a rule of a kind that stock Envoy knows nothing about.
	byRoute = &stand{name: "by-route", workers: 1, edit: editByRoute}

	// crowded has as many rules and servers as a configuration may.
	crowded = &stand{name: "crowded", workers: 1, edit: editCrowded}
)

const amapServer = `{"name": "rest-amap-server", "domain": "mcp.example.com", "path": "/mcp-servers/mcp-rest-amap-server"%s}`

func editPartner(c *envoy.Config) error {
	return c.Set(envoy.Plugin+"/configuration/value", `{
  "servers": [`+fmt.Sprintf(amapServer, "")+`],
  "_rules_": [{"_match_domain_": ["Partner.example.com", "[::1]"], "servers": [`+fmt.Sprintf(amapServer, `, "tools": {"deny": ["delete_*"]}`)+`]}]
}`)
}

func TestNoSpellingOfHostGoesAroundARule(t *testing.T) {
	s := partner.up(t)
	denied := call("rest-amap-server/delete_all")
	const refusal = `tool \"delete_all\" of server \"rest-amap-server\" is not available`
	for _, host := range []string{
		"partner.example.com", "Partner.example.com", "PARTNER.EXAMPLE.COM", "partner.example.com:8080", "partner.example.com:",
		"partner.example.com.", "Partner.Example.com.:80", "[::1]", "[::1]:80", "[0:0::1]",
	} {
		t.Run(host, func(t *testing.T) {
			forEachProtocol(t, func(t *testing.T, transport *http.Transport) {
				req := s.post(t, strings.NewReader(denied))
				req.Host = host
				if got := mustSend(t, transport, req); got.Status != 200 || !strings.Contains(got.Body, refusal) {
					t.Errorf("reply = %d %s, want the rule's refusal", got.Status, got.Body)
				}
				s.mustBeIdle(t)
			})
		})
	}
	// What Go's client would not send, or would send in another way.
	const invalid = `header Host is not a host name`
	for name, tt := range map[string]struct{ target, host, want string }{
		"an absolute target":               {"http://PARTNER.example.com/mcp", "other.example.com", refusal},
		"a target with a user":             {"http://user@partner.example.com/mcp", "other.example.com", refusal},
		"a target with the dot":            {"http://partner.example.com./mcp", "other.example.com", refusal},
		"white space":                      {"/mcp", " partner.example.com\t", refusal},
		"a user":                           {"/mcp", "user@partner.example.com", invalid},
		"an escape":                        {"/mcp", "p%61rtner.example.com", invalid},
		"a port that is none":              {"/mcp", "partner.example.com:abc", invalid},
		"two ports":                        {"/mcp", "partner.example.com:80:80", invalid},
		"two dots":                         {"/mcp", "partner.example.com..", invalid},
		"two hosts":                        {"/mcp", "partner.example.com,other.example.com", invalid},
		"an address that is not closed":    {"/mcp", "[::1", invalid},
		"a host that is empty":             {"/mcp", "", invalid},
		"another host, which is another's": {"/mcp", "other.example.com", ""},
	} {
		t.Run(name, func(t *testing.T) {
			conn := s.dial(t)
			conn.mustWrite(t, fmt.Sprintf("POST %s HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", tt.target, tt.host, len(denied), denied))
			got := conn.mustReply(t)
			if !strings.Contains(got.Body, tt.want) {
				t.Errorf("reply = %d %s, want %q in it", got.Status, got.Body, tt.want)
			}
			if tt.want == "" {
				s.servers["rest-amap-server"].Next(t)
			}
			s.mustBeIdle(t)
		})
	}
}

func editMistyped(c *envoy.Config) error {
	routes, err := c.Get(envoy.Clients)
	if err != nil {
		return err
	}
	forgeable := route("forgeable", "/mcp")
	forgeable["match"].(map[string]any)["headers"] = []any{map[string]any{"name": "x-mcp-server", "present_match": true}}
	forgeable["route"].(map[string]any)["cluster"] = "rest-amap-server"
	if err := c.Set(envoy.Clients, append([]any{forgeable}, routes.([]any)...)); err != nil {
		return err
	}
	return c.Set(envoy.Plugin+"/configuration/value", `{
  "enable": false, "onConfigError": "idle", "serverHeader": "x-mcp-server",
  "servers": [`+fmt.Sprintf(amapServer, `, "pth": "/typo"`)+`],
  "_rules_": [{"_match_domain_": ["mcp.test"], "enable": true}]
}`)
}

func TestATypoStopsItsOwnCallsAlone(t *testing.T) {
	s := mistyped.up(t)
	if want := "idle, the configuration has 1 problem"; !strings.Contains(s.started, want) {
		t.Errorf("the log does not say %q", want)
	}
	prefixed := call("rest-amap-server/delete_all")
	tests := []struct {
		name, host, method, body string
		refused                  bool
	}{
		{"GET of another host", "shop.test", "GET", "", false},
		{"a POST to another host", "shop.test", "POST", `{"a":1}`, false},
		{"a call on another host", "shop.test", "POST", prefixed, false},
		{"GET of the rule's host", "mcp.test", "GET", "", false},
		{"another message to the rule's host", "mcp.test", "POST", call("plain"), false},
		{"a call on the rule's host", "mcp.test", "POST", prefixed, true},
		{"a call on the rule's host in upper case", "MCP.test:80", "POST", prefixed, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			forEachProtocol(t, func(t *testing.T, transport *http.Transport) {
				req := s.request(t, tt.method, "/mcp", strings.NewReader(tt.body), "Content-Type: application/json")
				req.Host = tt.host
				got := mustSend(t, transport, req)
				if want := rpcError(`"a-1"`, -32603, "not configured"); tt.refused && (got.Status != 503 || got.Body != want) {
					t.Errorf("reply = %d %s, want 503 %s", got.Status, got.Body, want)
				}
				if !tt.refused {
					s.mustReachCatalog(t, tt.body)
				}
				s.mustBeIdle(t)
			})
		})
	}
}

func TestAForgedServerHeaderChoosesNoRouteWhereThePluginIsOff(t *testing.T) {
	s := mistyped.up(t)
	for name, tt := range map[string]struct {
		host, method string
		headers      []string
	}{
		"GET":                  {"shop.test", "GET", []string{"x-mcp-server: rest-amap-server"}},
		"POST":                 {"shop.test", "POST", []string{"x-mcp-server: rest-amap-server"}},
		"in upper case":        {"shop.test", "POST", []string{"X-MCP-SERVER: rest-amap-server"}},
		"twice":                {"shop.test", "POST", []string{"x-mcp-server: rest-amap-server", "X-Mcp-Server: random-user-server"}},
		"empty":                {"shop.test", "GET", []string{"x-mcp-server: "}},
		"on the rule's host":   {"mcp.test", "GET", []string{"x-mcp-server: rest-amap-server"}},
		"on a host that isn't": {"a%b", "GET", []string{"x-mcp-server: rest-amap-server"}},
	} {
		t.Run(name, func(t *testing.T) {
			forEachProtocol(t, func(t *testing.T, transport *http.Transport) {
				req := s.request(t, tt.method, "/mcp", nil, tt.headers...)
				req.Host = tt.host
				mustSend(t, transport, req)
				if got := s.servers["catalog"].Next(t); got.Header.Values("X-Mcp-Server") != nil {
					t.Errorf("the server got %v", got.Header)
				}
				s.mustBeIdle(t)
			})
		})
	}
}

func editByRoute(c *envoy.Config) error {
	return c.Set(envoy.Plugin+"/configuration/value", `{
  "servers": [`+fmt.Sprintf(amapServer, "")+`],
  "_rules_": [
    {"_match_domain_": ["open.test"]},
    {"_match_route_": ["catalog"], "servers": [`+fmt.Sprintf(amapServer, `, "tools": {"deny": ["*"]}`)+`]}]
}`)
}

// Stock Envoy does not tell modules the names of routes, so whether the rule's
// list counts cannot be told.
func TestWhereRoutesAreUnknownTheirRulesRefuse(t *testing.T) {
	s := byRoute.up(t)
	if want := "this host does not tell routes or services apart"; !strings.Contains(s.started, want) {
		t.Errorf("the log does not say %q", want)
	}
	transport := protocols()["HTTP/1.1"]
	t.Cleanup(transport.CloseIdleConnections)
	send := func(host, body string) reply {
		req := s.post(t, strings.NewReader(body))
		req.Host = host
		return mustSend(t, transport, req)
	}
	if got, want := send("other.test", call("rest-amap-server/x")), rpcError(`"a-1"`, -32603, "not configured"); got.Status != 503 || got.Body != want {
		t.Errorf("a call that may be the rule's: %d %s, want 503 %s", got.Status, got.Body, want)
	}
	s.mustBeIdle(t)
	send("other.test", call("plain"))
	s.mustReachCatalog(t, call("plain"))
	send("open.test", call("rest-amap-server/x"))
	s.servers["rest-amap-server"].Next(t)
	s.mustBeIdle(t)
}

func editCrowded(c *envoy.Config) error {
	var text strings.Builder
	text.WriteString(`{"servers":[` + fmt.Sprintf(amapServer, ""))
	for i := range 255 {
		fmt.Fprintf(&text, `,{"name":"server-%d","path":"/mcp-servers/%[1]d","headers":{`, i)
		for j := range 8 {
			fmt.Fprintf(&text, `%s"x-header-%d":"value of header %[2]d for server %d"`, ","[:min(j, 1)], j, i)
		}
		text.WriteString("}}")
	}
	text.WriteString(`],"_rules_":[`)
	for i := range 4096 {
		fmt.Fprintf(&text, `%s{"_match_domain_":["r%d.example"],"unknownServer":"reject"}`, ","[:min(i, 1)], i)
	}
	text.WriteString("]}")
	return c.Set(envoy.Plugin+"/configuration/value", text.String())
}

func TestTheLargestConfigurationFits(t *testing.T) {
	// Envoy, the compiled module and the configuration, in bytes.
	const mostRSS = 400_000_000
	s := crowded.up(t)
	rss, err := proc.RSS(s.process.PID())
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("Envoy has %d MB", rss/1e6)
	if rss > mostRSS {
		t.Errorf("Envoy has %d MB, want at most %d", rss/1e6, int(mostRSS/1e6))
	}
	if want := "router mode, 256 servers, 4096 rules"; !strings.Contains(s.started, want) {
		t.Errorf("the log does not say %q", want)
	}
	transport := protocols()["HTTP/1.1"]
	t.Cleanup(transport.CloseIdleConnections)
	req := s.post(t, strings.NewReader(call("nobody/x")))
	req.Host = "R4095.example:80"
	if got := mustSend(t, transport, req); !strings.Contains(got.Body, "unknown server") {
		t.Errorf("the last rule answers %d %s, want its refusal", got.Status, got.Body)
	}
	s.mustStillRoute(t, transport)
}
