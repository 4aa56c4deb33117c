package main

import (
	"strings"
	"testing"

	"mcp-router/bench/router/report"
	"mcp-router/test/module"
)

// TestEveryListenerAnswersRight runs the whole comparison once, so that it never
// rots. It says nothing about speed.
func TestEveryListenerAnswersRight(t *testing.T) {
	wasm, err := module.Build("")
	if err != nil {
		t.Fatal(err)
	}
	o := options{
		effort:   effort{rounds: 1, requests: 8, connections: 2},
		variants: []variant{{name: "same-module", wasm: wasm}},
	}
	var out strings.Builder
	cases, err := run(t.Context(), o, &out)
	if err != nil {
		t.Fatalf("run() = %v, after\n%s", err, out.String())
	}
	if len(cases) != len(workloads) {
		t.Errorf("run() has %d cases, want %d", len(cases), len(workloads))
	}
	for _, c := range cases {
		if len(c.Series) != len(subjectNames)+1 {
			t.Errorf("%s: %d listeners, want %d", c.Title, len(c.Series), len(subjectNames)+1)
		}
		for _, s := range c.Series {
			checkSeries(t, c.Title, s)
		}
	}
}

func checkSeries(t *testing.T, title string, s report.Series) {
	t.Helper()
	if s.Missing != "" {
		t.Errorf("%s: %s cannot do it: %s", title, s.Name, s.Missing)
		return
	}
	if len(s.Rounds) != 1 {
		t.Errorf("%s: %s has %d rounds, want 1", title, s.Name, len(s.Rounds))
	}
	for _, r := range s.Rounds {
		if r.CPU <= 0 || r.Rate <= 0 || r.P50 <= 0 || r.P99 < r.P50 {
			t.Errorf("%s: %s measured %+v", title, s.Name, r)
		}
	}
}
