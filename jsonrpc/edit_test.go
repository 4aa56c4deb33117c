package jsonrpc

import "testing"

func TestSplices(t *testing.T) {
	tests := []struct {
		name, text string
		edit       Splices
		want       string
		replaced   int
	}{
		{"none", "abc", nil, "abc", 0},
		{"a cut", "abcdef", Splices{{1, 3, ""}}, "adef", 3},
		{"a replacement that grows", "abc", Splices{{1, 2, "xyz"}}, "axyzc", 2},
		{"two", "abcdef", Splices{{0, 1, ""}, {3, 3, "-"}}, "bc-def", 3},
		{"the whole", "abc", Splices{{0, 3, "z"}}, "z", 3},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			text := []byte(test.text)
			head, replaced := test.edit.AppendHead([]byte("kept "), text)
			if got := string(head) + test.text[replaced:]; got != "kept "+test.want || replaced != test.replaced {
				t.Errorf("AppendHead: %q replacing %d, want %q replacing %d", got, replaced, test.want, test.replaced)
			}
			if got := string(test.edit.Apply(text)); got != test.want {
				t.Errorf("Apply = %q, want %q", got, test.want)
			}
			if got := test.edit.Len(len(text)); got != len(test.want) {
				t.Errorf("Len = %d, want %d", got, len(test.want))
			}
			if string(text) != test.text {
				t.Errorf("the original became %q", text)
			}
		})
	}
}
