// Command mcp-router-check reads a configuration of mcp-router before a gateway
// does and prints everything that would go wrong.
//
//	mcp-router-check FILE
//	mcp-router-check explain [flags] FILE < request.json
//
// FILE is a plugin configuration (YAML or JSON), a WasmPlugin manifest for
// Higress, or an envoy.yaml. The exit code is 0 when nothing is wrong, 1 when
// something is and 2 when the command line is not understood.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
)

// The exit codes.
const (
	exitOK = iota
	exitProblems
	exitUsage
)

// maxFileBytes bounds the files that are read.
const maxFileBytes = 16 << 20

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	if len(args) > 0 && args[0] == "explain" {
		return runExplain(args[1:], stdin, stdout, stderr)
	}
	flags := newFlags("mcp-router-check", "mcp-router-check FILE\n       mcp-router-check explain [flags] FILE < request.json", stderr)
	name, ok := parseFile(flags, args)
	if !ok {
		return exitUsage
	}
	return runCheck(name, stdout, stderr)
}

func newFlags(name, usage string, stderr io.Writer) *flag.FlagSet {
	flags := flag.NewFlagSet(name, flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() {
		say(stderr, "usage: %s", usage)
		flags.PrintDefaults()
	}
	return flags
}

// parseFile parses args and returns the one FILE that they must name.
func parseFile(flags *flag.FlagSet, args []string) (name string, ok bool) {
	if err := flags.Parse(args); err != nil {
		return "", false
	}
	if flags.NArg() != 1 {
		flags.Usage()
		return "", false
	}
	return flags.Arg(0), true
}

// say writes a line. A reader that has gone away is no reason to stop: the exit
// code still counts.
func say(w io.Writer, format string, args ...any) {
	_, _ = fmt.Fprintf(w, format+"\n", args...)
}

func runCheck(name string, stdout, stderr io.Writer) int {
	r, err := readReport(name)
	if err != nil {
		say(stderr, "mcp-router-check: %s", err)
		return exitProblems
	}
	r.print(stdout, name)
	if r.failed() {
		return exitProblems
	}
	return exitOK
}

// readReport reads the file and checks it.
func readReport(name string) (*report, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(io.LimitReader(file, maxFileBytes+1))
	if err := errors.Join(err, file.Close()); err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	if len(data) > maxFileBytes {
		return nil, fmt.Errorf("%s is larger than %d bytes", name, maxFileBytes)
	}
	return checkFile(data), nil
}
