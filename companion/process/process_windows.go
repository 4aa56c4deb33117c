//go:build windows

package process

import (
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"sync"
	"syscall"
	"unsafe"
)

// SuperviseArg is the first argument of a supervisor; on Windows there is none.
const SuperviseArg = "supervise-child"

// Supervise is not needed on Windows.
func Supervise([]string) int { return 2 }

// RunAsInit is not needed on Windows.
func RunAsInit() (code int, ran bool) { return 0, false }

// command starts children directly. What makes them die with us is a job
// object around this process: children and theirs inherit it, and the system
// ends them all when its last handle goes, which it does when we die.
func (l Launcher) command(argv []string) (*exec.Cmd, io.Closer, error) {
	if err := joinJob(); err != nil {
		return nil, nil, fmt.Errorf("create job object: %w", err)
	}
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
	return cmd, io.NopCloser(nil), nil
}

// childError is err: there is no supervisor between us and the child.
func childError(err error) error { return err }

// There is no signal that asks a console-less process to end.
func (p *Process) endGroup() { p.killGroup() }

// killGroup ends the tree below the child. It may be gone already, which is
// what was wanted.
func (p *Process) killGroup() {
	exec.Command("taskkill", "/T", "/F", "/PID", strconv.Itoa(p.cmd.Process.Pid)).Run()
}

// Of winnt.h: the information class and flag that end a job's processes when
// its last handle is closed.
const (
	jobExtendedLimits = 9
	killOnJobClose    = 0x2000
)

// extendedLimits is JOBOBJECT_EXTENDED_LIMIT_INFORMATION.
type extendedLimits struct {
	perProcessTime, perJobTime int64
	flags                      uint32
	minWorkingSet              uintptr
	maxWorkingSet              uintptr
	activeProcesses            uint32
	affinity                   uintptr
	priorityClass, scheduling  uint32
	ioCounters                 [6]uint64
	memory                     [4]uintptr
}

// sweepGroup has nothing to find once the root of the tree is gone; the job
// ends what is left when we do.
func (p *Process) sweepGroup() {}

// joinJob puts this process into its job once. The handle is kept open on
// purpose: its closing is the signal.
var joinJob = sync.OnceValue(func() error {
	kernel := syscall.NewLazyDLL("kernel32.dll")
	job, _, err := kernel.NewProc("CreateJobObjectW").Call(0, 0)
	if job == 0 {
		return err
	}
	limits := extendedLimits{flags: killOnJobClose}
	ok, _, err := kernel.NewProc("SetInformationJobObject").Call(job, jobExtendedLimits,
		uintptr(unsafe.Pointer(&limits)), unsafe.Sizeof(limits))
	if ok == 0 {
		return err
	}
	self, err := syscall.GetCurrentProcess()
	if err != nil {
		return err
	}
	ok, _, err = kernel.NewProc("AssignProcessToJobObject").Call(job, uintptr(self))
	if ok == 0 {
		return err
	}
	return nil
})
