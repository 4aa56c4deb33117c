//go:build conformance

package conformance

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/tidwall/sjson"

	"mcp-router/test/envoy"
	"mcp-router/test/module"
)

// TestGateway runs the suite against the fixture and then against a gateway of two
// servers, one of which is the fixture: every scenario that passes there has to pass
// here, with as many checks.
func TestGateway(t *testing.T) {
	for _, test := range []struct {
		revision  string
		stateless bool
		required  int
		// asked are the methods that the server beside the fixture has to have seen.
		asked []string
	}{
		{"2025-11-25", false, 30, []string{
			"initialize", "notifications/initialized", "tools/list", "prompts/list", "resources/list", "logging/setLevel",
		}},
		{"2026-07-28", true, 37, []string{
			"server/discover", "tools/list", "prompts/list", "resources/list",
		}},
	} {
		t.Run(test.revision, func(t *testing.T) {
			names, err := required(t.Context(), test.revision)
			if err != nil {
				t.Fatal(err)
			}
			if len(names) != test.required {
				t.Fatalf("the suite requires %d scenarios, want %d: %q", len(names), test.required, names)
			}
			fixture, beside := startFixture(t, test.stateless), startNeighbour(t, test.stateless)
			direct, err := runAll(t.Context(), fixture, test.revision, t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			gateway := startGateway(t, fixture, beside.URL+"/")
			through, err := runAll(t.Context(), gateway.url, test.revision, t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			compare(t, names, direct, through)
			asked := beside.counts()
			for _, method := range test.asked {
				if asked[method] == 0 {
					t.Errorf("the server beside the fixture was never asked %s, but %v", method, asked)
				}
			}
			gateway.checkBoth(t)
		})
	}
}

// compare holds the results through the gateway against the direct ones.
func compare(t *testing.T, required []string, direct, through results) {
	t.Helper()
	for _, scenario := range required {
		if len(broken(direct[scenario])) > 0 || held(direct[scenario]) == 0 {
			t.Errorf("%s: the fixture itself does not pass: %+v", scenario, direct[scenario])
		}
	}
	var all, needed tally
	for _, scenario := range slices.Sorted(maps.Keys(direct)) {
		if len(broken(direct[scenario])) > 0 {
			continue // what the fixture cannot do says nothing of the gateway
		}
		got, want, problems := held(through[scenario]), held(direct[scenario]), broken(through[scenario])
		passes := got >= want && len(problems) == 0
		all.add(passes, got, want)
		if slices.Contains(required, scenario) {
			needed.add(passes, got, want)
		}
		if !passes {
			t.Errorf("%s: %d of %d checks hold\n\t%s", scenario, got, want, strings.Join(problems, "\n\t"))
		}
	}
	t.Logf("through the gateway: required %s; all that the fixture passes %s", needed, all)
}

// tally counts scenarios and their checks through the gateway, and the same of the
// fixture itself.
type tally struct{ passed, scenarios, checks, of int }

func (n *tally) add(passes bool, checks, of int) {
	n.scenarios, n.checks, n.of = n.scenarios+1, n.checks+checks, n.of+of
	if passes {
		n.passed++
	}
}

func (n tally) String() string {
	return fmt.Sprintf("%d of %d scenarios, %d of %d checks", n.passed, n.scenarios, n.checks, n.of)
}

// stand is a running gateway.
type stand struct {
	process *envoy.Process
	url     string
}

// startGateway runs an Envoy over the fixture, whose names stay as they are and whose
// stream clients get, and the server beside it. It finds out what they speak.
func startGateway(t *testing.T, fixture, beside string) *stand {
	t.Helper()
	wasm, err := module.Build("")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	config, err := envoy.Gateway(dir, wasm, envoy.Server{Name: "fixture", URL: fixture}, envoy.Server{Name: "beside", URL: beside})
	if err != nil {
		t.Fatal(err)
	}
	const plugin = envoy.Plugin + "/configuration/value"
	text, err := config.Get(plugin)
	if err != nil {
		t.Fatal(err)
	}
	edited, _ := text.(string)
	for path, value := range map[string]any{
		"servers.0.prefix": false, "gateway.streamServer": "fixture",
		"servers.0.protocol": "auto", "servers.1.protocol": "auto",
	} {
		if edited, err = sjson.Set(edited, path, value); err != nil {
			t.Fatal(err)
		}
	}
	if err := config.Set(plugin, edited); err != nil {
		t.Fatal(err)
	}
	s := &stand{}
	if s.process, err = envoy.Start(t.Context(), dir, config, 2); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("[envoy]\n%s\n[access log]\n%s", s.process.Log(), s.process.AccessLog())
		}
		if err := s.process.Stop(); err != nil {
			t.Error(err)
		}
	})
	address, err := s.process.Address(t.Context(), "mcp")
	if err != nil {
		t.Fatal(err)
	}
	s.url = "http://" + address + "/mcp"
	return s
}

// checkBoth sees that the gateway has asked both servers, that its list has the
// tools of both, and that a call reaches the one beside the fixture.
func (s *stand) checkBoth(t *testing.T) {
	t.Helper()
	for _, cluster := range []string{"mcp-fixture", "mcp-beside"} {
		if n, err := s.process.Stat(t.Context(), "cluster."+cluster+".upstream_rq_completed"); err != nil || n == 0 {
			t.Errorf("cluster %s had %d requests, %v", cluster, n, err)
		}
	}
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: s.url}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	var names []string
	for tool, err := range session.Tools(t.Context(), nil) {
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, tool.Name)
	}
	const own, prefixed = "test_simple_text", "beside___geocode"
	if !slices.Contains(names, own) || !slices.Contains(names, prefixed) {
		t.Errorf("no %s or no %s among the tools %q", own, prefixed, names)
	}
	result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: prefixed, Arguments: map[string]any{"address": "Beijing"}})
	if err != nil || result.IsError {
		t.Errorf("%s = %+v, %v", prefixed, result, err)
	}
}
