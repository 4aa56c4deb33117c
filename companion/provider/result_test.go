package provider

import (
	"encoding/json"
	"fmt"
	"net/http"
	"testing"
)

func TestInSession(t *testing.T) {
	tests := []struct{ name, raw, want string }{
		{"an ordinary result", ` {"content":[],"n":12345678901234567890}`, ` {"content":[],"n":12345678901234567890}`},
		{"a complete one", `{"resultType":"complete","content":[]}`, `{"content":[]}`},
		{"a question", `{"content":[],"resultType":"input_required","inputRequests":{"a":{}},"requestState":"x"}`, `{"content":[]}`},
		{"escaped, and in capitals", `{"r\u0065sultType":"input_required","RequestState":"x","content":[]}`, `{"content":[]}`},
		{"below the result they are a tool's own", `{"structuredContent":{"resultType":"a","requestState":1}}`, `{"structuredContent":{"resultType":"a","requestState":1}}`},
		{"no object", `[1]`, `[1]`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := string(InSession(json.RawMessage(tt.raw))); got != tt.want {
				t.Errorf("InSession(%s) = %s, want %s", tt.raw, got, tt.want)
			}
		})
	}
}

// In a session nothing asks by a result.
func TestSessionServersDoNotAskByResults(t *testing.T) {
	s := remote(t, func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":{"content":[],"resultType":"input_required","requestState":"x"}}`, r.Header.Get("X-Request-Id"))
	})
	u := reaching(t, ServerEntry{URL: s.URL + "/mcp"})
	raw, err := u.Call(t.Context(), 0, &Invocation{Command: "do", Parameters: json.RawMessage(`{}`)}, nil)
	if string(raw) != `{"content":[]}` || err != nil {
		t.Errorf("%s, %v", raw, err)
	}
}
