package jsonrpc

import (
	"slices"
	"strings"
	"testing"
)

func TestReadingsOfAmbiguousMessages(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"duplicates", `{"method":"a","method":"b","params":{"name":"x","name":"y"}}`, `method="a" method="b" name="x" name="y"`},
		{"every params counts", `{"method":"a","params":{"name":"x"},"Params":{"NAME":"y"}}`, `method="a" name="x" name="y"`},
		{"values of any type, names in objects only", `{"method":1,"Method":"a","params":[{"name":"x"}],"params":{"name":2}}`, `method=1 method="a" name=2`},
		{"folded and escaped keys", `{"\u004dethod":"a","param` + "\u017f" + `":{"n\u0041me":"x"}}`, `method="a" name="x"`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			e, err := Scan([]byte(test.text))
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			EachReading([]byte(test.text), e.Value.Start, func(what Reading, raw []byte) bool {
				got = append(got, [...]string{"method=", "name="}[what]+string(raw))
				return true
			})
			if strings.Join(got, " ") != test.want {
				t.Errorf("EachReading(%s) = %s, want %s", test.text, got, test.want)
			}
		})
	}
}

func TestEachReadingStopsWhenTold(t *testing.T) {
	text := []byte(`{"method":"a","params":{"name":"x","name":"y"},"method":"b"}`)
	var got []string
	EachReading(text, 0, func(_ Reading, raw []byte) bool {
		got = append(got, string(raw))
		return len(got) < 2
	})
	if want := `"a" "x"`; strings.Join(got, " ") != want {
		t.Errorf("visited %s, want %s", got, want)
	}
}

func TestEachInBatchVisitsMessagesUntilToldToStop(t *testing.T) {
	text := []byte(` [1,{"method":"a","id":1,"jsonrpc":1} ,{"method":"x"},"{\"jsonrpc\":1,\"method\":1}", -1.5e7,null, [{"method":"no"}],{},{"id":2,"result":{"method":"no"}},{"METHOD":"b","method":2,"jsonrpc":0},{"jsonrpc":1,"method":"c"},{"jsonrpc":1,"method":"d"}]`)
	e, err := Scan(text)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	EachInBatch(text, &e, func(message Envelope) bool {
		got = append(got, string(message.Value.Of(text))+" "+found(string(text), message))
		return len(got) < 3
	})
	want := []string{`{"method":"a","id":1,"jsonrpc":1} jsonrpc=1 id=1 method="a"`,
		`{"METHOD":"b","method":2,"jsonrpc":0} jsonrpc=0 method=2 ambiguous`, `{"jsonrpc":1,"method":"c"} jsonrpc=1 method="c"`}
	if !slices.Equal(got, want) {
		t.Errorf("visited\n%q\nwant\n%q", got, want)
	}
}

// The visitors keep nothing, so no number of readings and elements costs memory.
func TestReadingsAndBatchesAllocateNothing(t *testing.T) {
	message := []byte(`{"m\u0065thod":"a"` + strings.Repeat(`,"m\u0065thod":"\n","params":{"name":"\n","Name":"x"}`, 100) + `}`)
	batch := []byte("[" + string(message) + strings.Repeat(`,{"method":"x","i\u0064":1}`, 100) + "]")
	e, err := Scan(batch)
	if err != nil {
		t.Fatal(err)
	}
	if n := testing.AllocsPerRun(10, func() {
		EachReading(message, 0, func(_ Reading, raw []byte) bool { return !Is(raw, "tools/call") })
		EachInBatch(batch, &e, func(message Envelope) bool { return message.Method.Present() })
	}); n != 0 {
		t.Errorf("%v allocations, want 0", n)
	}
}
