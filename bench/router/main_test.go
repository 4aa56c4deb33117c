package main

import (
	"testing"

	"mcp-router/bench/router/report"
)

// TestEveryListenerAnswersRight runs the whole comparison once, so that it never
// rots. It says nothing about speed.
func TestEveryListenerAnswersRight(t *testing.T) {
	b, err := newBench(options{
		effort: effort{rounds: 1, requests: 8, connections: 2, startRounds: 1, soakCalls: 500, worstBodies: 1},
		cases:  append(workloadNames(), hangCase, worstCase, matchedCase, soakCase),
	})
	if err != nil {
		t.Fatal(err)
	}
	result, err := b.run(t.Context(), func(report.Table) {})
	if err != nil {
		t.Fatalf("run() = %v", err)
	}
	if len(result.Cases) != len(workloads) || len(result.Tables) != 4 {
		t.Errorf("run() has %d cases and %d tables, want %d and 4", len(result.Cases), len(result.Tables), len(workloads))
	}
	for i, c := range result.Cases {
		if want := b.subjectsOf(workloads[i]); c.Name != workloads[i].name || len(c.Series) != len(want) {
			t.Errorf("case %d is %s with %d listeners, want %s with %d", i, c.Name, len(c.Series), workloads[i].name, len(want))
		}
		for _, s := range c.Series {
			checkSeries(t, c.Title, s)
		}
	}
	// Each ratio, two of events and two of the silent server.
	if want := len(ratioBars) + 4; len(result.Bars) != want {
		t.Errorf("run() has %d bars, want %d: %+v", len(result.Bars), want, result.Bars)
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

func TestStartsMeasureEveryListener(t *testing.T) {
	b, err := newBench(options{
		effort:    effort{rounds: 1, requests: 1, connections: 1, startRounds: 1, soakCalls: 1, worstBodies: 1},
		cases:     []string{startsCase},
		listeners: []string{"noop"},
	})
	if err != nil {
		t.Fatal(err)
	}
	result, err := b.run(t.Context(), func(report.Table) {})
	if err != nil {
		t.Fatalf("run() = %v", err)
	}
	if len(result.Tables) != 1 || len(result.Tables[0].Rows) != 2 {
		t.Fatalf("run() has the tables %+v, want one with a row for the floor and one for noop", result.Tables)
	}
	for _, row := range result.Tables[0].Rows {
		if len(row) != len(result.Tables[0].Head) {
			t.Errorf("row %q, want a cell for each of %q", row, result.Tables[0].Head)
		}
	}
}
