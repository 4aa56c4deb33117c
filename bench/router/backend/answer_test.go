package backend

import (
	"bytes"
	"fmt"
	"testing"
)

func TestAnswerNamesAllThatWasReceived(t *testing.T) {
	tests := []struct {
		name string
		seen Seen
		want string
	}{
		{"a call", Seen{Server: "s", Host: "h", Path: "/p?q", Body: []byte(Head + `123456789,"method":"m"}`)},
			`{"jsonrpc":"2.0","id":123456789,"result":{"content":[{"type":"text","text":"s: h /p?q, 45 bytes, checksum c16f675a"}]}}`},
		{"no body", Seen{Server: "s", Host: "h", Path: "/"},
			`{"jsonrpc":"2.0","id":null,"result":{"content":[{"type":"text","text":"s: h /, 0 bytes, checksum 00000000"}]}}`},
		{"a body that begins otherwise", Seen{Server: "s", Host: "h", Path: "/", Body: []byte(`{"id":1,`)},
			`{"jsonrpc":"2.0","id":null,"result":{"content":[{"type":"text","text":"s: h /, 8 bytes, checksum 138e0584"}]}}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := string(tt.seen.Answer()); got != tt.want {
				t.Errorf("Answer() = %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestEventsEndWithTheAnswer(t *testing.T) {
	seen := Seen{Server: "s", Host: "h", Path: "/", Body: []byte(Head + `123456789,"method":"m"}`), EventPrefix: "p."}
	events := seen.Events()
	if len(events) != progress+1 {
		t.Fatalf("Events() has %d events, want %d", len(events), progress+1)
	}
	for i, event := range events {
		if !bytes.HasPrefix(event, fmt.Appendf(nil, "event: message\nid: p.123456789_%d\ndata: {", i)) || !bytes.HasSuffix(event, []byte("}\n\n")) {
			t.Errorf("event %d is no event: %q", i, event)
		}
	}
	if last := events[progress]; !bytes.Contains(last, seen.Answer()) {
		t.Errorf("last event = %q, want the answer in it", last)
	}
}
