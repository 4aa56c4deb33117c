package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mcp-router/test/module"
)

// The list rots when the code moves on; this keeps it in step without running it.
func TestEveryMutantStillFitsTheCode(t *testing.T) {
	root, err := module.Root()
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range mutants {
		text, err := os.ReadFile(filepath.Join(root, m.file))
		if err != nil {
			t.Errorf("%s: %v", m.name, err)
			continue
		}
		if n := strings.Count(string(text), m.old); n != 1 || m.old == m.new {
			t.Errorf("%s: %s holds the original text %d times, want once", m.name, m.file, n)
		}
	}
}
