package telemetry

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestClientText(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"a tool", "get-weather", "get-weather"},
		{"nothing", "", ""},
		{"beyond ASCII", "wetter_für_Zürich_天気", "wetter_für_Zürich_天気"},
		{"line breaks", "x\r\n[info] forged", "x\ufffd\ufffd[info] forged"},
		{"controls of every kind", "\x00\x1b[2J\x7f\u0085\u009b", "\ufffd\ufffd[2J\ufffd\ufffd\ufffd"},
		{"separators and directions", "a\u2028b\u2029c\u202ed\u2066e\u200ff", "a\ufffdb\ufffdc\ufffdd\ufffde\ufffdf"},
		{"bytes that are no UTF-8", "a\x97\xffb\xc3", "a\ufffd\ufffdb\ufffd"},
		{"as long as may be", strings.Repeat("x", 128), strings.Repeat("x", 128)},
		{"longer", strings.Repeat("x", 129), strings.Repeat("x", 128)},
		{"no character is cut in two", strings.Repeat("x", 127) + "é", strings.Repeat("x", 127)},
		{"megabytes", strings.Repeat("天", 1<<20), strings.Repeat("天", 42)},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := ClientText(test.text); got != test.want {
				t.Errorf("ClientText(%.200q) = %q, want %q", test.text, got, test.want)
			}
		})
	}
}

func FuzzClientText(f *testing.F) {
	f.Add("a\x00é\u2028")
	f.Fuzz(func(t *testing.T, s string) {
		got := ClientText(s)
		if len(got) > MaxClientText || !utf8.ValidString(got) || strings.ContainsFunc(got, unicode.IsControl) {
			t.Fatalf("ClientText(%q) = %q", s, got)
		}
		if utf8.ValidString(s) && !strings.ContainsFunc(s, steers) && !strings.HasPrefix(s, got) {
			t.Fatalf("ClientText(%q) = %q changes characters that harm nobody", s, got)
		}
	})
}

func TestPlainTextsAreNotCopied(t *testing.T) {
	if n := testing.AllocsPerRun(100, func() { ClientText("get-weather") }); n != 0 {
		t.Errorf("%v allocations, want 0", n)
	}
}
