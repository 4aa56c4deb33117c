package main

import (
	"strings"
	"testing"
)

// One round keeps the benchmark from rotting; its figures are not looked at.
func TestOneRound(t *testing.T) {
	var out strings.Builder
	if err := run(&out, 1); err != nil {
		t.Fatal(err)
	}
	for _, figure := range []string{
		"| azd runs and starts during it | 0 |",
		"| 10 concurrent first uses | 10 right answers, 1 install, 1 start, ",
	} {
		if !strings.Contains(out.String(), figure) {
			t.Errorf("%q is not in:\n%s", figure, out.String())
		}
	}
}
