//go:build unix

package process

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
)

// RunAsInit does what the first process of a container has to do when no other
// init does it: it runs this program again as its child, hands signals on to it,
// reaps whatever is left to it, and returns the child's exit code. ran is false,
// and nothing is done, in any other process.
func RunAsInit() (code int, ran bool) {
	if os.Getpid() != 1 {
		return 0, false
	}
	self, err := os.Executable()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 127, true
	}
	return runAndReap(exec.Command(self, os.Args[1:]...)), true
}

// runAndReap runs a command to its end, and reaps all other children until then.
func runAndReap(cmd *exec.Cmd) int {
	signals := make(chan os.Signal, 8)
	signal.Notify(signals, syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	if err := cmd.Start(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 127
	}
	os.Stdin.Close() // it is the child's
	go func() {
		for s := range signals {
			_ = cmd.Process.Signal(s) // it may have ended
		}
	}()
	for {
		var status syscall.WaitStatus
		pid, err := syscall.Wait4(-1, &status, 0, nil)
		switch {
		case errors.Is(err, syscall.EINTR):
		case err != nil:
			fmt.Fprintln(os.Stderr, err)
			return 128
		case pid != cmd.Process.Pid:
		case status.Signaled():
			return 128 + int(status.Signal())
		case status.Exited():
			return status.ExitStatus()
		}
	}
}
