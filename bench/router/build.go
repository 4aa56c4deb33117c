package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"mcp-router/test/module"
)

// buildModule compiles a module of this folder with the flags of make build and
// returns its path, dist/bench-NAME.wasm. The file appears in one step: another
// run may be reading it.
func buildModule(name string) (string, error) {
	root, err := module.Root()
	if err != nil {
		return "", err
	}
	dist := filepath.Join(root, "dist")
	dir, err := os.MkdirTemp(dist, "bench-")
	if err != nil {
		return "", err
	}
	built, path := filepath.Join(dir, name), filepath.Join(dist, "bench-"+name+".wasm")
	build := exec.Command("go", "build", "-buildmode=c-shared", "-buildvcs=false", "-trimpath", "-ldflags=-s -w -buildid=",
		"-o", built, "./bench/router/"+name)
	build.Dir = root
	build.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm")
	out, err := build.CombinedOutput()
	if err != nil {
		return "", errors.Join(fmt.Errorf("build %s: %w\n%s", name, err, out), os.RemoveAll(dir))
	}
	return path, errors.Join(os.Rename(built, path), os.RemoveAll(dir))
}
