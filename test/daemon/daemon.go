// Package daemon runs the programs that tests, benchmarks and the demo talk to:
// it starts one, waits until it serves, and ends it.
package daemon

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"
)

const (
	stopLimit = 10 * time.Second
	pollEvery = 20 * time.Millisecond
)

// Process is a running program.
type Process struct {
	cmd    *exec.Cmd
	exited chan struct{}
}

// Start runs a prepared command.
func Start(cmd *exec.Cmd) (*Process, error) {
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	p := &Process{cmd: cmd, exited: make(chan struct{})}
	go func() {
		_ = cmd.Wait() // how it ended is read from ProcessState
		close(p.exited)
	}()
	return p, nil
}

// Until waits for ready to hold. It is an error if the program ends before, or
// ctx does.
func (p *Process) Until(ctx context.Context, ready func() bool) error {
	tick := time.NewTicker(pollEvery)
	defer tick.Stop()
	for !ready() {
		select {
		case <-tick.C:
		case <-p.exited:
			return fmt.Errorf("%s ended before it was ready: %s", p.name(), p.cmd.ProcessState)
		case <-ctx.Done():
			return fmt.Errorf("%s is not ready: %w", p.name(), ctx.Err())
		}
	}
	return nil
}

// Stop asks the program to end and waits for that. It is an error if it ended
// badly, before or now, or has to be killed. A second Stop does nothing more.
func (p *Process) Stop() error {
	_ = p.cmd.Process.Signal(syscall.SIGTERM) // fails if it is gone, which is seen below
	select {
	case <-p.exited:
	case <-time.After(stopLimit):
		_ = p.cmd.Process.Kill()
		<-p.exited
	}
	if !p.cmd.ProcessState.Success() {
		return fmt.Errorf("%s ended badly: %s", p.name(), p.cmd.ProcessState)
	}
	return nil
}

// PID is the program's process id.
func (p *Process) PID() int { return p.cmd.Process.Pid }

func (p *Process) name() string { return filepath.Base(p.cmd.Path) }
