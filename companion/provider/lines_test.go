package provider

import (
	"bufio"
	"errors"
	"io"
	"strings"
	"testing"
)

// A result that is too long costs its own call, wherever an SDK writes the id.
func TestLinesThatAreTooLong(t *testing.T) {
	long := `{"text":"` + strings.Repeat("x", maxLine) + `"}`
	tests := []struct{ name, line, id string }{
		{"the id first", `{"jsonrpc":"2.0","id":7,"result":` + long + `}`, "7"},
		{"the id last", `{"result":` + long + `,"jsonrpc":"2.0","id":7}`, "7"},
		{"the version last", `{"result":` + long + `, "id": 7, "jsonrpc": "2.0"}`, "7"},
		{"no reply", `{"jsonrpc":"2.0","method":"notifications/x","params":` + long + `}`, ""},
		{"no message", strings.Repeat("x", maxLine+1), ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			l := &lineReader{r: bufio.NewReaderSize(strings.NewReader(tt.line+"\nnext\n"), 64<<10)}
			line, err := l.next()
			if tt.id == "" {
				if !errors.Is(err, errLine) {
					t.Errorf("error %v, want %v", err, errLine)
				}
				return
			}
			if err != nil || !strings.HasPrefix(string(line), `{"jsonrpc":"2.0","id":`+tt.id+`,"error":`) {
				t.Fatalf("%.100s, %v", line, err)
			}
			if next, err := l.next(); string(next) != "next\n" || err != nil {
				t.Errorf("then %q, %v", next, err)
			}
			if _, err := l.next(); !errors.Is(err, io.EOF) {
				t.Errorf("at the end: %v", err)
			}
		})
	}
}

func TestRepliesThatCannotBeRead(t *testing.T) {
	for line, want := range map[string]bool{
		`{"jsonrpc":"2.0","id":3,"error":{"code":"str","message":"m"}}`: true,
		`{"jsonrpc":"2.0","id":3,"error":"no"}`:                         true,
		`{"jsonrpc":"2.0","method":7}`:                                  false,
		`{"jsonrpc":"1.0","id":3,"result":{}}`:                          false,
		`{"status":200}`:                                                false,
		`nothing`:                                                       false,
	} {
		if id, ok := brokenReply([]byte(line)); ok != want || ok && id.Raw() != int64(3) {
			t.Errorf("%s: id %v, %v, want %v", line, id.Raw(), ok, want)
		}
	}
}

func TestClean(t *testing.T) {
	for in, want := range map[string]string{"plain é": "plain é", "\ufeffx": "x", "caf\xe9": "caf\ufffd"} {
		if got := string(clean([]byte(in))); got != want {
			t.Errorf("clean(%q) = %q, want %q", in, got, want)
		}
	}
}
