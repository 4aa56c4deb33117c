package filter

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/higress-group/proxy-wasm-go-sdk/proxywasm/proxytest"
	"github.com/higress-group/proxy-wasm-go-sdk/proxywasm/types"
	"github.com/higress-group/wasm-go/pkg/test"

	"mcp-router/config"
	"mcp-router/router"
	"mcp-router/telemetry"
	"mcp-router/test/module"
	"mcp-router/test/puppet"
)

// TestThePuppetOnTheHost runs what only plans and editors can bring about,
// natively and on a module with the puppet built in.
func TestThePuppetOnTheHost(t *testing.T) {
	path, err := module.Build("puppet")
	if err != nil {
		t.Fatal(err)
	}
	routers := newHandler
	newHandler = func(_ *router.Shared, w world, _ *config.Config) handler { return puppet.Handler{World: w} }
	t.Cleanup(func() { newHandler = routers })
	groups := []struct {
		name string
		run  func(t *testing.T)
	}{
		{"every outcome of a call", everyOutcomeOfACall},
		{"how plans end", howPlansEnd},
		{"a request without a body waits too", aRequestWithoutABodyWaitsToo},
		{"plans that fail", plansThatFail},
		{"a client that leaves", aClientThatLeaves},
		{"calls are counted", callsAreCounted},
		{"the route is forgotten before the calls", theRouteIsForgottenBeforeTheCalls},
		{"replies that are edited", repliesThatAreEdited},
		{"editors that fail", editorsThatFail},
		{"the world", theWorld},
		// The last: it leaves no place for others.
		{"no more calls than there are places", noMoreCallsThanThereArePlaces},
	}
	halves := 0
	test.RunTestWithPath(t, path, func(t *testing.T) {
		halves++
		for _, group := range groups {
			t.Run(group.name, group.run)
		}
	})
	if halves != 2 {
		t.Fatalf("ran %d of 2 halves (native, module)", halves)
	}
}

// asked is a request whose plan waits.
type asked struct {
	resettable
	t *testing.T
	// id is the emulator's number of the stream.
	id uint32
}

// ask sends a POST with this script and body.
func ask(t *testing.T, host resettable, script, body string) asked {
	t.Helper()
	if !json.Valid([]byte(script)) {
		t.Fatalf("not JSON: %s", script)
	}
	host.CallOnHttpRequestHeaders(message{headers: []string{puppet.Header, script}}.lines())
	host.CallOnHttpStreamingRequestBody([]byte(body), true)
	return asked{host, t, contextID(host)}
}

// pending are the calls under way, by token: the puppet's server names end in it.
func (a asked) pending() map[string]proxytest.HttpCalloutAttribute {
	calls := make(map[string]proxytest.HttpCalloutAttribute)
	for _, call := range a.GetCalloutAttributesFromContext(a.id) {
		for _, header := range call.Headers {
			if header[0] == ":path" {
				calls[strings.TrimPrefix(header[1], "/")] = call
			}
		}
	}
	return calls
}

// answer ends the call to a server. Without headers it broke off.
func (a asked) answer(server, body string, headers ...string) {
	a.t.Helper()
	call, ok := a.pending()[server]
	if !ok {
		a.t.Fatalf("no call to %s under way, only %v", server, a.pending())
	}
	var lines [][2]string
	for i := 0; i+1 < len(headers); i += 2 {
		lines = append(lines, [2]string{headers[i], headers[i+1]})
	}
	a.CallOnHttpCallResponse(call.CalloutID, lines, nil, []byte(body))
}

// became renders the state of the request: waiting, replied or gone on.
func (a asked) became() string {
	if reply := a.GetSentLocalResponse(a.id); reply != nil {
		return fmt.Sprintf("%d %s", reply.StatusCode, reply.Data)
	}
	if a.GetCurrentHttpStreamAction(a.id) != types.ActionContinue {
		return "waits"
	}
	return fmt.Sprintf("%v %s", a.GetCurrentRequestHeaders(a.id), a.GetCurrentRequestBody(a.id))
}

func (a asked) mustBecome(want string) {
	a.t.Helper()
	if got := a.became(); got != want {
		a.t.Errorf("\n got %s\nwant %s", got, want)
	}
}

// call is a call of a script, to a server and cluster of that name.
func call(token int, server string) string {
	return fmt.Sprintf(`{"token":%d,"server":%q,"cluster":%q,"method":"tools/list","timeoutMs":50}`, token, server, "be_"+server)
}

const puppetConfig = `{"servers":[{"name":"a","path":"/a"}]}`

func callCounter(host test.TestHost, method, server, outcome string) uint64 {
	value, err := host.GetCounterMetric(telemetry.NewCall(method, server, outcome).Name())
	if err != nil {
		return 0
	}
	return value
}
