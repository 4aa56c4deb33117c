//go:build unix

package process

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os/exec"
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
		{"too much", "yes", "", "", errOutput.Error()},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			out, said, err := Launcher{}.Output(t.Context(), []string{"sh", "-c", tt.script}, 1000)
			if tt.failed == "" && err != nil || tt.failed != "" && (err == nil || !strings.Contains(err.Error(), tt.failed)) {
				t.Fatalf("error %v, want … %s …", err, tt.failed)
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
		if _, err := (Launcher{}).Start([]string{argv0}, nil, true); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", argv0, err, want)
		}
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
			p, err := Launcher{Env: []string{"A=b"}}.Start([]string{"sh", "-c", script}, []string{"C=d"}, true)
			if err != nil {
				t.Fatal(err)
			}
			go func() { _, _ = new(bytes.Buffer).ReadFrom(p.Stdout) }()
			p.Stop()
			p.Stop()
			select {
			case <-p.exited:
			default:
				t.Error("it still runs")
			}
		})
	}
}
