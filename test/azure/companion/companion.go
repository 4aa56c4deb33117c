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
	"time"

	"mcp-router/test/azd/fakestate"
	"mcp-router/test/daemon"
	"mcp-router/test/module"
)

const startLimit = 30 * time.Second

// Companion is a running azd-azure-mcp.
type Companion struct {
	// Address is host:port, on loopback.
	Address string

	*daemon.Process
	dir string
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
	c := &Companion{dir: dir}
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
	cmd := exec.Command(filepath.Join(c.dir, "azd-azure-mcp"), "--azd", filepath.Join(c.dir, "fakeazd"), "--listen", "127.0.0.1:0")
	cmd.Env = append(os.Environ(), "FAKE_AZD="+c.dir)
	cmd.Stderr = log
	c.Process, err = daemon.Start(cmd)
	return err
}

var serving = regexp.MustCompile(`url=http://([^/\s]+)/mcp\b`)

// waitServing reads the address from the log.
func (c *Companion) waitServing(ctx context.Context) error {
	return c.Until(ctx, func() bool {
		m := serving.FindStringSubmatch(c.Log())
		if m != nil {
			c.Address = m[1]
		}
		return m != nil
	})
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
