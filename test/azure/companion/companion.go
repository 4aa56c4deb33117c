// Package companion runs the real azd-azure-mcp over HTTP, with the fake azd of
// test/azd in the place of the Azure Developer CLI: for the demo and for tests
// of the companion behind the router.
package companion

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"time"

	"mcp-router/test/azd/fakestate"
	"mcp-router/test/module"
)

const (
	startLimit = 30 * time.Second
	stopLimit  = 10 * time.Second
	pollEvery  = 20 * time.Millisecond
)

// Companion is a running azd-azure-mcp.
type Companion struct {
	// Address is host:port, on loopback.
	Address string

	dir    string
	cmd    *exec.Cmd
	exited chan struct{}
}

// Start builds the companion and the fakes into dir, a folder of its own that
// also takes their logs, and starts the companion on a free port. Its azd lists
// the given extensions. Start returns when the companion serves; ctx bounds the
// start alone. The errors are those of building and of starting, with the log.
func Start(ctx context.Context, dir string, extensions ...fakestate.Extension) (*Companion, error) {
	if err := build(ctx, dir); err != nil {
		return nil, err
	}
	err := fakestate.Write(dir, fakestate.State{
		Version: "azd version 1.27.1 (commit 0123456789abcdef)", Provider: filepath.Join(dir, "provider"), Extensions: extensions,
	})
	if err != nil {
		return nil, err
	}
	c := &Companion{dir: dir, exited: make(chan struct{})}
	if err := c.run(); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, startLimit)
	defer cancel()
	if err := c.waitServing(ctx); err != nil {
		return nil, errors.Join(err, c.Stop(), fmt.Errorf("its log:\n%s", c.Log()))
	}
	return c, nil
}

func build(ctx context.Context, dir string) error {
	root, err := module.Root()
	if err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, "go", "build", "-o", dir, "./cmd/azd-azure-mcp", "./test/azd/fakeazd", "./test/azd/provider")
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("build azd-azure-mcp: %w\n%s", err, out)
	}
	return nil
}

func (c *Companion) run() error {
	log, err := os.Create(filepath.Join(c.dir, "companion.log"))
	if err != nil {
		return err
	}
	defer log.Close()
	c.cmd = exec.Command(filepath.Join(c.dir, "azd-azure-mcp"), "--azd", filepath.Join(c.dir, "fakeazd"), "--listen", "127.0.0.1:0")
	c.cmd.Env = append(os.Environ(), "FAKE_AZD="+c.dir)
	c.cmd.Stderr = log
	if err := c.cmd.Start(); err != nil {
		return err
	}
	go func() {
		_ = c.cmd.Wait() // how it ended is read from ProcessState
		close(c.exited)
	}()
	return nil
}

var serving = regexp.MustCompile(`url=http://([^/\s]+)/mcp\b`)

// waitServing reads the address from the log.
func (c *Companion) waitServing(ctx context.Context) error {
	tick := time.NewTicker(pollEvery)
	defer tick.Stop()
	for {
		if m := serving.FindStringSubmatch(c.Log()); m != nil {
			c.Address = m[1]
			return nil
		}
		select {
		case <-tick.C:
		case <-c.exited:
			return fmt.Errorf("azd-azure-mcp ended before it served: %s", c.cmd.ProcessState)
		case <-ctx.Done():
			return fmt.Errorf("azd-azure-mcp does not serve: %w", ctx.Err())
		}
	}
}

// Stop ends the companion, and with it all that it has started. It is an error
// if it had died before, or has to be killed.
func (c *Companion) Stop() error {
	_ = c.cmd.Process.Signal(syscall.SIGTERM) // fails if it is gone, which is seen below
	select {
	case <-c.exited:
	case <-time.After(stopLimit):
		_ = c.cmd.Process.Kill()
		<-c.exited
	}
	if !c.cmd.ProcessState.Success() {
		return fmt.Errorf("azd-azure-mcp ended badly: %s", c.cmd.ProcessState)
	}
	return nil
}

// URL is its MCP endpoint.
func (c *Companion) URL() string { return "http://" + c.Address + "/mcp" }

// Log is what the companion has logged so far.
func (c *Companion) Log() string { return c.read("companion.log") }

// Runs are the command lines of azd so far.
func (c *Companion) Runs() []string { return c.lines("runs.log") }

// Did is what the provider of an extension has done so far, a line each.
func (c *Companion) Did(extension string) []string { return c.lines(extension + ".log") }

func (c *Companion) lines(name string) []string {
	return strings.FieldsFunc(c.read(name), func(r rune) bool { return r == '\n' })
}

// read is empty for a file that is not there yet.
func (c *Companion) read(name string) string {
	text, err := os.ReadFile(filepath.Join(c.dir, name))
	if err != nil && !os.IsNotExist(err) {
		return err.Error()
	}
	return string(text)
}
