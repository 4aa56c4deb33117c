// Package proc reads what another process has used.
package proc

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"
	"unsafe"
)

// CPU is the processor time that a process has used so far, all threads, user
// and system, in nanoseconds and up to this very moment: the kernel's process
// clock (clock_getcpuclockid(3)), where the numbers of /proc/PID/stat come in
// ticks of 10 ms.
func CPU(pid int) (time.Duration, error) {
	const scheduled = 2 // CPUCLOCK_SCHED: user and system time
	var used syscall.Timespec
	clock := int32(^pid<<3 | scheduled)
	_, _, errno := syscall.Syscall(syscall.SYS_CLOCK_GETTIME, uintptr(clock), uintptr(unsafe.Pointer(&used)), 0)
	if errno != 0 {
		return 0, fmt.Errorf("cpu time of process %d: %w", pid, errno)
	}
	return time.Duration(used.Nano()), nil
}

// RSS is a process's resident memory in bytes.
func RSS(pid int) (int, error) {
	status, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/status")
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(status)) {
		var kib int
		if n, _ := fmt.Sscanf(line, "VmRSS: %d kB", &kib); n == 1 {
			return kib << 10, nil
		}
	}
	return 0, fmt.Errorf("no VmRSS of process %d", pid)
}
