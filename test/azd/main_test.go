// Package azd_test drives the built azd-azure-mcp as a client does, with a fake
// azd and real provider servers.
package azd_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// programs are the paths of what was built for this run.
type programs struct{ companion, azd, provider string }

// built is set once, before any test runs.
var built programs

func TestMain(m *testing.M) {
	os.Exit(buildAndRun(m))
}

func buildAndRun(m *testing.M) int {
	dir, err := os.MkdirTemp("", "azd-e2e-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	out, err := exec.Command("go", "build", "-o", dir,
		"mcp-router/cmd/azd-azure-mcp", "mcp-router/test/azd/fakeazd", "mcp-router/test/azd/provider").CombinedOutput()
	if err != nil {
		fmt.Fprintf(os.Stderr, "%v\n%s", err, out)
		return 1
	}
	built = programs{
		companion: filepath.Join(dir, "azd-azure-mcp"),
		azd:       filepath.Join(dir, "fakeazd"),
		provider:  filepath.Join(dir, "provider"),
	}
	return m.Run()
}
