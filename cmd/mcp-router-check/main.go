// Command mcp-router-check reads a configuration of mcp-router before a gateway
// does and prints everything that would go wrong.
//
//	mcp-router-check FILE...
//	mcp-router-check explain [flags] FILE < request.json
//	mcp-router-check new [flags] SERVERS.json > envoy.yaml
//
// FILE is a plugin configuration (YAML or JSON), a WasmPlugin manifest for
// Higress, an envoy.yaml, or a file of Envoy resources (LDS, ECDS); "-" is the
// standard input. The exit code is 0 when nothing is wrong, 1 when something is
// and 2 when the command line is not understood.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"mcp-router/version"
)

// The exit codes.
const (
	exitOK = iota
	exitProblems
	exitUsage
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

const usage = `mcp-router-check FILE...
       mcp-router-check explain [flags] FILE < request.json
       mcp-router-check new [flags] SERVERS.json > envoy.yaml
       mcp-router-check -version`

func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	if len(args) > 0 {
		switch args[0] {
		case "explain":
			return runExplain(args[1:], stdin, stdout, stderr)
		case "new":
			return runNew(args[1:], stdin, stdout, stderr)
		}
	}
	flags := newFlags("mcp-router-check", usage)
	showVersion := flags.Bool("version", false, "print the version")
	files, exit, ok := parseFiles(flags, args, stdout, stderr)
	switch {
	case !ok:
		return exit
	case *showVersion:
		say(stdout, "mcp-router-check %s", version.String())
		return exitOK
	case len(files) == 0:
		return misused(flags, stderr, "no FILE is named")
	}
	for _, name := range files {
		exit = max(exit, runCheck(name, stdin, stdout, stderr))
	}
	return exit
}

// newFlags makes the flags of a command. They print nothing by themselves.
func newFlags(name, usage string) *flag.FlagSet {
	flags := flag.NewFlagSet(name, flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.Usage = func() {
		say(flags.Output(), "usage: %s", usage)
		flags.PrintDefaults()
	}
	return flags
}

// parseFiles parses args and returns the files that they name. Without ok the
// command is over: help was asked for, or the command line is wrong.
func parseFiles(flags *flag.FlagSet, args []string, stdout, stderr io.Writer) (files []string, exit int, ok bool) {
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		flags.SetOutput(stdout)
		flags.Usage()
		return nil, exitOK, false
	case err != nil:
		return nil, misused(flags, stderr, err.Error()), false
	}
	return flags.Args(), exitOK, true
}

// misused says what is wrong with a command line, and how to use the command.
func misused(flags *flag.FlagSet, stderr io.Writer, reason string) int {
	say(stderr, "mcp-router-check: %s", reason)
	flags.SetOutput(stderr)
	flags.Usage()
	return exitUsage
}

// say writes a line. A reader that has gone away is no reason to stop: the exit
// code still counts.
func say(w io.Writer, format string, args ...any) {
	_, _ = fmt.Fprintf(w, format+"\n", args...)
}

func runCheck(name string, stdin io.Reader, stdout, stderr io.Writer) int {
	r, err := readReport(name, stdin)
	if err != nil {
		say(stderr, "mcp-router-check: %s", err)
		return exitProblems
	}
	r.print(stdout, shown(name))
	if r.failed() {
		return exitProblems
	}
	return exitOK
}
