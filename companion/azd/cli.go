package azd

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os/exec"
	"strings"
	"time"

	"mcp-router/companion/process"
)

// Time-outs of azd's commands. With an unreachable source each takes about ten
// seconds and then succeeds.
const (
	versionTimeout = 30 * time.Second
	listTimeout    = 30 * time.Second
	showTimeout    = 30 * time.Second
	installTimeout = 120 * time.Second
)

// maxOutput bounds what is read of one azd command, in bytes.
const maxOutput = 4 << 20

// oldest is the oldest azd that this package works with.
var oldest = version{number: [3]int{1, 20, 0}}

// CLI runs the Azure Developer CLI. Its methods may be called concurrently.
type CLI struct {
	// Path is the program, looked up in PATH when it has no separator. Default
	// "azd".
	Path string
	// Launcher starts it.
	Launcher process.Launcher
}

// CLIError is a failed azd command.
type CLIError struct {
	// Args are the arguments, e.g. ["ext", "install", "mcp.storage"].
	Args []string
	// Said is what azd printed about it, one short line, "" if nothing.
	Said string
	// Err is the cause: a time-out, an exit status, a missing program.
	Err error
}

// Error implements error.
func (e *CLIError) Error() string {
	text := fmt.Sprintf("azd %s: %v", strings.Join(e.Args, " "), e.Err)
	if e.Said != "" {
		text += ": " + e.Said
	}
	return text
}

// Unwrap returns the cause.
func (e *CLIError) Unwrap() error { return e.Err }

// errNoAnswer is in the chain of a [CLIError] for a time-out.
var errNoAnswer = errors.New("no answer")

// ErrOldAzd is returned by [CLI.Check] for an azd without usable extensions.
var ErrOldAzd = errors.New("azd 1.20.0 or newer is needed")

// Check runs azd version. Errors: [exec.ErrNotFound] in the chain when there is
// no azd, [ErrOldAzd], and a *[CLIError]. An answer without a version passes.
func (c CLI) Check(ctx context.Context) error {
	out, err := c.run(ctx, versionTimeout, "version")
	if err != nil {
		return err
	}
	v, ok := azdVersion(string(out))
	if ok && (version{number: v.number}).compare(oldest) < 0 {
		return fmt.Errorf("%w, this is %d.%d.%d", ErrOldAzd, v.number[0], v.number[1], v.number[2])
	}
	return nil
}

// Extensions is [CLI.Check] and then [CLI.List].
func (c CLI) Extensions(ctx context.Context) ([]Extension, error) {
	if err := c.Check(ctx); err != nil {
		return nil, err
	}
	return c.List(ctx)
}

// List returns the provider extensions: those tagged azure and mcp, and the
// installed ones that carry no tags but the id prefix mcp., without root
// servers. The second list only adds; when it fails the first one stands.
func (c CLI) List(ctx context.Context) ([]Extension, error) {
	ctx, cancel := context.WithTimeout(ctx, listTimeout)
	defer cancel()
	added := make(chan []Extension, 1)
	go func() {
		list, _ := c.list(ctx, "--installed")
		added <- list
	}()
	tagged, err := c.list(ctx, "--tags", "azure,mcp")
	installed := <-added
	if err != nil {
		return nil, err
	}
	return mergeExtensions(tagged, installed), nil
}

func (c CLI) list(ctx context.Context, filter ...string) ([]Extension, error) {
	args := append(append([]string{"ext", "list"}, filter...), "--output", "json")
	out, err := c.run(ctx, listTimeout, args...)
	if err != nil {
		return nil, err
	}
	list, err := parseExtensions(out)
	if err != nil {
		return nil, &CLIError{Args: args, Err: err, Said: process.OneLine(string(out))}
	}
	return list, nil
}

// Details is what azd ext show knows beyond a list row.
type Details struct {
	Description  string
	Capabilities []string
}

// Show runs azd ext show for one extension.
func (c CLI) Show(ctx context.Context, e Extension) (Details, error) {
	args := e.sourced("ext", "show", e.ID)
	args = append(args, "--output", "json")
	out, err := c.run(ctx, showTimeout, args...)
	if err != nil {
		return Details{}, err
	}
	var d Details
	if err := json.Unmarshal(out, &d); err != nil { // PascalCase keys, matched in any case
		return Details{}, &CLIError{Args: args, Err: err}
	}
	return d, nil
}

// Install runs azd ext install. An extension that is installed already is no
// error.
func (c CLI) Install(ctx context.Context, e Extension) error {
	_, err := c.run(ctx, installTimeout, append(e.sourced("ext", "install", e.ID), "--no-prompt")...)
	return err
}

// Upgrade runs azd ext upgrade.
func (c CLI) Upgrade(ctx context.Context, e Extension) error {
	_, err := c.run(ctx, installTimeout, append(e.sourced("ext", "upgrade", e.ID), "--no-prompt")...)
	return err
}

// sourced adds the extension's source: one id may be in several, and azd would
// ask which is meant.
func (e Extension) sourced(args ...string) []string {
	if e.Source == "" {
		return args
	}
	return append(args, "-s", e.Source)
}

// UpgradeCommand is the command line that upgrades the extension, for a person.
func (e Extension) UpgradeCommand() string {
	return strings.Join(append([]string{"azd"}, e.sourced("ext", "upgrade", e.ID)...), " ")
}

// run runs one azd command to its end and returns its stdout alone: on stderr
// azd mixes warnings and JSON lines.
func (c CLI) run(ctx context.Context, timeout time.Duration, args ...string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	out, errs, err := c.Launcher.Output(ctx, append([]string{c.program()}, args...), maxOutput)
	switch {
	case err == nil:
		return out, nil
	case errors.Is(err, exec.ErrNotFound), errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("azd: %w", exec.ErrNotFound)
	case errors.Is(err, context.DeadlineExceeded):
		err = fmt.Errorf("%w in %v", errNoAnswer, timeout)
	}
	said := process.OneLine(consoleText(errs.All()))
	if said == "" {
		said = process.OneLine(string(out))
	}
	return nil, &CLIError{Args: args, Said: said, Err: err}
}

func (c CLI) program() string {
	if c.Path == "" {
		return "azd"
	}
	return c.Path
}

// consoleText takes the messages out of azd's JSON lines on stderr
// ({"type":"consoleMessage","data":{"message":…}}); other lines stay.
func consoleText(s string) string {
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		var m struct{ Data struct{ Message string } }
		if json.Unmarshal([]byte(l), &m) == nil {
			lines[i] = m.Data.Message
		}
	}
	return strings.Join(lines, "\n")
}
