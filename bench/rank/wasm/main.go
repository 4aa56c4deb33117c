// Command wasm runs bench/rank as a wasip1 module in wazero, since the filter
// carries the ranker into a Wasm VM: by default with --time, else with the
// intents of standard input.
//
//	go run ./bench/rank/wasm --catalog FILE --prompts FILE
//	go run ./bench/rank/wasm --catalog FILE < intents.txt
//
// It needs the Go toolchain and the source tree.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
)

func main() {
	if err := run(context.Background(), os.Args[1:], os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "wasm:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, in io.Reader, out io.Writer) error {
	flags := flag.NewFlagSet("wasm", flag.ContinueOnError)
	catalog := flags.String("catalog", "", "`file` with the catalogue (required)")
	prompts := flags.String("prompts", "", "`file` with prompts to time")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *catalog == "" {
		return errors.New("--catalog is required")
	}
	dir, err := os.MkdirTemp("", "rank")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	module := filepath.Join(dir, "rank.wasm")
	if err := build(ctx, module); err != nil {
		return err
	}
	files := wazero.NewFSConfig().WithReadOnlyDirMount(filepath.Dir(*catalog), "/catalog")
	guest := []string{"rank", "--catalog", "/catalog/" + filepath.Base(*catalog)}
	if *prompts != "" {
		files = files.WithReadOnlyDirMount(filepath.Dir(*prompts), "/prompts")
		guest = append(guest, "--prompts", "/prompts/"+filepath.Base(*prompts), "--time")
	}
	config := wazero.NewModuleConfig().WithArgs(guest...).WithFSConfig(files).
		WithStdin(in).WithStdout(out).WithStderr(os.Stderr).
		WithSysWalltime().WithSysNanotime()
	return execute(ctx, module, config)
}

// build compiles bench/rank for wasip1.
func build(ctx context.Context, module string) error {
	cmd := exec.CommandContext(ctx, "go", "build", "-o", module, "mcp-router/bench/rank")
	cmd.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm", "CGO_ENABLED=0")
	cmd.Stderr = os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("build for wasip1: %w", err)
	}
	return nil
}

// execute runs a command module to its end.
func execute(ctx context.Context, module string, config wazero.ModuleConfig) error {
	code, err := os.ReadFile(module)
	if err != nil {
		return err
	}
	runtime := wazero.NewRuntime(ctx)
	defer runtime.Close(ctx)
	if _, err := wasi_snapshot_preview1.Instantiate(ctx, runtime); err != nil {
		return err
	}
	if _, err := runtime.InstantiateWithConfig(ctx, code, config); err != nil {
		return fmt.Errorf("run the module: %w", err)
	}
	return nil
}
