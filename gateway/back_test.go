package gateway

import (
	"strings"
	"testing"

	"mcp-router/session"
)

func TestServersAreToldOfWhatTheTokenHolds(t *testing.T) {
	fill := func(size int) string {
		text := `{"sampling":{},"tasks":{},"elicitation":{},"x":"`
		return text + strings.Repeat("x", size-len(text)-2) + `"}`
	}
	short, long := fill(session.MaxCapabilities), fill(session.MaxCapabilities+1)
	if got := string(served([]byte(short))); got != strings.Replace(short, `"tasks":{},`, "", 1) {
		t.Errorf("of capabilities that are sealed a server is told %.80q", got)
	}
	if got := string(served([]byte(long))); strings.Contains(got, "sampling") || strings.Contains(got, "elicitation") || !strings.Contains(got, `{"x":"`) {
		t.Errorf("of capabilities that are not a server is told %.80q", got)
	}
	for capabilities, want := range map[string]bool{short: true, `{"roots":{}}`: true, `{"r\u006fots":{}}`: true, `{"x":{"roots":{}}}`: false, `{}`: false, "": false} {
		if got := isAsked(&session.Session{Capabilities: []byte(capabilities)}); got != want {
			t.Errorf("isAsked with %.40q = %v", capabilities, got)
		}
	}
	if isAsked(nil) {
		t.Error("who has no session is asked")
	}
}

func TestWhatIsNoQuestionStaysAsItIs(t *testing.T) {
	q := newQuestions(&session.Session{}, session.Hash{})
	for _, text := range []string{
		`{"jsonrpc":"2.0","id":1,"result":{}}`, `{"jsonrpc":"2.0","id":null,"method":"ping"}`, `{"jsonrpc":"2.0","id":{},"method":"ping"}`,
		`{"jsonrpc":"2.0","id":1,"ID":2,"method":"ping"}`, `[{"jsonrpc":"2.0","id":1,"method":"ping"}]`, `{"id":1,"method":"ping"`, "x",
		`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,"requestid":2}}`,
		`{"jsonrpc":"2.0","method":"notifications/progress","params":{"requestId":1}}`,
		`{"jsonrpc":"2.0","id":"` + strings.Repeat("x", maxQuestionID-1) + `","method":"ping"}`,
	} {
		if got := q.marked([]byte(text)); got != nil {
			t.Errorf("%s becomes %s", text, got)
		}
	}
	if got := q.marked([]byte(`{"jsonrpc":"2.0","id":"` + strings.Repeat("x", maxQuestionID-2) + `","method":"ping"}`)); got == nil {
		t.Error("an id of the longest length is not marked")
	}
}
