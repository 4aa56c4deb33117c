package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"mcp-router/test/module"
)

// buildModule compiles a module of this folder with the flags of make build and
// returns its path, dist/bench-NAME.wasm.
func buildModule(name string) (string, error) {
	root, err := module.Root()
	if err != nil {
		return "", err
	}
	path := filepath.Join(root, "dist", "bench-"+name+".wasm")
	build := exec.Command("go", "build", "-buildmode=c-shared", "-buildvcs=false", "-trimpath", "-ldflags=-s -w -buildid=",
		"-o", path, "./bench/router/"+name)
	build.Dir = root
	build.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm")
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("build %s: %w\n%s", name, err, out)
	}
	return path, nil
}
