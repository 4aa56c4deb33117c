//go:build unix

package process

import (
	"io"
	"os"
	"os/exec"
	"syscall"
)

// command puts a supervisor (see [Supervise]) between us and the child. It
// leads a process group of its own, so that the whole group can be ended at
// once, and holds one end of a pipe whose other end only this process has: it
// sees our death, however we die. A death signal from the kernel would reach
// the child alone, not what the child started (azd starts the provider).
func (l Launcher) command(argv []string) (*exec.Cmd, io.Closer, error) {
	self := l.Supervisor
	if self == "" {
		exe, err := os.Executable()
		if err != nil {
			return nil, nil, err
		}
		self = exe
	}
	theirs, ours, err := os.Pipe()
	if err != nil {
		return nil, nil, err
	}
	cmd := exec.Command(self, append([]string{SuperviseArg}, argv...)...)
	cmd.ExtraFiles = []*os.File{theirs} // descriptor 3 of the child
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return cmd, ours, nil
}

// The group may be gone already, which is what was wanted: errors are not
// looked at.

func (p *Process) endGroup()   { _ = syscall.Kill(-p.cmd.Process.Pid, syscall.SIGTERM) }
func (p *Process) killGroup()  { _ = syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL) }
func (p *Process) sweepGroup() { p.killGroup() }
