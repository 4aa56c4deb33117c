package jsonrpc

import "testing"

// skip is the oracle: it ends where the scan does.
func skip(t *testing.T, text []byte, pos int) int {
	t.Helper()
	s := scanner{text: text, level: -1}
	end, err := s.value(pos, nil)
	if err != nil {
		t.Fatalf("no value at %d of %q", pos, text)
	}
	return end
}

func TestJumpEndsWhereTheValueDoes(t *testing.T) {
	for _, text := range []string{
		`1,2`, `-1.5e3]`, `true}`, `null `, "false\n", `""`, `"a\"b",1`, `"\\",1`, `"\u0022\\\"" `, `"12345678",`, `"1234567\"890"`, `"éé\"é"`,
		`{}`, `[]`, `{"a":"}"}`, `["]",[{"b":[]}],"["],`, `{"a":{"b":"\"}"}} ,`, "[ 1 , 2 ]\r", `"` + "\u2028" + `"`,
	} {
		if got, want := jump([]byte(text), 0), skip(t, []byte(text), 0); got != want {
			t.Errorf("jump(%q) = %d, want %d", text, got, want)
		}
	}
}

// What was not scanned must not hang or end the VM either.
func TestJumpStaysInTheText(t *testing.T) {
	for _, text := range []string{``, `"`, `"\`, `"a\"`, `{`, `[[[`, `]`, `}`, `{"a`, `{"a":`, `,`} {
		if got := jump([]byte(text), 0); got < 0 || got > len(text) {
			t.Errorf("jump(%q) = %d", text, got)
		}
		whole := Span{0, len(text)}
		if len(text) > 0 {
			Members([]byte(text), whole, "a")
		}
		for range Elements([]byte(text), whole) {
			continue
		}
	}
}

func FuzzJump(f *testing.F) {
	for _, seed := range seeds {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		envelope, err := Scan(text)
		if err == nil {
			checkJumps(t, text, envelope.Value)
			return
		}
		if got := jump(text, 0); got < 0 || got > len(text) {
			t.Fatalf("jump(%q) = %d", text, got)
		}
		Members(text, Span{0, len(text)}, "a")
	})
}

// checkJumps looks at a value and all in it.
func checkJumps(t *testing.T, text []byte, value Span) {
	t.Helper()
	if got := jump(text, value.Start); got != value.End || got != skip(t, text, value.Start) {
		t.Fatalf("jump(%q, %d) = %d, want %d", text, value.Start, got, value.End)
	}
	for element := range Elements(text, value) {
		checkJumps(t, text, element)
	}
	if text[value.Start] == '{' {
		for _, member := range members(text, value, nil) {
			checkJumps(t, text, member)
		}
	}
}
