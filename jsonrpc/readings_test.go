package jsonrpc

import (
	"fmt"
	"strings"
	"testing"
)

func TestReadingsOfAmbiguousMessages(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"duplicates", `{"method":"a","method":"b","params":{"name":"x","name":"y"}}`, `{[a b] [x y]}`},
		{"every params counts", `{"method":"a","params":{"name":"x"},"Params":{"NAME":"y"}}`, `{[a] [x y]}`},
		{"values of other types name nothing", `{"method":1,"Method":"a","params":[{"name":"x"}],"params":{"name":2}}`, `{[a] []}`},
		{"folded and escaped keys", `{"\u004dethod":"a","param` + "\u017f" + `":{"n\u0041me":"x"}}`, `{[a] [x]}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			e, err := Scan([]byte(test.text))
			if err != nil {
				t.Fatal(err)
			}
			if got := fmt.Sprint(ReadingsOf([]byte(test.text), e)); got != test.want {
				t.Errorf("ReadingsOf(%s) = %s, want %s", test.text, got, test.want)
			}
		})
	}
}

func TestEachInBatchVisitsObjectsUntilToldToStop(t *testing.T) {
	text := []byte(`[1,{"method":"a"},[{"method":"no"}],{"method":"b"},{"method":"c"}]`)
	e, err := Scan(text)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	EachInBatch(text, e, func(element []byte, inner Envelope) bool {
		got = append(got, string(inner.Method.Of(element)))
		return len(got) < 2
	})
	if want := `"a" "b"`; strings.Join(got, " ") != want {
		t.Errorf("visited %s, want %s", strings.Join(got, " "), want)
	}
}
