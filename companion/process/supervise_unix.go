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
// returns its exit code. When the parent dies first, the whole process group
// is killed, this process included. It is only for a program started by a
// [Launcher].
func Supervise(argv []string) int {
	parent := os.NewFile(lifeline, "lifeline")
	if parent == nil || len(argv) == 0 {
		fmt.Fprintln(os.Stderr, SuperviseArg, "is for internal use")
		return 2
	}
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
	err := cmd.Wait()
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.Exited() {
		return exit.ExitCode()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 128
	}
	return 0
}
