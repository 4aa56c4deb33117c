package filter

import (
	"fmt"
	"strings"
	"testing"

	"github.com/higress-group/wasm-go/pkg/test"

	"mcp-router/exchange"
	"mcp-router/test/puppet"
)

func everyOutcomeOfACall(t *testing.T) {
	json := []string{":status", "200", "content-type", "application/json", "date", "x"}
	for _, test := range []struct {
		name, body string
		headers    []string
		want       string
	}{
		{"an answer", `{"id":1}`, json, `7 answered 200 "application/json" "" "" 8:{"id":1}`},
		{"a session's", `{}`, append([]string{"mcp-session-id", "s1", "mcp-session-id", "s2"}, json...), `7 answered 200 "application/json" "s1" "" 2:{}`},
		{"a coded one", `{}`, append([]string{"content-encoding", "br"}, json...), `7 answered 200 "application/json" "" "br" 2:{}`},
		{"one without a body", "", []string{":status", "202"}, `7 answered 202 "" "" "" 0:`},
		{"a refusal", "no", []string{":status", "401", "www-authenticate", "x"}, `7 answered 401 "" "" "" 2:no`},
		{"a server's own 503", "later", []string{":status", "503", "content-type", "text/plain", "content-length", "5", "date", "x"}, `7 answered 503 "text/plain" "" "" 5:later`},
		{"the largest", strings.Repeat("x", exchange.MaxCallReply), json, fmt.Sprintf(`7 answered 200 "application/json" "" "" %d:%s`, exchange.MaxCallReply, strings.Repeat("x", 20))},
		{"one byte more", strings.Repeat("x", exchange.MaxCallReply+1), json, `7 no_answer 0 "" "" "" 0:`},
		{"nothing", "", nil, `7 no_answer 0 "" "" "" 0:`},
		{"the host's own, no connection", "upstream connect error", []string{":status", "503", "content-length", "91", "content-type", "text/plain"}, `7 no_answer 0 "" "" "" 0:`},
		{"the host's own, too late", "upstream request timeout", []string{":status", "504", "content-length", "24", "content-type", "text/plain"}, `7 no_answer 0 "" "" "" 0:`},
		{"a full circuit breaker", "upstream connect error", []string{":status", "503", "content-length", "81", "content-type", "text/plain", "x-envoy-overloaded", "true"}, `7 overloaded 0 "" "" "" 0:`},
	} {
		t.Run(test.name, func(t *testing.T) {
			a := ask(t, mustStart(t, puppetConfig), `{"rounds":[[`+call(7, "a")+`]]}`, "{}")
			a.mustBecome("waits")
			a.answer("a", test.body, test.headers...)
			a.mustBecome("200 " + test.want)
		})
	}
}

var ok = []string{":status", "200", "date", "x"}

func howPlansEnd(t *testing.T) {
	two := call(1, "a") + "," + call(2, "b")
	t.Run("answers in any order, then another round", func(t *testing.T) {
		a := ask(t, mustStart(t, puppetConfig), `{"rounds":[[`+two+`],[`+call(3, "c")+`]]}`, "{}")
		a.answer("b", "B", ok...)
		a.mustBecome("waits")
		a.answer("a", "A", ok...)
		a.mustBecome("waits")
		a.answer("c", "C", ok...)
		a.mustBecome("200 " + `2 answered 200 "" "" "" 1:B` + "\n" + `1 answered 200 "" "" "" 1:A` + "\n" + `3 answered 200 "" "" "" 1:C`)
	})
	t.Run("an answer is no refusal", func(t *testing.T) {
		host := mustStart(t, puppetConfig)
		a := ask(t, host, `{"rounds":[[`+two+`]],"endAfter":1}`, "{}")
		a.answer("a", "A", ok...)
		if told := host.GetDebugLogs(); len(told) != 0 {
			t.Errorf("the debug log says %q, want nothing", told)
		}
	})
	t.Run("a late answer changes nothing", func(t *testing.T) {
		a := ask(t, mustStart(t, puppetConfig), `{"rounds":[[`+two+`]],"endAfter":1}`, "{}")
		a.answer("a", "A", ok...)
		want := `200 1 answered 200 "" "" "" 1:A`
		a.mustBecome(want)
		a.answer("b", "B", ok...)
		a.mustBecome(want)
	})
	t.Run("the request goes on, rewritten", func(t *testing.T) {
		a := ask(t, mustStart(t, puppetConfig), `{"rounds":[[`+two+`]],"endAfter":1,"end":"forward","path":"/b","authority":"b.example","cut":1,"insert":"{\"xxxx\":1,"}`, `{"y":2}`)
		a.answer("a", "A", ok...)
		want := `[[:authority b.example] [:path /b] [:method POST] [content-type application/json] [x-answers 1 answered 200 "" "" "" 1:A] [content-length 16]] {"xxxx":1,"y":2}`
		a.mustBecome(want)
		a.answer("b", "B", ok...)
		a.mustBecome(want)
	})
	t.Run("the request passes", func(t *testing.T) {
		script := `{"rounds":[[` + call(1, "a") + `]],"end":"pass"}`
		a := ask(t, mustStart(t, puppetConfig), script, `{}`)
		a.answer("a", "A", ok...)
		a.mustBecome(`[[:authority agg.example] [:path /mcp] [:method POST] [content-type application/json] [` + puppet.Header + ` ` + script + `]] {}`)
	})
	t.Run("the host has the last word", func(t *testing.T) {
		host := mustStart(t, puppetConfig)
		a := ask(t, host, `{"rounds":[[`+two+`]],"endAfter":1}`, "{}")
		host.CallOnHttpResponseHeaders([][2]string{{":status", "504"}})
		a.answer("a", "A", ok...)
		if reply := host.GetSentLocalResponse(a.id); reply != nil {
			t.Errorf("a second reply: %d %s", reply.StatusCode, reply.Data)
		}
	})
	t.Run("trailers end the request", func(t *testing.T) {
		host := mustStart(t, puppetConfig)
		host.CallOnHttpRequestHeaders(message{headers: []string{puppet.Header, `{"rounds":[[` + call(1, "a") + `]]}`}}.lines())
		host.CallOnHttpStreamingRequestBody([]byte("{}"), false)
		a := asked{host, t, contextID(host)}
		if len(a.pending()) != 0 {
			t.Errorf("asked before the request's end: %v", a.pending())
		}
		host.CallOnRequestTrailers(a.id, [][2]string{{"x-checksum", "1"}})
		a.answer("a", "A", ok...)
		a.mustBecome(`200 1 answered 200 "" "" "" 1:A`)
	})
}

func aRequestWithoutABodyWaitsToo(t *testing.T) {
	for end, want := range map[string]string{
		`"reply"`: `200 1 answered 200 "" "" "" 1:A`,
		`"forward","path":"/b"`: `[[:authority agg.example] [:path /b] [:method GET] [content-type application/json] ` +
			`[x-answers 1 answered 200 "" "" "" 1:A]] `,
	} {
		host := mustStart(t, puppetConfig)
		lines := message{headers: []string{":method", "GET", puppet.Header, `{"rounds":[[` + call(1, "a") + `]],"end":` + end + `}`}}.lines()
		if action := host.CallOnHttpRequestHeaders(lines, test.WithEndOfStream(true)); action != 4 {
			t.Errorf("the header callback returned %d, want 4, stop all and wait", action)
		}
		a := asked{host, t, contextID(host)}
		a.answer("a", "A", ok...)
		a.mustBecome(want)
		host.Reset()
	}
}

const internalErrorReply = `500 {"jsonrpc":"2.0","id":null,"error":{"code":-32603,"message":"internal error of mcp-router"}}`

func plansThatFail(t *testing.T) {
	t.Run("a plan that panics", func(t *testing.T) {
		host := mustStart(t, puppetConfig)
		a := ask(t, host, `{"rounds":[[`+call(1, "a")+`,`+call(2, "b")+`]],"panic":"plan"}`, "{}")
		a.answer("a", "A", ok...)
		a.mustBecome(internalErrorReply)
		a.answer("b", "B", ok...)
		a.mustBecome(internalErrorReply)
		if told := strings.Join(logs(host), "\n"); strings.Count(told, "panic: puppet's plan") != 1 {
			t.Errorf("the log says %q, want one line about the panic", told)
		}
		if got := counter(t, host, "tools/list", "puppet", "failed"); got != 1 {
			t.Errorf("counted %d failed requests of the plan's method and server, want 1", got)
		}
	})
	t.Run("a plan that waits for nothing", func(t *testing.T) {
		host := mustStart(t, puppetConfig)
		a := ask(t, host, `{"rounds":[[`+call(1, "a")+`]],"end":"wait"}`, "{}")
		a.answer("a", "A", ok...)
		a.mustBecome(internalErrorReply)
	})
	t.Run("a plan that asks nobody", func(t *testing.T) {
		a := ask(t, mustStart(t, puppetConfig), `{"rounds":[[]]}`, "{}")
		a.mustBecome(internalErrorReply)
	})
	t.Run("one that asks before the body has come", func(t *testing.T) {
		host := mustStart(t, puppetConfig)
		host.CallOnHttpRequestHeaders(message{headers: []string{puppet.Header, `{"early":true,"rounds":[[` + call(1, "a") + `]]}`}}.lines())
		a := asked{host, t, contextID(host)}
		a.mustBecome(internalErrorReply)
		if len(a.pending()) != 0 {
			t.Errorf("calls under way: %v", a.pending())
		}
	})
}

func noMoreCallsThanThereArePlaces(t *testing.T) {
	host := mustStart(t, puppetConfig)
	one := strings.Replace(call(1, "a"), ":50}", ":60000}", 1)
	round := strings.Repeat(one+",", exchange.MaxUnderWay-1) + one
	full := ask(t, host, `{"rounds":[[`+round+`]]}`, "{}")
	full.mustBecome("waits")

	host.InitHttp()
	mixed := ask(t, host, `{"rounds":[[`+call(1, "b")+`],[`+call(2, "c")+`]]}`, "{}")
	mixed.mustBecome(`200 1 overloaded 0 "" "" "" 0:` + "\n" + `2 overloaded 0 "" "" "" 0:`)
	if got := callCounter(host, "tools/list", "b", "overloaded"); got != 1 {
		t.Errorf("counted %d calls without a place, want 1", got)
	}

	full.answer("a", "A", ok...)
	host.InitHttp()
	after := ask(t, host, `{"rounds":[[`+call(1, "b")+`,`+call(2, "c")+`]]}`, "{}")
	after.mustBecome("waits")
	after.answer("b", "B", ok...)
	after.mustBecome(`200 2 overloaded 0 "" "" "" 0:` + "\n" + `1 answered 200 "" "" "" 1:B`)
}

func aClientThatLeaves(t *testing.T) {
	host := mustStart(t, puppetConfig)
	a := ask(t, host, `{"rounds":[[`+call(1, "a")+`]]}`, "{}")
	answerTo := a.pending()["a"].CalloutID
	host.CompleteHttp()
	host.CallOnHttpCallResponse(answerTo, [][2]string{{":status", "200"}}, nil, []byte("late"))
	if told := logs(host); len(told) != 0 {
		t.Errorf("the log says %q, want nothing", told)
	}
	next := ask(t, host, `{"rounds":[[`+call(1, "a")+`]]}`, "{}")
	next.answer("a", "A", ok...)
	next.mustBecome(`200 1 answered 200 "" "" "" 1:A`)
}

func callsAreCounted(t *testing.T) {
	host := mustStart(t, puppetConfig)
	a := ask(t, host, `{"rounds":[[`+call(1, "a")+`,`+call(2, "b")+`,`+strings.Replace(call(3, "a"), "tools/list", "made/up", 1)+`]]}`, "{}")
	for len(a.pending()) > 0 {
		for server := range a.pending() {
			if server == "b" {
				a.answer("b", "")
				continue
			}
			a.answer(server, "A", ok...)
		}
	}
	for _, want := range []struct {
		method, server, outcome string
		n                       uint64
	}{{"tools/list", "a", "answered", 1}, {"other", "a", "answered", 1}, {"tools/list", "b", "no_answer", 1}} {
		if got := callCounter(host, want.method, want.server, want.outcome); got != want.n {
			t.Errorf("counted %d of %v, want %d", got, want, want.n)
		}
	}
}

func theRouteIsForgottenBeforeTheCalls(t *testing.T) {
	host := mustStart(t, puppetConfig)
	a := ask(t, host, `{"rounds":[[`+call(1, "a")+`]],"end":"forward","path":"/b"}`, "{}")
	if *host.cleared != 1 {
		t.Errorf("the route cache was cleared %d times before the calls, want once", *host.cleared)
	}
	a.answer("a", "A", ok...)
	if *host.cleared != 2 {
		t.Errorf("the route cache was cleared %d times in all, want twice", *host.cleared)
	}
}
