package azd

import (
	"strings"
	"testing"
)

func TestExcerptKeepsBothEnds(t *testing.T) {
	var e excerpt
	for range 100 {
		e.add([]byte(strings.Repeat("x", 100)))
	}
	e.add([]byte("the end\n"))
	if got := e.first(); got != strings.Repeat("x", maxExcerpt) {
		t.Errorf("first: %d bytes", len(got))
	}
	if got := e.last(); !strings.HasSuffix(got, "xxthe end") || len(got) > maxExcerpt {
		t.Errorf("last: %q", got)
	}
	if got := len(e.all()); got != maxTail {
		t.Errorf("all: %d bytes, want %d", got, maxTail)
	}
}

func TestOneLine(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"lines are joined", "a\n\n b\r\n", "a b"},
		{"control characters go", "\x1b[31mred\x00", "[31mred"},
		{"broken text goes", "a\xff\xfeb", "ab"},
		{"a long text is cut between characters", strings.Repeat("é", maxExcerpt), strings.Repeat("é", maxExcerpt/2)},
	}
	for _, tt := range tests {
		if got := oneLine(tt.in); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestConsoleText(t *testing.T) {
	in := `{"type":"consoleMessage","timestamp":"t","data":{"message":"a source is slow"}}` + "\nERROR: plain"
	if got, want := consoleText(in), "a source is slow\nERROR: plain"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
