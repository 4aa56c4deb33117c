package jsonrpc

import (
	"strings"
	"testing"

	"github.com/tidwall/gjson"
)

func TestWithout(t *testing.T) {
	tests := []struct{ name, object, want string }{
		{"nothing to cut", `{ "a" : 1 ,"b":2 }`, `{ "a" : 1 ,"b":2 }`},
		{"the first", `{ "x" : {"y":[1]} , "a":1 }`, `{ "a":1 }`},
		{"the last", `{"a":1, "x":2 }`, `{"a":1 }`},
		{"one in the middle", `{"a":1, "x":2 ,"b":3}`, `{"a":1 ,"b":3}`},
		{"several", `{"x":1,"a":1,"y":2,"x":3,"b":2,"y":4}`, `{"a":1,"b":2}`},
		{"the first two", `{"x":1,"y":2,"a":1}`, `{"a":1}`},
		{"the last two", `{"a":1,"x":1,"y":2}`, `{"a":1}`},
		{"all", `{"x":1, "y":2}`, `{}`},
		{"escaped and folded", `{"\u0078":1,"X":2,"a":1}`, `{"a":1}`},
		{"nested ones stay", `{"a":{"x":1}}`, `{"a":{"x":1}}`},
		{"empty", `{}`, `{}`},
		{"no object", `["x"]`, `["x"]`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := string(Without([]byte(test.object), "x", "y")); got != test.want {
				t.Errorf("Without(%s) = %s, want %s", test.object, got, test.want)
			}
		})
	}
}

// What is left is valid, has none of the keys and all other members.
func FuzzWithout(f *testing.F) {
	for _, seed := range []string{`{"x":1,"a":[2],"y":{}}`, `{"a":1,"x":2,"b":3,"y":4,"c":5}`, `{"x":1}`, `{ }`, `{"":1,"x":2,"":3}`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, object string) {
		envelope, err := Scan([]byte(object))
		if err != nil || envelope.Kind != Object {
			return
		}
		text := envelope.Value.Of([]byte(object))
		got := Without(text, "x", "y")
		if !Valid(got) {
			t.Fatalf("Without(%q) = %q, no JSON", text, got)
		}
		list := func(object string) string {
			var b strings.Builder
			gjson.Parse(object).ForEach(func(key, value gjson.Result) bool {
				if !isOneOf([]byte(key.Raw[1:len(key.Raw)-1]), []string{"x", "y"}) {
					b.WriteString(key.Raw + value.Raw + "\n")
				}
				return true
			})
			return b.String()
		}
		if all, kept := list(string(text)), list(string(got)); all != kept {
			t.Fatalf("Without(%q) = %q", text, got)
		}
		if again := Without(got, "x", "y"); string(again) != string(got) {
			t.Fatalf("Without(%q) leaves %q", text, got)
		}
	})
}
