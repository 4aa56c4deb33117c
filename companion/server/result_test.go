package server

import (
	"encoding/json"
	"testing"

	"mcp-router/companion/provider"
)

var named = `"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"azd-azure-mcp","version":"` + provider.ProgramVersion + `"}}`

func TestCompleted(t *testing.T) {
	tests := []struct{ name, raw, want string }{
		{"both are added", `{"content":[]}`, `{"resultType":"complete",` + named + `,"content":[]}`},
		{"nothing there yet", `{}`, `{"resultType":"complete",` + named + `}`},
		{"a resultType stays", `{"resultType":"input_required"}`, `{` + named + `,"resultType":"input_required"}`},
		{"a _meta stays", `{"_meta":{"x":1},"content":[]}`, `{"resultType":"complete","_meta":{"x":1},"content":[]}`},
		{"a resultType that is none", `{"resultType":null,"content":[]}`, `{"resultType":"complete",` + named + `,"content":[]}`},
		{"an empty resultType", `{"content":[],"resultType":""}`, `{"resultType":"complete",` + named + `,"content":[]}`},
		{"a number", `{"resultType":5,"_meta":{}}`, `{"resultType":"complete","_meta":{}}`},
		{"a _meta that is none", `{"_meta":null,"resultType":"complete"}`, `{` + named + `,"resultType":"complete"}`},
		{"nothing else", `{"resultType":null}`, `{"resultType":"complete",` + named + `}`},
		{"only other spellings", ` {"resultType":null,"ResultType":"x"}`, `{"resultType":"complete",` + named + `}`},
		{"both stay", `{"_meta":{},"resultType":"complete"}`, `{"_meta":{},"resultType":"complete"}`},
		{"bytes stay", ` {"n":12345678901234567890,"s":"\u003c","n2": 1.10}`, ` {"resultType":"complete",` + named + `,"n":12345678901234567890,"s":"\u003c","n2": 1.10}`},
		{"what is no object stays", `[1]`, `[1]`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := string(completed(json.RawMessage(tt.raw))); got != tt.want {
				t.Errorf("completed(%s):\n got %s\nwant %s", tt.raw, got, tt.want)
			}
		})
	}
}

func TestAsksInput(t *testing.T) {
	tests := []struct {
		name, raw string
		want      bool
	}{
		{"a question", `{"resultType":"input_required","inputRequests":{"a":{"method":"elicitation/create","params":{"message":"m"}}}}`, true},
		{"only come again", `{"resultType":"input_required","requestState":"x"}`, true},
		{"the word in a text", `{"content":[{"type":"text","text":"input_required"}]}`, false},
		{"another result", `{"resultType":"complete"}`, false},
		{"escaped", `{"r\u0065sultType":"input\u005frequired","requestState":"x"}`, true},
		{"another name, in capitals", `{"ResultType":"input_required","content":[]}`, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if _, got := asksInput(json.RawMessage(tt.raw)); got != tt.want {
				t.Errorf("asksInput(%s) = %v", tt.raw, got)
			}
		})
	}
}
