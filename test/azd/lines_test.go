package azd_test

import (
	"encoding/json"
	"strings"
	"testing"
)

// What a client may write to stdin: only the end of it ends the companion.

func TestLinesThatAreNoMessages(t *testing.T) {
	const (
		parse   = `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,`
		invalid = `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,`
		nothing = ""
	)
	tests := []struct{ name, line, reply string }{
		{"no JSON", `this is not json`, parse},
		{"cut off", `{"jsonrpc":"2.0","id":1`, parse},
		{"text after it", `{"jsonrpc":"2.0","id":1,"method":"ping"} x`, parse},
		{"not UTF-8", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"p\xff\"}", parse},
		{"another object", `{"foo":1}`, invalid},
		{"another version", `{"jsonrpc":"1.0","id":1,"method":"ping"}`, invalid},
		{"a string", `"x"`, invalid},
		{"a number", `1`, invalid},
		{"null", `null`, invalid},
		{"a batch", `[{"jsonrpc":"2.0","id":1,"method":"ping"}]`, invalid},
		{"an empty batch", `[]`, invalid},
		{"a method that is no string", `{"jsonrpc":"2.0","id":1,"method":7}`, invalid},
		{"two methods", `{"jsonrpc":"2.0","id":1,"method":"ping","Method":"tools/list"}`, invalid},
		{"an id that is none", `{"jsonrpc":"2.0","id":{},"method":"ping"}`, invalid},
		{"too deep", `{"jsonrpc":"2.0","id":1,"method":"ping","params":` + strings.Repeat("[", 300) + strings.Repeat("]", 300) + `}`, invalid},
		{"too long", `{"x":"` + strings.Repeat("x", 17<<20) + `"}`, invalid},
		{"an error about nothing", `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"m"}}`, nothing},
		{"a reply to nothing", `{"jsonrpc":"2.0","id":77,"result":{}}`, nothing},
		{"an empty line", ``, nothing},
		{"white space", " \t\r", nothing},
		{"a byte order mark", "\ufeff", nothing},
		{"an unknown notification", `{"jsonrpc":"2.0","method":"notifications/x"}`, nothing},
	}
	w := newWorld(t, installed("storage"))
	c := w.wire()
	c.initialize(sessions)
	c.send(`{"jsonrpc":"2.0","id":"slow","method":"tools/call","params":{"name":"azure","arguments":{"tool":"storage","command":"blob_copy","parameters":{"ms":1500}}}}`)
	eventually(t, "copying", func() bool { return w.did("copy started") })
	for _, tt := range tests {
		c.send(tt.line)
		c.send(`{"jsonrpc":"2.0","id":1000,"method":"ping"} ` + "\r")
		got := <-c.lines
		if tt.reply == nothing {
			if got != `{"jsonrpc":"2.0","id":1000,"result":{}}` {
				t.Errorf("%s: reply %.200s, want none", tt.name, got)
			}
			continue
		}
		if !strings.HasPrefix(got, tt.reply) {
			t.Errorf("%s: reply %.200s, want %s…", tt.name, got, tt.reply)
		}
		c.reply(1000)
	}
	for line := range c.lines { // the command that ran goes on
		if strings.Contains(line, `"id":"slow"`) {
			if !strings.Contains(line, "copied") {
				t.Errorf("the command: %s", line)
			}
			break
		}
	}
}

// An id comes back as it was sent.
func TestIDsComeBack(t *testing.T) {
	w := newWorld(t)
	c := w.wire()
	c.initialize(sessions)
	for _, id := range []string{`0`, `-1`, `9007199254740993`, `12345678901234567890`, `1.5`, `1e3`, `1.0`, `-0`, `"a"`, `"\u00e9\n"`, `"number-1"`} {
		c.send(`{"jsonrpc":"2.0","id":` + id + `,"method":"ping"}`)
		var got struct{ ID json.RawMessage }
		line := <-c.lines
		if err := json.Unmarshal([]byte(line), &got); err != nil {
			t.Fatal(err)
		}
		var sent, back any
		if json.Unmarshal([]byte(id), &sent) != nil || json.Unmarshal(got.ID, &back) != nil || sent != back || id[0] != '"' && string(got.ID) != id {
			t.Errorf("id %s came back as %s", id, got.ID)
		}
	}
}

// A request that was cancelled is not answered.
func TestCancelledRequestsAreNotAnswered(t *testing.T) {
	for _, id := range []string{`50`, `"fifty"`, `9007199254740993`} {
		w := newWorld(t, installed("storage"))
		c := w.wire()
		c.initialize(sessions)
		c.send(`{"jsonrpc":"2.0","id":` + id + `,"method":"tools/call","params":{"name":"azure","arguments":{"tool":"storage","command":"blob_copy","parameters":{"ms":600000}}}}`)
		eventually(t, "copying", func() bool { return w.did("copy started") })
		c.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":` + id + `}}`)
		eventually(t, "cancelled", func() bool { return w.did("copy cancelled") })
		c.send(`{"jsonrpc":"2.0","id":1000,"method":"tools/call","params":{"name":"azure","arguments":{"tool":"storage","command":"account_pid"}}}`)
		if got := <-c.lines; !strings.HasPrefix(got, `{"jsonrpc":"2.0","id":1000,`) {
			t.Errorf("id %s: %s", id, got)
		}
	}
}

// The one revision with batches has them.
func TestBatches(t *testing.T) {
	w := newWorld(t)
	c := w.wire()
	c.initialize("2025-03-26")
	c.send(`[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"notifications/x"},7,{"jsonrpc":"2.0","id":2.5,"method":"tools/call","params":{"name":"none"}}]`)
	var got []struct {
		ID    json.RawMessage
		Error *struct{ Code int }
	}
	line := <-c.lines
	if err := json.Unmarshal([]byte(line), &got); err != nil || len(got) != 3 {
		t.Fatalf("%v: %s", err, line)
	}
	codes := map[string]int{}
	for _, r := range got {
		codes[string(r.ID)] = 0
		if r.Error != nil {
			codes[string(r.ID)] = r.Error.Code
		}
	}
	requireEqual(t, "codes", codes, map[string]int{"1": 0, "2.5": -32602, "null": -32600})
	c.send(`[]`)
	if got := <-c.lines; !strings.Contains(got, "-32600") {
		t.Errorf("an empty batch: %s", got)
	}
}
