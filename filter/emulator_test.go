package filter

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/higress-group/proxy-wasm-go-sdk/proxywasm/types"
	"github.com/higress-group/wasm-go/pkg/test"

	"mcp-router/telemetry"
	"mcp-router/test/module"
)

// TestMain builds the module unless WASM_FILE_PATH names one. The emulator
// would silently leave out its module half if there were none.
func TestMain(m *testing.M) {
	if os.Getenv("WASM_FILE_PATH") == "" {
		path, err := module.Build("")
		if err != nil {
			fmt.Fprintln(os.Stderr, "filter tests need the module:", err)
			os.Exit(1)
		}
		if err := os.Setenv("WASM_FILE_PATH", path); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	os.Exit(m.Run())
}

// TestOnTheHost runs every group natively and on the built module. It is one
// test because each half's VM is expensive to make.
func TestOnTheHost(t *testing.T) {
	groups := []struct {
		name string
		run  func(t *testing.T)
	}{
		{"requests through the host", requestsThroughTheHost},
		{"the clients server header is removed", theClientsServerHeaderIsRemoved},
		{"without a server header none is looked for", withoutAServerHeaderNoneIsLookedFor},
		{"the route is chosen anew only where it may change", theRouteIsChosenAnewOnlyWhereItMayChange},
		{"rules inherit and replace", rulesInheritAndReplace},
		{"only rules leave other requests alone", onlyRulesLeaveOtherRequestsAlone},
		{"bad configurations", badConfigurations},
		{"rules that cannot be read refuse all calls", rulesThatCannotBeReadRefuseAllCalls},
		{"log lines name the plugin", logLinesNameThePlugin},
		{"the start is told", theStartIsTold},
		{"an idling plugin refuses its calls alone", anIdlingPluginRefusesItsCallsAlone},
		{"a rule with a problem refuses its calls alone", aRuleWithAProblemRefusesItsCallsAlone},
		{"a forged header chooses no rule", aForgedHeaderChoosesNoRule},
		{"requests are counted and shown to the access log", requestsAreCountedAndShownToTheAccessLog},
		{"refusals are logged without what the client sent", refusalsAreLoggedWithoutWhatTheClientSent},
		{"passed requests are counted by bounded labels", passedRequestsAreCountedByBoundedLabels},
		{"the buffer limit is raised only where it may be too small", theBufferLimitIsRaisedOnlyWhereItMayBeTooSmall},
		{"the buffer limit is raised for a body of unknown length", theBufferLimitIsRaisedForABodyOfUnknownLength},
	}
	halves := 0
	test.RunTest(t, func(t *testing.T) {
		halves++
		for _, group := range groups {
			t.Run(group.name, group.run)
		}
	})
	if halves != 2 {
		t.Fatalf("ran %d of 2 halves (native, module)", halves)
	}
}

// start starts the plugin with a configuration on a host like Higress.
func start(t *testing.T, config string) (resettable, types.OnPluginStartStatus) {
	t.Helper()
	cleared := new(int)
	host, status := test.NewTestHostWithForeignFuncs(json.RawMessage(config), map[string]func([]byte) []byte{
		"clear_route_cache": func([]byte) []byte { *cleared++; return []byte{1} },
	})
	reset := sync.OnceFunc(host.Reset)
	t.Cleanup(reset)
	return resettable{host, reset, cleared}, status
}

// resettable may be reset early: the emulator has one host at a time.
type resettable struct {
	test.TestHost
	reset func()
	// cleared counts how often the route cache was cleared.
	cleared *int
}

// Reset ends the host once.
func (r resettable) Reset() { r.reset() }

// mustStart starts the plugin and expects it to run.
func mustStart(t *testing.T, config string) resettable {
	t.Helper()
	host, status := start(t, config)
	if status != types.OnPluginStartStatusOK {
		t.Fatalf("start failed: %v", logs(host))
	}
	return host
}

func logs(host test.TestHost) []string {
	return append(append(host.GetCriticalLogs(), host.GetErrorLogs()...), host.GetWarnLogs()...)
}

// message is one request as it reaches the host.
type message struct {
	// headers beyond :method, :path, :authority and content-type, which have
	// defaults, as name, value pairs.
	headers []string
	// chunks are the body's pieces; none ends the request with its headers.
	chunks []string
	// trailers end the body instead of its last piece.
	trailers bool
}

func (m message) lines() [][2]string {
	lines := [][2]string{{":authority", "agg.example"}, {":path", "/mcp"}, {":method", "POST"}, {"content-type", "application/json"}}
	defaults := len(lines)
	for i := 0; i+1 < len(m.headers); i += 2 {
		replaced := false
		for j := range defaults {
			if lines[j][0] == m.headers[i] {
				lines[j][1], replaced = m.headers[i+1], true
			}
		}
		if !replaced {
			lines = append(lines, [2]string{m.headers[i], m.headers[i+1]})
		}
	}
	return lines
}

// send plays a request and renders what became of it: the actions the plugin
// took (c continue, p pause), then the reply or the request as it went on.
func send(host test.TestHost, m message) string {
	var actions strings.Builder
	note := func(action types.Action) { actions.WriteByte("cp"[min(action, 1)]) }
	if len(m.chunks) == 0 && !m.trailers {
		note(host.CallOnHttpRequestHeaders(m.lines(), test.WithEndOfStream(true)))
	} else {
		note(host.CallOnHttpRequestHeaders(m.lines()))
	}
	for i, chunk := range m.chunks {
		if host.GetLocalResponse() != nil {
			break // Envoy delivers nothing after a reply
		}
		note(host.CallOnHttpStreamingRequestBody([]byte(chunk), i == len(m.chunks)-1 && !m.trailers))
	}
	if m.trailers && host.GetLocalResponse() == nil {
		note(host.CallOnRequestTrailers(contextID(host), [][2]string{{"x-checksum", "1"}}))
	}
	defer host.CompleteHttp()
	if reply := host.GetLocalResponse(); reply != nil {
		return fmt.Sprintf("%s %d %v %s", &actions, reply.StatusCode, reply.Headers, reply.Data)
	}
	return fmt.Sprintf("%s %v %s", &actions, host.GetRequestHeaders(), host.GetRequestBody())
}

// contextID finds the emulator's number of the current stream, which the test
// host keeps to itself: the newest one that has request headers.
func contextID(host test.TestHost) uint32 {
	id := host.InitializeHttpContext()
	host.CompleteHttpContext(id)
	return id - 1
}

func counter(t *testing.T, host test.TestHost, method, server, outcome string) uint64 {
	t.Helper()
	value, err := host.GetCounterMetric(telemetry.NewCounter(method, server, outcome).Name())
	if err != nil {
		return 0
	}
	return value
}

func property(host test.TestHost, name string) string {
	value, err := host.GetProperty([]string{name})
	if err != nil {
		return ""
	}
	return string(value)
}
