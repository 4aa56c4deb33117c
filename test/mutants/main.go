// Command mutants makes deliberate mistakes in a copy of the repository, one at
// a time, and fails when the tests do not notice one.
//
//	go run ./test/mutants [-only TEXT]
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"mcp-router/test/module"
)

func main() {
	only := flag.String("only", "", "make only the mistakes whose name contains this")
	flag.Parse()
	if err := run(context.Background(), *only); err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, only string) error {
	root, err := module.Root()
	if err != nil {
		return err
	}
	built, err := module.Build("")
	if err != nil {
		return err
	}
	copied, err := os.MkdirTemp("", "mutants")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(copied) }()
	if err := copyTree(ctx, root, copied); err != nil {
		return err
	}
	alive, made := 0, 0
	for _, m := range mutants {
		if !strings.Contains(m.name, only) {
			continue
		}
		made++
		killed, err := m.try(ctx, copied, env(root, built, m))
		if err != nil {
			return fmt.Errorf("%s: %w", m.name, err)
		}
		verdict := "killed"
		if !killed {
			verdict = "ALIVE"
			alive++
		}
		fmt.Printf("%-6s %s\n", verdict, m.name)
	}
	fmt.Printf("%d of %d mutants killed\n", made-alive, made)
	if alive > 0 {
		return fmt.Errorf("%d mutants are alive", alive)
	}
	return nil
}

// env gives the tests the tools of the original tree, and those that do not
// build a module of their own the unharmed one.
func env(root, built string, m mutant) []string {
	vars := append(os.Environ(), "OPTIMIZE=")
	if os.Getenv("ENVOY_BIN") == "" {
		vars = append(vars, "ENVOY_BIN="+filepath.Join(root, ".tools", "envoy"))
	}
	if !strings.Contains(m.tests, "e2e") {
		vars = append(vars, "WASM_FILE_PATH="+built)
	}
	return vars
}

// copyTree copies what git knows, as it is in the work tree.
func copyTree(ctx context.Context, from, to string) error {
	list := exec.CommandContext(ctx, "git", "ls-files", "-z")
	list.Dir = from
	out, err := list.Output()
	if err != nil {
		return fmt.Errorf("list the files: %w", err)
	}
	for _, name := range strings.Split(strings.TrimRight(string(out), "\x00"), "\x00") {
		if err := copyFile(filepath.Join(from, name), filepath.Join(to, name)); err != nil {
			return err
		}
	}
	return nil
}

func copyFile(from, to string) error {
	info, err := os.Stat(from)
	if err != nil {
		return err
	}
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	return os.WriteFile(to, data, info.Mode())
}

// try makes the mistake, runs the tests and takes it back. It reports whether
// they failed. A mistake that does not compile would prove nothing.
func (m mutant) try(ctx context.Context, root string, env []string) (killed bool, err error) {
	path := filepath.Join(root, m.file)
	original, err := os.ReadFile(path)
	if err != nil {
		return false, err
	}
	if n := strings.Count(string(original), m.old); n != 1 {
		return false, fmt.Errorf("%s holds the original text %d times, want once", m.file, n)
	}
	if err := os.WriteFile(path, []byte(strings.Replace(string(original), m.old, m.new, 1)), 0o644); err != nil {
		return false, err
	}
	defer func() {
		if restored := os.WriteFile(path, original, 0o644); err == nil {
			err = restored
		}
	}()
	packages := strings.Fields(m.tests)
	if out, err := command(ctx, root, env, append([]string{"vet"}, packages...)).CombinedOutput(); err != nil {
		return false, fmt.Errorf("does not compile: %w\n%s", err, out)
	}
	tests := append([]string{"test", "-count=1", "-run", m.run}, packages...)
	return command(ctx, root, env, tests).Run() != nil, nil
}

func command(ctx context.Context, root string, env, args []string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir, cmd.Env = root, env
	return cmd
}
