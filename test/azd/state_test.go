package azd_test

import (
	"encoding/json"
	"strings"
	"testing"
)

// The stateless client's side, byte by byte: what it gets to carry, and what
// happens when it brings back something else.

// round is a reply of the stateless era.
type round struct {
	Error  *struct{ Code int }
	Result struct {
		ResultType    string
		IsError       bool
		InputRequests map[string]struct {
			Method string
			Params json.RawMessage
		}
		RequestState string
		Content      []struct{ Text string }
	}
}

func (c *wire) round(params args, capabilities args) (r round) {
	c.t.Helper()
	params["name"] = "azure"
	line := c.requestAs("tools/call", params, capabilities)
	if err := json.Unmarshal([]byte(line), &r); err != nil {
		c.t.Fatalf("%v: %s", err, line)
	}
	return r
}

var (
	canElicit = args{"elicitation": args{"form": args{}}}
	canSample = args{"sampling": args{}}
	accepted  = args{"action": "accept", "content": args{"sure": true}}
)

func TestStateIsBound(t *testing.T) {
	other := args{"tool": "storage", "command": "blob_delete", "parameters": args{"blob": "precious"}}
	tests := []struct {
		name      string
		arguments args
		state     func(string) string
	}{
		{"changed", deleteBlob, func(s string) string { return s[:len(s)-2] + "AA" }},
		{"cut", deleteBlob, func(s string) string { return s[:10] }},
		{"made up", deleteBlob, func(string) string { return "azd1.AAAA" }},
		{"brought for other arguments", other, func(s string) string { return s }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t, installed("storage"))
			c := w.wire()
			c.initialize(stateless)
			first := c.round(args{"arguments": deleteBlob}, canElicit)
			if first.Result.ResultType != "input_required" || first.Result.RequestState == "" {
				t.Fatalf("no question: %+v", first)
			}

			got := c.round(args{
				"arguments": tt.arguments, "requestState": tt.state(first.Result.RequestState), "inputResponses": args{"question-1": accepted},
			}, canElicit)

			if got.Error == nil || got.Error.Code != -32602 {
				t.Errorf("got %+v, want error -32602", got)
			}
			if w.did("deleted") {
				t.Error("deleted all the same")
			}
		})
	}
}

func TestAnswersThatDoNotFit(t *testing.T) {
	w := newWorld(t, installed("storage"))
	c := w.wire()
	c.initialize(stateless)
	first := c.round(args{"arguments": deleteBlob}, canElicit)
	state := first.Result.RequestState

	missing := c.round(args{"arguments": deleteBlob, "requestState": state}, canElicit)
	if missing.Result.ResultType != "input_required" {
		t.Errorf("without the answer the question is asked again, got %+v", missing)
	}
	message := args{"role": "assistant", "model": "m", "content": args{"type": "text", "text": "yes"}}
	wrong := c.round(args{"arguments": deleteBlob, "requestState": state, "inputResponses": args{"question-1": message}}, canElicit)
	if wrong.Error == nil || wrong.Error.Code != -32602 {
		t.Errorf("an answer of the wrong kind: got %+v, want error -32602", wrong)
	}
	right := c.round(args{"arguments": deleteBlob, "requestState": state, "inputResponses": args{"question-1": accepted, "extra": accepted}}, canElicit)
	if len(right.Result.Content) == 0 || right.Result.Content[0].Text != "deleted" {
		t.Errorf("the right answer: got %+v", right)
	}
	again := c.round(args{"arguments": deleteBlob, "requestState": state, "inputResponses": args{"question-1": accepted}}, canElicit)
	if !again.Result.IsError || !strings.Contains(again.Result.Content[0].Text, "answered already") {
		t.Errorf("the same answer twice: got %+v", again)
	}
	requireEqual(t, "deleted", w.lines("storage.log")[1:], []string{`deleted {"blob":"b"}`})
}

func TestSamplingStateCarriesTheFirstAnswer(t *testing.T) {
	w := newWorld(t, installed("storage"))
	c := w.wire()
	c.initialize(stateless)
	intent := args{"intent": "which containers are there?"}
	say := func(text string) args {
		return args{"role": "assistant", "model": "m", "content": args{"type": "text", "text": text}}
	}
	one := c.round(args{"arguments": intent}, canSample)
	if one.Result.InputRequests["sample-1"].Method != "sampling/createMessage" {
		t.Fatalf("round one: %+v", one)
	}
	two := c.round(args{"arguments": intent, "requestState": one.Result.RequestState, "inputResponses": args{"sample-1": say("storage")}}, canSample)
	if two.Result.InputRequests["sample-2"].Method != "sampling/createMessage" {
		t.Fatalf("round two: %+v", two)
	}
	three := c.round(args{"arguments": intent, "requestState": two.Result.RequestState,
		"inputResponses": args{"sample-2": say(`{"command":"container_list","parameters":{"account":"a"}}`)}}, canSample)
	if len(three.Result.Content) == 0 || three.Result.Content[0].Text != "two containers: images, backups" || three.Result.ResultType != "complete" {
		t.Errorf("the call: %+v", three)
	}
}

// A question that is never answered holds nobody up: not the next call, not
// another client's, however many there are.
func TestUnansweredQuestionsBlockNobody(t *testing.T) {
	w := newWorld(t, installed("storage"))
	c := w.wire()
	c.initialize(stateless)
	for i := range 12 {
		got := c.round(args{"arguments": deleteBlob}, canElicit)
		if got.Result.ResultType != "input_required" {
			t.Fatalf("call %d: %+v", i, got)
		}
	}
	last := c.round(args{"arguments": deleteBlob}, canElicit)
	done := c.round(args{"arguments": deleteBlob, "requestState": last.Result.RequestState, "inputResponses": args{"question-1": accepted}}, canElicit)
	if len(done.Result.Content) == 0 || done.Result.Content[0].Text != "deleted" {
		t.Errorf("the one that is answered: %+v", done)
	}
	if running := len(w.starts("storage")); running > 14 {
		t.Errorf("%d processes were started", running)
	}
	requireEqual(t, "deleted", w.did(`deleted {"blob":"b"}`), true)
}

// A state that nobody can have made for the call is refused.
func TestStatesOfNobody(t *testing.T) {
	w := newWorld(t, installed("storage"))
	c := w.wire()
	c.initialize(stateless)
	for name, arguments := range map[string]args{
		"an intent":                  {"intent": "list containers"},
		"learn":                      {"learn": true},
		"learn of a command":         {"learn": true, "tool": "storage", "command": "blob_delete"},
		"a provider that makes none": deleteBlob,
	} {
		got := c.round(args{"arguments": arguments, "requestState": "AAAA", "inputResponses": args{"question-1": accepted}}, canElicit)
		if got.Error == nil || got.Error.Code != -32602 {
			t.Errorf("%s: got %+v, want error -32602", name, got)
		}
	}
	first := c.round(args{"arguments": deleteBlob}, canElicit)
	odd := c.round(args{"arguments": deleteBlob, "requestState": first.Result.RequestState, "inputResponses": args{"question-1": args{"action": "YES"}}}, canElicit)
	if odd.Error == nil || odd.Error.Code != -32602 {
		t.Errorf("an action that there is not: %+v", odd)
	}
}
