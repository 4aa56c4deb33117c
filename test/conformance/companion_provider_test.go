//go:build conformance

package conformance

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"
)

// notThrough are the required scenarios that the companion with the fixture behind
// it does not pass, by revision and name, each with the reason. One that passes must
// not stand here.
var notThrough = map[string]map[string]string{
	"2025-11-25": {
		"logging-set-level":             absent,
		"completion-complete":           absent,
		"tools-call-with-logging":       absent,
		"elicitation-sep1330-enums":     schema,
		"resources-list":                absent,
		"resources-read-text":           absent,
		"resources-read-binary":         absent,
		"resources-templates-read":      absent,
		"resources-subscribe":           absent,
		"resources-unsubscribe":         absent,
		"prompts-list":                  absent,
		"prompts-get-simple":            absent,
		"prompts-get-with-args":         absent,
		"prompts-get-embedded-resource": absent,
		"prompts-get-with-image":        absent,
	},
	"2026-07-28": {
		"server-stateless":                              ownTools,
		"completion-complete":                           absent,
		"resources-list":                                absent,
		"resources-read-text":                           absent,
		"resources-read-binary":                         absent,
		"resources-templates-read":                      absent,
		"sep-2164-resource-not-found":                   absent,
		"prompts-list":                                  absent,
		"prompts-get-simple":                            absent,
		"prompts-get-with-args":                         absent,
		"prompts-get-embedded-resource":                 absent,
		"prompts-get-with-image":                        absent,
		"caching":                                       absent,
		"input-required-result-basic-elicitation":       keys,
		"input-required-result-basic-list-roots":        roots,
		"input-required-result-multiple-input-requests": keys,
		"input-required-result-multi-round":             rounds,
		"input-required-result-non-tool-request":        absent,
	},
}

const (
	absent   = "the companion has one tool and no prompts, resources, completion or logging"
	ownTools = "the suite skips what needs tools of its own in tools/list, where there is azure alone"
	keys     = "a provider over stdio asks one by one, and the companion's names for questions are not the fixture's"
	rounds   = "over a session the fixture's second question comes as its result"
	roots    = "the companion declares no roots to providers"
	schema   = "the fixture's question, with enums of every form, does not reach the client"
)

// TestCompanionProvider runs what every server has to pass against one companion
// whose provider is the fixture over stdio, one scenario after the other, and each
// against a fresh companion: what one scenario leaves behind, a question that nobody
// answered above all, must not change the result of another.
//
// The suite calls tools by fixed names (test_sampling …), the companion has the one
// tool azure, and the suite has no option for that. So the test puts a proxy between
// them which turns a call of such a tool into azure's with tool, command and
// parameters, and the Mcp-Name header with it; it changes nothing else, and no
// answer. What the companion does not pass stands in notThrough, with the reason; it
// fails on both alike and is compared all the same. Everything else has to pass.
func TestCompanionProvider(t *testing.T) {
	program := buildProgram(t, companionProgram)
	providers := fmt.Sprintf(`{"servers":{"fixture":{"command":%s}}}`,
		strconv.Quote(buildProgram(t, "github.com/modelcontextprotocol/go-sdk/conformance/everything-server")))
	shared := commandsAsTools(t, startCompanion(t, program, providers))
	for _, revision := range slices.Sorted(maps.Keys(notThrough)) {
		names, err := required(t.Context(), revision)
		if err != nil {
			t.Fatal(err)
		}
		for scenario := range notThrough[revision] {
			if !slices.Contains(names, scenario) {
				t.Errorf("%s %s is expected to fail, but is not required", revision, scenario)
			}
		}
		for _, scenario := range names {
			t.Run(revision+"/"+scenario, func(t *testing.T) {
				used, err := run(t.Context(), shared, revision, scenario, t.TempDir())
				if err != nil {
					t.Fatal(err)
				}
				fresh, err := run(t.Context(), commandsAsTools(t, startCompanion(t, program, providers)), revision, scenario, t.TempDir())
				if err != nil {
					t.Fatal(err)
				}
				if got, want := outcome(used), outcome(fresh); !slices.Equal(got, want) {
					t.Errorf("after other scenarios:\n\t%s\nfresh:\n\t%s", strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
				}
				problems := broken(fresh)
				switch reason := notThrough[revision][scenario]; {
				case reason == "" && len(problems) > 0:
					t.Errorf("does not pass:\n\t%s", strings.Join(problems, "\n\t"))
				case reason != "" && len(problems) == 0:
					t.Errorf("passes, but is expected to fail: %s", reason)
				}
				t.Logf("%d of %d checks hold, used and fresh\n\t%s", held(fresh), len(fresh), strings.Join(problems, "\n\t"))
			})
		}
	}
}

// outcome returns id and status of each check, sorted.
func outcome(checks []check) (list []string) {
	for _, c := range checks {
		list = append(list, c.ID+" "+c.Status)
	}
	slices.Sort(list)
	return list
}

// commandsAsTools starts a proxy before the companion at address and returns its
// URL. A call of any tool but azure becomes a call of the fixture's command.
func commandsAsTools(t *testing.T, address string) string {
	t.Helper()
	target, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	proxy := &httputil.ReverseProxy{
		FlushInterval: -1,
		Rewrite: func(r *httputil.ProxyRequest) {
			r.Out.URL.Scheme, r.Out.URL.Host = target.Scheme, target.Host
			r.Out.Host = r.In.Host // scenarios judge what is answered to wrong ones
		},
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body) // what is cut off fails in the companion
		name := gjson.GetBytes(body, "params.name").String()
		if gjson.GetBytes(body, "method").String() == "tools/call" && name != "azure" && name != "" {
			body = asCommand(t, body, name)
			if r.Header.Get("Mcp-Name") == name {
				r.Header.Set("Mcp-Name", "azure")
			}
		}
		r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
		r.Header.Set("Content-Length", strconv.Itoa(len(body)))
		proxy.ServeHTTP(w, r)
	}))
	t.Cleanup(func() { server.CloseClientConnections(); server.Close() })
	return server.URL + target.Path
}

// asCommand returns the call of the tool as one of azure.
func asCommand(t *testing.T, body []byte, tool string) []byte {
	arguments := map[string]any{"tool": "fixture", "command": tool}
	if given := gjson.GetBytes(body, "params.arguments"); given.Exists() {
		arguments["parameters"] = json.RawMessage(given.Raw)
	}
	for path, value := range map[string]any{"params.name": "azure", "params.arguments": arguments} {
		var err error
		if body, err = sjson.SetBytes(body, path, value); err != nil {
			t.Error(err)
		}
	}
	return body
}
