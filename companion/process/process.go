package process

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"
)

// stopGrace is how long a child may take to leave after its stdin was closed,
// and again after it was asked to end.
const stopGrace = 2 * time.Second

// Launcher starts child processes that cannot outlive this one: not on an
// orderly end, not on SIGKILL, and neither can what they start themselves. See
// the platform files for how.
type Launcher struct {
	// Supervisor is the program that is run with [SuperviseArg] in front of the
	// child's own command line; it must call [Supervise]. Unused on Windows,
	// where a job object does the same. Default: this executable.
	Supervisor string
	// Env is added to this process's environment for every child.
	Env []string
}

// Process is a running child. Its Stdout must be read to the end.
type Process struct {
	Stdin  *os.File // nil when the child reads the null device
	Stdout io.ReadCloser
	// Said holds what the child writes to stderr; who reads Stdout may add to it.
	Said *Excerpt

	cmd   *exec.Cmd
	alive io.Closer // closing it, or dying, ends the child and its group

	exited chan struct{} // closed when the child has ended and its group is gone
	err    error         // how it ended; read after exited
}

// Start runs argv with env added to the environment. Without input the child's
// stdin is the null device: it can never ask anything. Errors: the program is
// missing or cannot be run.
func (l Launcher) Start(argv, env []string, input bool) (*Process, error) {
	if _, err := exec.LookPath(argv[0]); err != nil {
		return nil, fmt.Errorf("find %s: %w", argv[0], err)
	}
	cmd, alive, err := l.command(argv)
	if err != nil {
		return nil, fmt.Errorf("prepare %s: %w", argv[0], err)
	}
	cmd.Env = append(append(os.Environ(), l.Env...), env...)
	p := &Process{cmd: cmd, Said: &Excerpt{}, alive: alive, exited: make(chan struct{})}
	if err := p.spawn(input); err != nil {
		alive.Close()
		return nil, fmt.Errorf("start %s: %w", argv[0], err)
	}
	return p, nil
}

// spawn starts the child on pipes of our own: those of os/exec are closed by
// Wait, which would cut off what the child wrote last.
func (p *Process) spawn(input bool) error {
	var theirs, ours files
	defer theirs.close()
	if input {
		r, w, err := os.Pipe()
		if err != nil {
			return err
		}
		theirs, ours = append(theirs, r), append(ours, w)
		p.cmd.Stdin, p.Stdin = r, w
	}
	for range 2 {
		r, w, err := os.Pipe()
		if err != nil {
			ours.close()
			return err
		}
		theirs, ours = append(theirs, w), append(ours, r)
	}
	out, errs := ours[len(ours)-2], ours[len(ours)-1]
	p.Stdout = out
	p.cmd.Stdout, p.cmd.Stderr = theirs[len(theirs)-2], theirs[len(theirs)-1]
	theirs = append(theirs, p.cmd.ExtraFiles...)
	if err := p.cmd.Start(); err != nil {
		ours.close()
		return err
	}
	go p.wait(errs)
	return nil
}

// wait collects stderr and the exit state.
func (p *Process) wait(errs *os.File) {
	drained := make(chan struct{})
	go func() {
		defer close(drained)
		_, _ = io.Copy(p.Said, errs) // ends with the pipe
		errs.Close()
	}()
	p.err = p.cmd.Wait()
	p.sweepGroup() // what the child left behind must not hold our pipes open
	p.alive.Close()
	<-drained
	close(p.exited)
}

// Stop ends the child in the order MCP asks for: stdin closed, then asked to
// end, then killed. It returns when the child is gone and may be called more
// than once.
func (p *Process) Stop() {
	if p.Stdin != nil {
		p.Stdin.Close()
	}
	for _, next := range []func(){p.endGroup, p.killGroup} {
		select {
		case <-p.exited:
			return
		case <-time.After(stopGrace):
			next()
		}
	}
	<-p.exited
}

// Err is how the child ended, nil for exit code 0. It must have ended.
func (p *Process) Err() error {
	<-p.exited
	return p.err
}

type files []*os.File

func (fs *files) close() {
	for _, f := range *fs {
		f.Close()
	}
}

// errOutput is returned when a child printed more than it may.
var errOutput = errors.New("too much output")

// Output runs argv to its end without input and returns its stdout, at most
// limit bytes. The child is killed, with all it started, when ctx ends.
func (l Launcher) Output(ctx context.Context, argv []string, limit int64) ([]byte, *Excerpt, error) {
	p, err := l.Start(argv, nil, false)
	if err != nil {
		return nil, &Excerpt{}, err
	}
	done := context.AfterFunc(ctx, p.killGroup)
	defer done()
	out, err := io.ReadAll(io.LimitReader(p.Stdout, limit+1))
	if int64(len(out)) > limit {
		err = errOutput
		p.killGroup()
	}
	p.Stdout.Close()
	<-p.exited
	if ctx.Err() != nil {
		return nil, p.Said, ctx.Err()
	}
	return out, p.Said, errors.Join(err, p.err)
}
