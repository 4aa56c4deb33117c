package mcp

import (
	"errors"
	"testing"
)

func TestDecodeHeader(t *testing.T) {
	tests := []struct {
		name, value, want string
		err               error
	}{
		{"plain", "a/get", "a/get", nil},
		{"white space around it", "\t a/get ", "a/get", nil},
		{"empty", "", "", nil},
		{"encoded", "=?base64?YS/DqQ==?=", "a/é", nil},
		{"encoded empty text", "=?base64??=", "", nil},
		{"no suffix is literal", "=?base64?YS8=", "=?base64?YS8=", nil},
		{"upper-case marker is literal", "=?BASE64?YS8=?=", "=?BASE64?YS8=?=", nil},
		{"overlapping markers are literal", "=?base64?=", "=?base64?=", nil},
		{"bad alphabet", "=?base64?%%?=", "", ErrHeaderValue},
		{"missing padding", "=?base64?YQ?=", "", ErrHeaderValue},
		{"stray bits", "=?base64?YR==?=", "", ErrHeaderValue},
		{"line break inside", "=?base64?YS\n8=?=", "", ErrHeaderValue},
		{"not UTF-8", "=?base64?/w==?=", "", ErrHeaderValue},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := DecodeHeader(test.value)
			if got != test.want || !errors.Is(err, test.err) {
				t.Errorf("DecodeHeader(%q) = %q, %v; want %q, %v", test.value, got, err, test.want, test.err)
			}
		})
	}
}

func TestEncodeHeader(t *testing.T) {
	for text, want := range map[string]string{
		"get-weather": "get-weather",
		"a b\tc":      "a b\tc",
		"":            "",
		"é":           "=?base64?w6k=?=",
		" edge":       "=?base64?IGVkZ2U=?=",
		"a\r\nb":      "=?base64?YQ0KYg==?=",
		"\x7f":        "=?base64?fw==?=",
		"=?base64??=": "=?base64?PT9iYXNlNjQ/Pz0=?=",
	} {
		if got := EncodeHeader(text); got != want {
			t.Errorf("EncodeHeader(%q) = %q, want %q", text, got, want)
		}
	}
}

func FuzzHeaderValueRoundTrip(f *testing.F) {
	for _, seed := range []string{"a/b", "é", "=?base64?x?=", " x", "\x00", ""} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		value := EncodeHeader(text)
		for i := range len(value) {
			if c := value[i]; c != '\t' && (c < ' ' || c > '~') {
				t.Fatalf("EncodeHeader(%q) = %q, not sendable", text, value)
			}
		}
		got, err := DecodeHeader(value)
		if string([]rune(text)) != text { // not UTF-8: may be refused, never altered
			if err == nil && got != text {
				t.Fatalf("%q came back as %q", text, got)
			}
			return
		}
		if err != nil || got != text {
			t.Fatalf("DecodeHeader(EncodeHeader(%q)) = %q, %v", text, got, err)
		}
	})
}

func TestMirrorsBodyFromTheStatelessRevisionOn(t *testing.T) {
	for version, want := range map[string]bool{"": false, "2025-03-26": false, "2025-11-25": false, "2026-07-28": true, "2027-01-01": true, "draft": true} {
		if got := MirrorsBody(version); got != want {
			t.Errorf("MirrorsBody(%q) = %v, want %v", version, got, want)
		}
	}
}

func TestMethodLabelsAreBounded(t *testing.T) {
	for method, want := range map[string]string{"tools/call": "tools/call", "initialize": "initialize", "x/y": "other", "": "other"} {
		if got := MethodLabel(method); got != want {
			t.Errorf("MethodLabel(%q) = %q, want %q", method, got, want)
		}
	}
}
