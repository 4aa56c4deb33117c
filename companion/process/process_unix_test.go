//go:build unix

package process

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestOutput(t *testing.T) {
	tests := []struct {
		name, script string
		out, said    string
		failed       string // is in the error
	}{
		{"stdout and stderr apart", "echo out; echo err >&2", "out\n", "err", ""},
		{"what is written last is read", "for i in 1 2 3; do echo $i; done; exit 3", "1\n2\n3\n", "", "exit status 3"},
		{"no input to wait for", "read x || echo none", "none\n", "", ""},
		{"a child of the child holds nothing up", "sleep 600 & echo out", "out\n", "", ""},
		{"nor does one in a session of its own", "setsid sleep 20 & sleep 0.1; echo out; echo err >&2", "out\n", "err", ""},
		{"nor one that goes on talking", "setsid sh -c 'for i in $(seq 2000); do echo; sleep 0.01; done' & sleep 0.1; exit 3", "", "", "exit status 3"},
		{"too much", "yes", "", "", errOutput.Error()},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			begin := time.Now()
			out, said, err := Launcher{}.Output(t.Context(), []string{"sh", "-c", tt.script}, 1000)
			if tt.failed == "" && err != nil || tt.failed != "" && (err == nil || !strings.Contains(err.Error(), tt.failed)) {
				t.Fatalf("error %v, want … %s …", err, tt.failed)
			}
			if time.Since(begin) > 10*time.Second {
				t.Errorf("it took %v", time.Since(begin))
			}
			if tt.out != "" && string(out) != tt.out || said.First() != tt.said {
				t.Errorf("out %q, said %q; want %q, %q", out, said.First(), tt.out, tt.said)
			}
		})
	}
}

func TestOutputEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	begin := time.Now()
	_, _, err := Launcher{}.Output(ctx, []string{"sh", "-c", "trap '' TERM; sleep 600 & sleep 600"}, 1000)
	if !errors.Is(err, context.DeadlineExceeded) || time.Since(begin) > 10*time.Second {
		t.Errorf("error %v after %v", err, time.Since(begin))
	}
}

func TestProgramsThatCannotBeStarted(t *testing.T) {
	for argv0, want := range map[string]error{"no-such-program": exec.ErrNotFound, "/no/such/program": fs.ErrNotExist} {
		if _, err := (Launcher{}).Start(Command{Argv: []string{argv0}}, true); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", argv0, err, want)
		}
	}
}

// What a child has started may hold our pipes for ever, out of its group.
func TestAnOrphanHoldsNothingUp(t *testing.T) {
	p, err := Launcher{}.Start(Command{Argv: []string{"sh", "-c", "setsid sleep 20 & echo said >&2; echo out; read x"}}, true)
	if err != nil {
		t.Fatal(err)
	}
	begin := time.Now()
	p.Stdin.Close()
	out, err := io.ReadAll(p.Stdout)
	p.Stop(Patient)
	if string(out) != "out\n" || err != nil || p.Said.Last() != "said" || time.Since(begin) > 5*time.Second {
		t.Errorf("out %q, error %v, said %q, after %v", out, err, p.Said.Last(), time.Since(begin))
	}
}

// A reader that takes its time loses nothing as long as nobody holds the pipe.
func TestSlowReaderGetsEverything(t *testing.T) {
	p, err := Launcher{}.Start(Command{Argv: []string{"sh", "-c", "head -c 50000 /dev/zero"}}, false)
	if err != nil {
		t.Fatal(err)
	}
	<-p.Ended()
	<-time.After(drainGrace / 2)
	if out, err := io.ReadAll(p.Stdout); len(out) != 50000 || err != nil {
		t.Errorf("%d bytes, %v", len(out), err)
	}
}

// What a child does when it is asked to end it may finish.
func TestOutputAsksBeforeItKills(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	mark, ready := filepath.Join(t.TempDir(), "mark"), filepath.Join(t.TempDir(), "ready")
	go func() {
		for ctx.Err() == nil {
			if _, err := os.Stat(ready); err == nil {
				cancel() // the trap is set
			}
			<-time.After(time.Millisecond)
		}
	}()
	_, _, err := Launcher{}.Output(ctx, []string{"sh", "-c", "trap 'touch " + mark + "; exit' TERM; touch " + ready + "; while :; do sleep 0.01; done"}, 1000)
	if _, missing := os.Stat(mark); missing != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("%v, %v", err, missing)
	}
}

// Stopping goes as far as it has to.
func TestStop(t *testing.T) {
	for name, script := range map[string]string{
		"at the end of its input": "cat",
		"when asked":              "sleep 600",
		"when killed":             "trap '' TERM; while :; do sleep 1; done",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, err := Launcher{Env: []string{"A=b"}}.Start(Command{Argv: []string{"sh", "-c", script}, Env: []string{"C=d"}}, true)
			if err != nil {
				t.Fatal(err)
			}
			go func() { _, _ = new(bytes.Buffer).ReadFrom(p.Stdout) }()
			p.Stop(Patient)
			p.Stop(Patient)
			select {
			case <-p.exited:
			default:
				t.Error("it still runs")
			}
		})
	}
}

// A supervisor ends as its child did, and says nothing of its own.
func TestHowTheChildEnded(t *testing.T) {
	for script, want := range map[string]string{
		"exit 0":        "",
		"exit 3":        "exit status 3",
		"kill -TERM $$": "signal: terminated",
		"kill -KILL $$": "signal: killed",
		"kill -SEGV $$": "signal: segmentation fault",
	} {
		_, said, err := Launcher{}.Output(t.Context(), []string{"sh", "-c", script}, 1000)
		if got := fmt.Sprint(err); want == "" && err != nil || want != "" && got != want || said.All() != "" {
			t.Errorf("%s: error %v, said %q; want %q", script, err, said.All(), want)
		}
	}
}

// Run by hand, a supervisor must not kill the group that it happens to be in.
func TestSupervisorRunByHand(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for name, script := range map[string]string{
		"no descriptor 3":           `"$0" supervise-child true 3<&-; echo $?`,
		"descriptor 3 is no pipe":   `"$0" supervise-child true 3</dev/null; echo $?`,
		"a pipe, but not our group": `true | { "$0" supervise-child true 3<&0; echo $?; }`,
		"no command":                `"$0" supervise-child; echo $?`,
	} {
		out, err := exec.Command("sh", "-c", script, self).Output()
		if string(out) != "2\n" || err != nil {
			t.Errorf("%s: printed %q, %v", name, out, err)
		}
	}
}
