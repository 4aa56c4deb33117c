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

// Grace is how long a child may take to leave after its stdin was closed, and
// again after it was asked to end.
type Grace time.Duration

// Patient is the grace in the middle of things, Hurried the one when this
// program itself is asked to end: twice that is less than a host waits.
const (
	Patient = Grace(2 * time.Second)
	Hurried = Grace(400 * time.Millisecond)
)

// killGrace is how long a killed child may take to be gone. One that the system
// cannot end at once is not waited for.
const killGrace = 2 * time.Second

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

// Process is a running child.
type Process struct {
	Stdin *os.File // nil when the child reads the null device
	// Stdout must be read to its end. That comes soon after the child's, whoever
	// else still holds the pipe.
	Stdout io.ReadCloser
	// Said holds what the child writes to stderr; who reads Stdout may add to it.
	Said *Excerpt

	cmd   *exec.Cmd
	alive io.Closer // closing it, or dying, ends the child and its group

	exited chan struct{} // closed when the child has ended and its group is gone
	err    error         // how it ended; read after exited
}

// Command is what is started.
type Command struct {
	Argv []string
	Env  []string // NAME=value, added to the environment
	Dir  string   // default: this process's
}

// Start runs a command. Without input the child's stdin is the null device: it
// can never ask anything. Errors: the program is missing or cannot be run.
func (l Launcher) Start(c Command, input bool) (*Process, error) {
	argv := c.Argv
	if _, err := exec.LookPath(argv[0]); err != nil {
		return nil, fmt.Errorf("find %s: %w", argv[0], err)
	}
	cmd, alive, err := l.command(argv)
	if err != nil {
		return nil, fmt.Errorf("prepare %s: %w", argv[0], err)
	}
	cmd.Env = append(append(os.Environ(), l.Env...), c.Env...)
	cmd.Dir = c.Dir
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
	p.cmd.Stdout, p.cmd.Stderr = theirs[len(theirs)-2], theirs[len(theirs)-1]
	theirs = append(theirs, p.cmd.ExtraFiles...)
	if err := p.cmd.Start(); err != nil {
		ours.close()
		return err
	}
	stdout, stderr := newOutput(out), newOutput(errs)
	p.Stdout = stdout
	go p.wait(stdout, stderr)
	return nil
}

// wait collects stderr and the exit state.
func (p *Process) wait(stdout, stderr *output) {
	drained := make(chan struct{})
	go func() {
		defer close(drained)
		_, _ = io.Copy(p.Said, stderr)
	}()
	p.err = childError(p.cmd.Wait())
	stdout.childEnded()
	stderr.childEnded()
	p.sweepGroup() // what the child left behind
	p.alive.Close()
	<-drained
	close(p.exited)
}

// Stop ends the child in the order MCP asks for: stdin closed, then asked to
// end, then killed. It returns when the child is gone, or cannot be ended, and
// may be called more than once.
func (p *Process) Stop(grace Grace) {
	if p.Stdin != nil {
		p.Stdin.Close()
	}
	if p.gone(time.Duration(grace)) {
		return
	}
	p.end(grace)
}

// end asks the child to end, and then kills it.
func (p *Process) end(grace Grace) {
	p.endGroup()
	if !p.gone(time.Duration(grace)) {
		p.killGroup()
		p.gone(killGrace)
	}
}

// gone waits for the child's end and says whether it came.
func (p *Process) gone(within time.Duration) bool {
	select {
	case <-p.exited:
		return true
	case <-time.After(within):
		return false
	}
}

// errStays is the end of a child that could not be ended.
var errStays = errors.New("it could not be ended")

// Err is how the child ended, nil for exit code 0. It must have been stopped.
func (p *Process) Err() error {
	select {
	case <-p.exited:
		return p.err
	default:
		return errStays
	}
}

// Ended is closed when the child has ended and its group is gone.
func (p *Process) Ended() <-chan struct{} { return p.exited }

type files []*os.File

func (fs *files) close() {
	for _, f := range *fs {
		f.Close()
	}
}

// errOutput is returned when a child printed more than it may.
var errOutput = errors.New("too much output")

// Output runs argv to its end without input and returns its stdout, at most
// limit bytes. When ctx ends the child is asked to end, with all it started, and
// then killed.
func (l Launcher) Output(ctx context.Context, argv []string, limit int64) ([]byte, *Excerpt, error) {
	p, err := l.Start(Command{Argv: argv}, false)
	if err != nil {
		return nil, &Excerpt{}, err
	}
	defer p.Stdout.Close()
	stop := context.AfterFunc(ctx, func() { p.end(Hurried) })
	defer stop()
	out, err := io.ReadAll(io.LimitReader(p.Stdout, limit+1))
	if int64(len(out)) > limit {
		err = errOutput
		p.end(Hurried)
	}
	select {
	case <-p.exited:
	case <-ctx.Done():
		p.gone(time.Duration(Hurried) + killGrace)
	}
	if ctx.Err() != nil {
		return nil, p.Said, ctx.Err()
	}
	return out, p.Said, errors.Join(err, p.Err())
}
