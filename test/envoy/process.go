package envoy

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"mcp-router/test/daemon"
)

// startLimit covers the module's compilation on a busy machine.
const startLimit = 90 * time.Second

// Process is a running Envoy.
type Process struct {
	*daemon.Process
	dir   string
	admin string
}

// Start runs config with the given number of workers and returns when it is
// ready to serve. Its files and logs go to dir, a folder of its own. The error
// of an Envoy that refuses to start carries its log. Options are more arguments
// of its command line.
func Start(ctx context.Context, dir string, config *Config, workers int, options ...string) (*Process, error) {
	binary, args, err := commandLine(dir, config)
	if err != nil {
		return nil, err
	}
	args = append(append(args, options...), "--concurrency", strconv.Itoa(workers),
		"--admin-address-path", filepath.Join(dir, "admin.txt"),
		// Tests read the access log, whose default is to appear after 10 s.
		"--file-flush-interval-msec", "20")
	p := &Process{dir: dir}
	if p.Process, err = run(dir, exec.Command(binary, args...)); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, startLimit)
	defer cancel()
	if err := p.waitReady(ctx); err != nil {
		return nil, errors.Join(err, p.Stop(), fmt.Errorf("its log:\n%s", p.Log()))
	}
	return p, nil
}

// Validate runs Envoy's own check of config, which loads and configures the
// module too. It returns what was printed, and an error when config is refused.
func Validate(ctx context.Context, dir string, config *Config) (string, error) {
	binary, args, err := commandLine(dir, config)
	if err != nil {
		return "", err
	}
	ctx, cancel := context.WithTimeout(ctx, startLimit)
	defer cancel()
	out, err := exec.CommandContext(ctx, binary, append(args, "--mode", "validate")...).CombinedOutput()
	return string(out), err
}

// commandLine writes config to dir and returns what every run needs.
func commandLine(dir string, config *Config) (binary string, args []string, err error) {
	if binary, err = Binary(); err != nil {
		return "", nil, err
	}
	data, err := config.Bytes()
	if err != nil {
		return "", nil, err
	}
	file := filepath.Join(dir, "envoy.yaml")
	if err := os.WriteFile(file, data, 0o600); err != nil {
		return "", nil, err
	}
	return binary, []string{"-c", file, "--disable-hot-restart", "--log-level", "warn", "--component-log-level", "wasm:info"}, nil
}

// run starts Envoy with its output in files of dir.
func run(dir string, cmd *exec.Cmd) (*daemon.Process, error) {
	stdout, err := os.Create(filepath.Join(dir, "access.log"))
	if err != nil {
		return nil, err
	}
	defer stdout.Close()
	stderr, err := os.Create(filepath.Join(dir, "envoy.log"))
	if err != nil {
		return nil, err
	}
	defer stderr.Close()
	cmd.Stdout, cmd.Stderr = stdout, stderr
	return daemon.Start(cmd)
}

// waitReady first learns the admin interface's port, then polls it.
func (p *Process) waitReady(ctx context.Context) error {
	return p.Until(ctx, func() bool {
		if p.admin == "" {
			address, err := os.ReadFile(filepath.Join(p.dir, "admin.txt"))
			if err != nil || len(address) == 0 {
				return false
			}
			p.admin = strings.TrimSpace(string(address))
		}
		_, err := p.get(ctx, "/ready")
		return err == nil
	})
}

// Log is what Envoy and the plugin have logged so far.
func (p *Process) Log() string { return p.read("envoy.log") }

// AccessLog is the access log so far, one JSON object a line.
func (p *Process) AccessLog() string { return p.read("access.log") }

func (p *Process) read(name string) string {
	data, err := os.ReadFile(filepath.Join(p.dir, name))
	if err != nil {
		return err.Error()
	}
	return string(data)
}
