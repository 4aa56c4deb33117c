package e2e

import (
	"strings"
	"testing"
)

// Values are shared with the host's other workers, so a write must know what it
// replaces.
func TestTheWorldOfPlans(t *testing.T) {
	s := puppeted.up(t)
	acts := [][]string{
		{"load", "k"}, {"save", "k", "one", "new"}, {"save", "k", "two", "new"}, {"load", "k"},
		{"save", "k", "three", "loaded"}, {"save", "k", "four", "loaded"}, {"load", "k"},
		{"save", "k", "", "loaded"}, {"load", "k"}, {"save", "k", "five", "new"}, {"random"}, {"loopback"},
	}
	want := []string{
		`load "" false`, "save true", "save false", `load "one" true`,
		"save true", "save false", `load "three" true`,
		"save true", `load "" true`, "save false", "random true", "loopback true",
	}
	transport := protocols()["HTTP/1.1"]
	t.Cleanup(transport.CloseIdleConnections)
	got := mustSend(t, transport, s.post(t, strings.NewReader("{}"), scripted(map[string]any{"world": acts})))
	mustEqual(t, "what came of it", got.Body, strings.Join(want, "\n"))
}
