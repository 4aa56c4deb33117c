//go:build conformance

package conformance

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// patience is how long one scenario may take.
const patience = time.Minute

// check is one finding of the suite.
type check struct {
	ID           string
	Status       string // SUCCESS, FAILURE, WARNING, SKIPPED, INFO
	ErrorMessage string
}

// run runs one scenario against the server behind url, as the revision has it, and
// returns what the suite found. Errors: the suite could not be run, or found
// nothing at all.
func run(ctx context.Context, url, revision, scenario, dir string) ([]check, error) {
	bin, err := filepath.Abs("node_modules/.bin")
	if err != nil {
		return nil, err
	}
	node, err := filepath.Abs("../../.tools/node/bin") // make puts it there
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, filepath.Join(bin, "conformance"), "server",
		"--url", url, "--scenario", scenario, "--spec-version", revision, "--output-dir", dir)
	cmd.Env = append(os.Environ(), "PATH="+node+string(os.PathListSeparator)+os.Getenv("PATH"))
	out, runErr := cmd.CombinedOutput() // its exit code says that checks failed
	files, err := filepath.Glob(filepath.Join(dir, "*", "checks.json"))
	if err != nil || len(files) != 1 {
		return nil, fmt.Errorf("%s: %d results, %w\n%s", scenario, len(files), runErr, out)
	}
	doc, err := os.ReadFile(files[0])
	if err != nil {
		return nil, err
	}
	var checks []check
	if err := json.Unmarshal(doc, &checks); err != nil {
		return nil, err
	}
	if len(checks) == 0 {
		return nil, fmt.Errorf("%s: nothing was checked\n%s", scenario, out)
	}
	return checks, nil
}
