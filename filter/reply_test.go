package filter

import (
	"fmt"
	"strings"
	"testing"

	"github.com/higress-group/proxy-wasm-go-sdk/proxywasm/types"
	"github.com/higress-group/wasm-go/pkg/test"
)

// replyTo plays a reply to a forwarded request and renders what the client gets.
func replyTo(t *testing.T, host resettable, script string, headers []string, chunks ...string) string {
	t.Helper()
	ask(t, host, script, "{}").mustBecomeForwarded()
	lines := make([][2]string, 0, len(headers)/2)
	for i := 0; i+1 < len(headers); i += 2 {
		lines = append(lines, [2]string{headers[i], headers[i+1]})
	}
	action := host.CallOnHttpResponseHeaders(lines, test.WithEndOfStream(len(chunks) == 0))
	if reply := host.GetLocalResponse(); reply != nil {
		return fmt.Sprintf("local %d %v %s", reply.StatusCode, reply.Headers, reply.Data)
	}
	if action != types.ActionContinue {
		t.Errorf("the reply's head is held back: %d", action)
	}
	got := fmt.Sprint(host.GetResponseHeaders())
	for i, chunk := range chunks {
		action := host.CallOnHttpStreamingResponseBody([]byte(chunk), i == len(chunks)-1)
		if action != types.ActionContinue {
			return got + " broken off"
		}
		got += fmt.Sprintf(" %q", host.GetResponseBody())
	}
	return got
}

func (a asked) mustBecomeForwarded() {
	a.t.Helper()
	if got := a.became(); !strings.Contains(got, "[:path /b]") {
		a.t.Fatalf("the request became %s, want it forwarded", got)
	}
}

func repliesThatAreEdited(t *testing.T) {
	server := []string{":status", "200", "content-type", "text/event-stream", "content-length", "9", "mcp-session-id", "s1"}
	refused := []string{":status", "401", "content-type", "text/html", "content-encoding", "gzip", "content-length", "9"}
	for _, test := range []struct {
		name, editor string
		headers      []string
		chunks       []string
		want         string
	}{
		{"no editor", ``, server, []string{"a\nb", "c\n"}, `[[:status 200] [content-type text/event-stream] [content-length 9] [mcp-session-id s1]] "a\nb" "c\n"`},
		{"the head alone", `,"editor":{"drop":["mcp-session-id"]}`, server, []string{"a\nb", "c\n"},
			`[[:status 200] [content-type text/event-stream] [content-length 9] [x-head 200 "text/event-stream" "" true ""]] "a\nb" "c\n"`},
		{"line by line, held back and let go", `,"editor":{"chunks":"lines"}`, server, []string{"a\nb", "c", "d\n", "e"},
			`[[:status 200] [content-type text/event-stream] [mcp-session-id s1] [x-head 200 "text/event-stream" "" true ""]] ">a\n" "" ">bcd\n" ">e"`},
		{"an empty end lets go too", `,"editor":{"chunks":"lines"}`, server, []string{"a", ""},
			`[[:status 200] [content-type text/event-stream] [mcp-session-id s1] [x-head 200 "text/event-stream" "" true ""]] "" ">a"`},
		{"looked at only", `,"editor":{"chunks":"same"}`, server, []string{"a\nb", "c\n", ""},
			`[[:status 200] [content-type text/event-stream] [mcp-session-id s1] [x-head 200 "text/event-stream" "" true ""]] "a\nb" "c\n" ""`},
		{"no body to edit", `,"editor":{"chunks":"lines"}`, []string{":status", "202"}, nil, `[[:status 202] [x-head 202 "" "" false ""]]`},
		{"another in its place", `,"editor":{"instead":"sorry"}`, refused, []string{"<html>", "more", ""},
			`[[:status 418] [x-head 401 "text/html" "gzip" true "via_upstream"] [content-type text/x-instead]] "sorry" "" ""`},
		{"another in the place of a bare one", `,"editor":{"instead":"sorry"}`, refused, nil, `local 418 [[content-type text/x-instead]] sorry`},
		{"nothing in its place", `,"editor":{"instead":""}`, refused, []string{"<html>", ""},
			`[[:status 418] [x-head 401 "text/html" "gzip" true "via_upstream"] [content-type text/x-instead]] "" ""`},
	} {
		t.Run(test.name, func(t *testing.T) {
			host := mustStart(t, puppetConfig)
			if err := host.SetProperty([]string{"response", "code_details"}, []byte("via_upstream")); err != nil {
				t.Fatal(err)
			}
			if got := replyTo(t, host, `{"end":"forward","path":"/b"`+test.editor+`}`, test.headers, test.chunks...); got != test.want {
				t.Errorf("\n got %s\nwant %s", got, test.want)
			}
		})
	}
}

func editorsThatFail(t *testing.T) {
	server := []string{":status", "200", "content-type", "application/json"}
	t.Run("at the head", func(t *testing.T) {
		host := mustStart(t, puppetConfig)
		got := replyTo(t, host, `{"end":"forward","path":"/b","editor":{},"panic":"head"}`, server, "{}")
		if want := "local " + strings.Replace(internalErrorReply, "500 ", "500 [[content-type application/json]] ", 1); got != want {
			t.Errorf("\n got %s\nwant %s", got, want)
		}
		if told := strings.Join(logs(host), "\n"); !strings.Contains(told, "panic: puppet's head") {
			t.Errorf("the log says %q, want the panic", told)
		}
	})
	t.Run("in the body", func(t *testing.T) {
		host := mustStart(t, puppetConfig)
		got := replyTo(t, host, `{"end":"forward","path":"/b","editor":{"chunks":"same"},"panic":"chunk"}`, server, "{", "}")
		if !strings.HasSuffix(got, " broken off") {
			t.Errorf("got %s, want the reply broken off", got)
		}
		if told := strings.Join(logs(host), "\n"); !strings.Contains(told, "panic: puppet's chunk") {
			t.Errorf("the log says %q, want the panic", told)
		}
	})
}
