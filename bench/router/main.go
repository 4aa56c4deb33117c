// Command router compares the plugin with its alternatives, side by side in one
// Envoy process. docs/performance.md explains the method.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"slices"

	"mcp-router/bench/router/report"
	"mcp-router/test/module"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	o, err := parseOptions(os.Args[1:], os.Stderr)
	if errors.Is(err, flag.ErrHelp) {
		return
	}
	if err == nil {
		// Client and servers share one core and leave the other to Envoy's worker.
		runtime.GOMAXPROCS(1)
		_, err = run(ctx, o, os.Stdout)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// run measures all chosen cases and prints their tables as they are ready.
func run(ctx context.Context, o options, out io.Writer) (_ []report.Case, err error) {
	wasm, err := module.Build("")
	if err != nil {
		return nil, err
	}
	config, err := shippedConfig(wasm)
	if err != nil {
		return nil, err
	}
	shipped, err := pluginOf(config)
	if err != nil {
		return nil, err
	}
	subjects, err := o.subjects(shipped)
	if err != nil {
		return nil, err
	}
	s, err := startStand(ctx, wasm, subjects, 1)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, s.stop()) }()
	var cases []report.Case
	for _, w := range workloads {
		if len(o.cases) > 0 && !slices.Contains(o.cases, w.name) {
			continue
		}
		result, err := s.compare(ctx, w, shipped.Servers, subjects, o.effort)
		if err != nil {
			return nil, err
		}
		cases = append(cases, result)
		fmt.Fprintln(out, result.Markdown())
	}
	return cases, nil
}
