package proc

import (
	"os"
	"testing"
	"time"
)

func TestCPUCountsWorkInNanoseconds(t *testing.T) {
	before := mustCPU(t)
	for start := time.Now(); time.Since(start) < 5*time.Millisecond; {
	}
	used := mustCPU(t) - before
	if used < time.Millisecond || used > 5*time.Second || used%(10*time.Millisecond) == 0 {
		t.Errorf("CPU after 5 ms of work grew by %s", used)
	}
}

func TestRSSIsThatOfThisProcess(t *testing.T) {
	before := mustRSS(t)
	block := make([]byte, 64<<20)
	for i := range block {
		block[i] = 1
	}
	if grown := mustRSS(t) - before; grown < len(block)/2 || block[len(block)-1] != 1 {
		t.Errorf("RSS after 64 MiB grew by %d bytes", grown)
	}
}

func TestUnknownProcessIsAnError(t *testing.T) {
	const pid = 1 << 22 // above the kernel's largest
	if used, err := CPU(pid); err == nil {
		t.Errorf("CPU(%d) = %s, want an error", pid, used)
	}
	if size, err := RSS(pid); err == nil {
		t.Errorf("RSS(%d) = %d, want an error", pid, size)
	}
}

func mustCPU(t *testing.T) time.Duration {
	t.Helper()
	used, err := CPU(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	return used
}

func mustRSS(t *testing.T) int {
	t.Helper()
	size, err := RSS(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	return size
}
