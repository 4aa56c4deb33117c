package daemon

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func mustStart(t *testing.T, script string) *Process {
	t.Helper()
	p, err := Start(exec.Command("sh", "-c", script))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestAProgramServesUntilItIsStopped(t *testing.T) {
	file := filepath.Join(t.TempDir(), "ready")
	p := mustStart(t, `trap 'exit 0' TERM; : > "`+file+`"; while :; do sleep 0.01; done`)
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	ready := func() bool { _, err := os.Stat(file); return err == nil }
	if err := p.Until(ctx, ready); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := p.Stop(); err != nil {
			t.Errorf("Stop: %v", err)
		}
	}
}

func TestAProgramThatEndsIsNotWaitedFor(t *testing.T) {
	p := mustStart(t, "exit 3")
	err := p.Until(t.Context(), func() bool { return false })
	if err == nil || !strings.Contains(err.Error(), "ended before it was ready: exit status 3") {
		t.Errorf("Until: %v, want how it ended", err)
	}
	if err := p.Stop(); err == nil || !strings.Contains(err.Error(), "exit status 3") {
		t.Errorf("Stop: %v, want how it ended", err)
	}
}

func TestWaitingEndsWithItsContext(t *testing.T) {
	p := mustStart(t, "exec sleep 60")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := p.Until(ctx, func() bool { return false }); err == nil || !strings.Contains(err.Error(), "is not ready") {
		t.Errorf("Until: %v, want the context's end", err)
	}
	if err := p.Stop(); err == nil || !strings.Contains(err.Error(), "signal: terminated") {
		t.Errorf("Stop: %v, want how it ended", err)
	}
}
