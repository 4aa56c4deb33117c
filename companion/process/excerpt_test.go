package process

import (
	"fmt"
	"strings"
	"testing"
)

func TestExcerptKeepsBothEnds(t *testing.T) {
	var e Excerpt
	for range 100 {
		fmt.Fprint(&e, strings.Repeat("x", 100))
	}
	fmt.Fprintln(&e, "the end")
	if got := e.First(); got != strings.Repeat("x", maxExcerpt) {
		t.Errorf("first: %d bytes", len(got))
	}
	if got := e.Last(); !strings.HasSuffix(got, "xxthe end") || len(got) > maxExcerpt {
		t.Errorf("last: %q", got)
	}
	if got := len(e.All()); got != maxTail {
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
		if got := OneLine(tt.in); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}
