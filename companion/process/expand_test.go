package process

import (
	"errors"
	"strings"
	"testing"
)

func TestExpand(t *testing.T) {
	vars := map[string]string{"NAME": "value", "EMPTY": "", "_x1": "y", "LOOP": "${NAME}"}
	lookup := func(name string) (string, bool) { v, ok := vars[name]; return v, ok }
	tests := []struct{ name, text, want string }{
		{"nothing to expand", "plain $NAME $$ $ {NAME} 100%", "plain $NAME $$ $ {NAME} 100%"},
		{"a variable", "a${NAME}b${_x1}", "avalueby"},
		{"in an editor's spelling", "${env:NAME}", "value"},
		{"set, but empty", "<${EMPTY}>", "<>"},
		{"a default is not needed", "${NAME:-other}", "value"},
		{"a default for unset", "${NONE:-http://x:1/y}", "http://x:1/y"},
		{"a default for empty", "${EMPTY:-d}", "d"},
		{"an empty default", "<${NONE:-}>", "<>"},
		{"a value is not expanded again", "${LOOP}", "${NAME}"},
		{"escaped", "$${NAME} ${NAME}", "${NAME} value"},
		{"not closed", "${NAME", "${NAME"},
		{"no name", "${} ${a b} ${1}", "${} ${a b} ${1}"},
	}
	for _, tt := range tests {
		if got, err := Expand(tt.text, lookup); got != tt.want || err != nil {
			t.Errorf("%s: Expand(%q) = %q, %v; want %q", tt.name, tt.text, got, err, tt.want)
		}
	}
	_, err := Expand("x${NONE}", lookup)
	if unset := (*UnsetError)(nil); !errors.As(err, &unset) || unset.Name != "NONE" {
		t.Errorf("unset: %v", err)
	}
	if _, err := Expand("${input:key}", lookup); err == nil || !strings.Contains(err.Error(), "input:key") {
		t.Errorf("an editor's question: %v", err)
	}
}
