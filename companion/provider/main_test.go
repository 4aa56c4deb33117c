package provider

import (
	"os"
	"testing"

	"mcp-router/companion/process"
)

// TestMain lets the test binary stand in for the program that supervises
// children.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == process.SuperviseArg {
		os.Exit(process.Supervise(os.Args[2:]))
	}
	os.Exit(m.Run())
}
