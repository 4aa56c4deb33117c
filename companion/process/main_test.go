package process

import (
	"os"
	"testing"
)

// TestMain lets the test binary stand in for the program that supervises
// children.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == SuperviseArg {
		os.Exit(Supervise(os.Args[2:]))
	}
	os.Exit(m.Run())
}
