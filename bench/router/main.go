// Command router compares the plugin with its alternatives, side by side in one
// Envoy process. docs/performance.md explains the method.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"

	"mcp-router/bench/router/report"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	err := run(ctx, os.Args[1:])
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	o, err := parseOptions(args, os.Stderr)
	if err != nil {
		return err
	}
	b, err := newBench(o)
	if err != nil {
		return err
	}
	// Client and servers share one core and leave the other to Envoy's worker.
	runtime.GOMAXPROCS(1)
	result, err := b.run(ctx, func(t report.Table) { fmt.Println(t.Markdown()) })
	if err != nil || o.out == "" {
		return err
	}
	return write(o.out, result)
}

// write puts the report and its chart into a folder.
func write(dir string, r report.Report) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	chart := report.Chart("CPU that a tools/call costs in Envoy beyond plain routing", r.Cases)
	document := "# Router benchmark\n\n![CPU added per call](router.svg)\n\n" + r.Markdown()
	return errors.Join(
		os.WriteFile(filepath.Join(dir, "router.svg"), []byte(chart), 0o644),
		os.WriteFile(filepath.Join(dir, "router.md"), []byte(document), 0o644))
}
