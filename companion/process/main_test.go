package process

import (
	"os"
	"testing"
)

// standIns are what the test binary does instead of testing, by its first
// argument: tests run it as the programs that they need.
var standIns = map[string]func(argv []string) int{SuperviseArg: Supervise}

func TestMain(m *testing.M) {
	if len(os.Args) > 1 {
		if run, ok := standIns[os.Args[1]]; ok {
			os.Exit(run(os.Args[2:]))
		}
	}
	os.Exit(m.Run())
}
