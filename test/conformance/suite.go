//go:build conformance

package conformance

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// patience is how long the suite may take; a scenario has 30 s of its own.
const patience = 3 * time.Minute

// check is one finding of the suite.
type check struct {
	ID           string
	Status       string // SUCCESS, FAILURE, WARNING, SKIPPED, INFO
	ErrorMessage string
}

// results are the findings by scenario.
type results map[string][]check

// run runs one scenario against the server behind url, as the revision has it, and
// returns what the suite found. Its files go to dir, which is empty. Errors: the
// suite could not be run, or found nothing at all.
func run(ctx context.Context, url, revision, scenario, dir string) ([]check, error) {
	all, err := judge(ctx, dir, "server", "--url", url, "--scenario", scenario, "--spec-version", revision)
	if err == nil && len(all[scenario]) == 0 {
		err = fmt.Errorf("%s: nothing was checked", scenario)
	}
	return all[scenario], err
}

// runAll runs every scenario for servers that the suite has for the revision, those
// that are not required of a server too.
func runAll(ctx context.Context, url, revision, dir string) (results, error) {
	return judge(ctx, dir, "server", "--url", url, "--requirements", revision)
}

// required are the names of the scenarios that every server of the revision has to
// pass.
func required(ctx context.Context, revision string) ([]string, error) {
	out, err := suite(ctx, "list", "--server", "--requirements", revision)
	if err != nil {
		return nil, fmt.Errorf("%w\n%s", err, out)
	}
	_, list, _ := strings.Cut(out, "\nServer scenarios")
	list, _, _ = strings.Cut(list, "\n\n")
	var names []string
	for line := range strings.SplitSeq(list, "\n") {
		if name, found := strings.CutPrefix(line, "  - "); found {
			names = append(names, name)
		}
	}
	return names, nil
}

// folderOf is how the suite names the folder of a scenario's result.
var folderOf = regexp.MustCompile(`^(?:server-)?(.+)-\d{4}-\d\d-\d\dT`)

// judge runs the suite and reads what it wrote to dir.
func judge(ctx context.Context, dir string, args ...string) (results, error) {
	out, runErr := suite(ctx, append(args, "--output-dir", dir)...)
	if failed := (*exec.ExitError)(nil); runErr != nil && !errors.As(runErr, &failed) {
		return nil, runErr // whereas its exit code says that checks failed
	}
	files, err := filepath.Glob(filepath.Join(dir, "*", "checks.json"))
	if err != nil || len(files) == 0 {
		return nil, fmt.Errorf("no results: %w\n%s", errors.Join(err, runErr), out)
	}
	all := results{}
	for _, file := range files {
		name := folderOf.FindStringSubmatch(filepath.Base(filepath.Dir(file)))
		if name == nil {
			return nil, fmt.Errorf("%s is no scenario's", file)
		}
		doc, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		var checks []check
		if err := json.Unmarshal(doc, &checks); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		all[name[1]] = checks
	}
	return all, nil
}

// suite runs the suite's command and returns what it printed.
func suite(ctx context.Context, args ...string) (string, error) {
	bin, err := filepath.Abs("node_modules/.bin")
	if err != nil {
		return "", err
	}
	node, err := filepath.Abs("../../.tools/node/bin") // make puts it there
	if err != nil {
		return "", err
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, filepath.Join(bin, "conformance"), args...)
	cmd.Env = append(os.Environ(), "PATH="+node+string(os.PathListSeparator)+os.Getenv("PATH"))
	out, err := cmd.CombinedOutput()
	if ctx.Err() != nil {
		err = fmt.Errorf("%w: %s\n%s", ctx.Err(), strings.Join(args, " "), out)
	}
	return string(out), err
}

// held returns how many checks found nothing wrong: those that passed, and those
// that came upon what is free for servers to do, a list as JSON or as a stream say.
// Warnings and what was skipped do not count.
func held(checks []check) (n int) {
	for _, c := range checks {
		if c.Status == "SUCCESS" || c.Status == "INFO" {
			n++
		}
	}
	return n
}

// broken describes the others.
func broken(checks []check) (messages []string) {
	for _, c := range checks {
		if c.Status != "SUCCESS" && c.Status != "INFO" {
			messages = append(messages, c.Status+" "+c.ID+": "+c.ErrorMessage)
		}
	}
	return messages
}

// runClient runs one scenario against a client: the command line of a program that
// is given the URL of the suite's server.
func runClient(ctx context.Context, command, revision, scenario, dir string) ([]check, error) {
	all, err := judge(ctx, dir, "client", "--command", command, "--scenario", scenario, "--spec-version", revision)
	if err == nil && len(all[scenario]) == 0 {
		err = fmt.Errorf("%s: nothing was checked", scenario)
	}
	return all[scenario], err
}

// clientScenarios are the names of the scenarios for clients of the revision, sorted,
// without those of authorization.
func clientScenarios(ctx context.Context, revision string) ([]string, error) {
	out, err := suite(ctx, "list", "--client")
	if err != nil {
		return nil, fmt.Errorf("%w\n%s", err, out)
	}
	var names []string
	for line := range strings.SplitSeq(out, "\n") {
		name, found := strings.CutPrefix(line, "  - ")
		name, revisions, _ := strings.Cut(name, " [")
		if found && strings.Contains(revisions, revision) && !strings.HasPrefix(name, "auth/") {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names, nil
}
