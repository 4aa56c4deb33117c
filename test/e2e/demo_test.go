package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"mcp-router/test/module"
)

// mustMakeDemo is the command, in a process group of its own.
func mustMakeDemo(t *testing.T, environment ...string) *exec.Cmd {
	t.Helper()
	root, err := module.Root()
	if err != nil {
		t.Fatal(err)
	}
	demo := exec.CommandContext(t.Context(), "make", "demo", "OPTIMIZE=yes")
	demo.Dir, demo.Env = root, append(os.Environ(), environment...)
	demo.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return demo
}

func TestTheDemoListsToolsAndReachesEveryServer(t *testing.T) {
	out, err := mustMakeDemo(t, "DEMO=once").CombinedOutput()
	if err != nil {
		t.Fatalf("DEMO=once make demo: %v\n%s", err, out)
	}
	for _, want := range []string{
		"== Gateway mode", "notebook___read-notes ", "rest-amap-server___get-weather ",
		"server=rest-amap-server tool=get-weather\n", `the client got {"celsius":21,"humidityPct":48,"location":"New York","sky":"sunny"}`,
		"server=notebook tool=read-notes\n  the client got {\"notes\":[\"buy milk\"]}\n",
		"== Router mode", "simulated: ", "random-user-server___get-random-user ", "azd___azure ",
		"server=random-user-server tool=get-random-user\n", `@example.com"`,
		"the client got two containers: images, backups",
	} {
		if !strings.Contains(string(out), want) {
			t.Errorf("the demo does not print %q:\n%s", want, out)
		}
	}
}

// What ends make, and make alone, ends all that the demo has started: a service
// manager or a script sends it no Ctrl-C.
func TestTheDemoEndsWithMake(t *testing.T) {
	demo := mustMakeDemo(t)
	name := filepath.Join(t.TempDir(), "out")
	out, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	demo.Stdout, demo.Stderr = out, out
	if err := demo.Start(); err != nil {
		t.Fatal(err)
	}
	group := -demo.Process.Pid
	defer func() { _ = syscall.Kill(group, syscall.SIGKILL) }() // nothing is left to kill unless the test fails
	printed := func() string {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	waitUpTo(t, 2*time.Minute, "the demo to be up", func() bool { return strings.Contains(printed(), "It stays up") })

	if err := demo.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	_ = demo.Wait() // make says that it was terminated
	waitFor(t, "Envoy and the companion to end", func() bool { return syscall.Kill(group, 0) == syscall.ESRCH })
}
