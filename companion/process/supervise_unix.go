//go:build unix

package process

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
)

// SuperviseArg is the first argument that makes a program which embeds this
// package act as the supervisor of one child.
const SuperviseArg = "supervise-child"

// lifeline is the descriptor that reads end of file when our parent is gone.
const lifeline = 3

// Supervise runs argv on this process's own stdin, stdout and stderr and
// returns its exit code (see exitCode). When the parent dies first, the whole process group is killed, this process included. It is
// only for a program started by a [Launcher]: by hand it returns 2.
func Supervise(argv []string) int {
	if len(argv) == 0 || !launched() {
		fmt.Fprintln(os.Stderr, SuperviseArg, "is for internal use")
		return 2
	}
	parent := os.NewFile(lifeline, "lifeline")
	syscall.CloseOnExec(lifeline)
	// Asked to end, the child ends and we follow with its exit code. Caught,
	// not ignored: an ignored signal would stay ignored in the child.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP)

	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	if err := cmd.Start(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 127
	}
	os.Stdin.Close()
	os.Stdout.Close()
	go func() {
		_, _ = io.Copy(io.Discard, parent)   // ends when our parent does
		_ = syscall.Kill(0, syscall.SIGKILL) // nobody is left to be told
	}()
	return exitCode(cmd.Wait())
}

// launched says whether a [Launcher] started this process: it leads a group, and
// its lifeline is a pipe. Killing the group of anybody else would be wrong.
func launched() bool {
	var stat syscall.Stat_t
	return syscall.Getpgrp() == os.Getpid() &&
		syscall.Fstat(lifeline, &stat) == nil && stat.Mode&syscall.S_IFMT == syscall.S_IFIFO
}

// exitCode is that of a child that ended with err, 128 and the signal for one
// that a signal ended, as shells have it.
func exitCode(err error) int {
	var exit *exec.ExitError
	switch {
	case err == nil:
		return 0
	case !errors.As(err, &exit):
		fmt.Fprintln(os.Stderr, err)
		return 128
	}
	if status, ok := exit.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		return 128 + int(status.Signal())
	}
	return exit.ExitCode()
}

// childError is how the child ended of which a supervisor ended with err.
func childError(err error) error {
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() <= 128 {
		return err
	}
	return errors.New("signal: " + syscall.Signal(exit.ExitCode()-128).String())
}
