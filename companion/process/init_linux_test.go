package process

import (
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
)

// initArg makes the test binary act as the first process of a container: what
// loses its parent below it becomes its child.
const initArg = "act-as-init"

func init() { standIns[initArg] = actAsInit }

func actAsInit(argv []string) int {
	const setChildSubreaper = 36 // PR_SET_CHILD_SUBREAPER, see prctl(2)
	if _, _, failed := syscall.RawSyscall(syscall.SYS_PRCTL, setChildSubreaper, 1, 0); failed != 0 {
		return 99
	}
	return runAndReap(exec.Command(argv[0], argv[1:]...))
}

func TestInitReaps(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	const script = `(sleep 0.05 &) ; (sleep 0.05 &) ; sleep 0.4; cat /proc/$PPID/task/*/children; echo $$; exit 7`
	cmd := exec.Command(self, initArg, "sh", "-c", script)
	out, err := cmd.Output()
	lines := strings.Fields(string(out))
	if len(lines) != 2 || lines[0] != lines[1] || cmd.ProcessState.ExitCode() != 7 {
		t.Errorf("children and the shell: %q, %v, want the shell alone and exit code 7", out, err)
	}
}

func TestInitHandsSignalsOn(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, initArg, "sh", "-c", `trap 'exit 5' TERM; echo ready; while :; do sleep 0.02; done`)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := out.Read(make([]byte, 6)); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); cmd.ProcessState.ExitCode() != 5 {
		t.Errorf("it ended with %v, want exit code 5", err)
	}
}

func TestOnlyTheFirstProcessIsInit(t *testing.T) {
	if _, ran := RunAsInit(); ran {
		t.Error("this test ran itself")
	}
}
