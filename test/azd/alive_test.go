package azd_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// alive lists the command lines of processes whose environment names dir: all
// that belongs to one world, the companion's children and theirs included.
func alive(t *testing.T, dir string) []string {
	t.Helper()
	processes, err := filepath.Glob("/proc/[0-9]*")
	if err != nil {
		t.Fatal(err)
	}
	if len(processes) == 0 {
		t.Fatal("these tests look for orphans in /proc: run them on Linux")
	}
	var list []string
	for _, p := range processes {
		environ, err := os.ReadFile(filepath.Join(p, "environ"))
		if err != nil || !strings.Contains(string(environ), "FAKE_AZD="+dir) {
			continue // gone, or not ours
		}
		line, err := os.ReadFile(filepath.Join(p, "cmdline"))
		if err == nil && len(line) > 0 { // a zombie has none
			list = append(list, strings.ReplaceAll(string(line), "\x00", " "))
		}
	}
	return list
}

// anyAlive says whether something other than companions runs in a world.
func anyAlive(t *testing.T, dir string) bool {
	t.Helper()
	for _, line := range alive(t, dir) {
		if !strings.HasPrefix(line, built.companion+" --azd") {
			return true
		}
	}
	return false
}
