// Package module builds the plugin for those who run it: the end-to-end tests,
// the benchmarks and the demo.
package module

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
)

// Root is the folder of the repository that holds the working directory.
func Root() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "envoy.yaml")); err == nil {
			return dir, nil
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", errors.New("no envoy.yaml in this folder or above it: run inside the repository")
		}
		dir = parent
	}
}

// built are the modules that this process has made, by tag: functions that make
// one the first time and remember.
var built sync.Map

// Build makes dist/mcp-router.wasm, or a variant of it beside it when a build
// tag is given, and returns its path. It asks make, whose compiler cache knows
// better than file times whether the module is stale, once in a process: linking
// takes seconds.
func Build(tag string) (string, error) {
	once, _ := built.LoadOrStore(tag, sync.OnceValues(func() (string, error) { return build(tag) }))
	return once.(func() (string, error))()
}

func build(tag string) (string, error) {
	root, err := Root()
	if err != nil {
		return "", err
	}
	name := "mcp-router.wasm"
	if tag != "" {
		name = "mcp-router-" + tag + ".wasm"
	}
	path := filepath.Join("dist", name)
	build := exec.Command("make", "module", "MODULE="+path, "TAGS="+tag)
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("make module: %w\n%s", err, out)
	}
	return filepath.Join(root, path), nil
}
