// Package companiontest starts a companion for the length of a test.
package companiontest

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"regexp"
	"testing"
)

var endpoint = regexp.MustCompile(`url=(\S+)`)

// Serve starts a prepared companion that serves HTTP, and returns its URL once it
// does. It ends with the test.
func Serve(tb testing.TB, cmd *exec.Cmd) string {
	tb.Helper()
	stderr, err := cmd.StderrPipe()
	if err != nil {
		tb.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		_ = cmd.Process.Signal(os.Interrupt)
		_ = cmd.Wait()
	})
	for lines := bufio.NewScanner(stderr); lines.Scan(); {
		if m := endpoint.FindStringSubmatch(lines.Text()); m != nil {
			go func() { _, _ = io.Copy(io.Discard, stderr) }() // a full pipe would hold it up
			return m[1]
		}
	}
	tb.Fatal("the companion does not serve")
	return ""
}
