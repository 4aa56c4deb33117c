package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"mcp-router/bench/router/report"
)

// effort is how much is measured.
type effort struct {
	// rounds of every comparison, and requests per listener in each of them.
	rounds, requests int
	// connections to each listener, kept alive.
	connections int
	// startRounds is how often Envoy is started with each listener.
	startRounds int
	// soakCalls is the number of calls after which memory is read a second time.
	soakCalls int
	// worstBodies is how many bodies of each of the worst shapes are sent.
	worstBodies int
}

// options are the command line.
type options struct {
	effort
	// cases are the names of the cases to run, all by default.
	cases []string
	// listeners are the names of the listeners to compare, all by default. The
	// floor always takes part, and variants do.
	listeners []string
	variants  []variant
	// out is the folder for router.md and router.svg; empty writes no files.
	out string
}

func parseOptions(args []string, usage io.Writer) (options, error) {
	var o options
	flags := flag.NewFlagSet("bench/router", flag.ContinueOnError)
	flags.SetOutput(usage)
	flags.IntVar(&o.rounds, "rounds", 60, "alternated `rounds` of every case")
	flags.IntVar(&o.requests, "requests", 300, "`requests` per listener and round; a fifth of it for bodies of 100 KB")
	flags.IntVar(&o.connections, "connections", 4, "keep-alive `connections` to each listener")
	flags.IntVar(&o.startRounds, "starts", 3, "starts of Envoy with each listener")
	flags.IntVar(&o.soakCalls, "soak", 1_000_000, "`calls` of the soak case; memory is read after a tenth of them and after all")
	flags.IntVar(&o.worstBodies, "worst", 10, "`bodies` of 4 MiB of each shape of the worst case")
	flags.Func("case", "`cases` to run, separated by commas: "+strings.Join(caseNames(), ", ")+" (default all)",
		choose(&o.cases, caseNames()))
	flags.Func("listener", "`listeners` to compare with the floor, separated by commas: "+strings.Join(subjectNames, ", ")+" (default all)",
		choose(&o.listeners, subjectNames))
	flags.Func("variant", "one more listener, with another build or filter block of ours: `NAME=[MODULE.wasm][,FILTER.yaml]`; repeatable",
		func(text string) error { return o.addVariant(text, prefixed) })
	flags.Func("layer", "as -variant, for a build that stops short of routing: it is addressed as the floor is and has to let calls pass",
		func(text string) error { return o.addVariant(text, direct) })
	flags.StringVar(&o.out, "out", "", "`folder` for router.md and router.svg (default none)")
	if err := flags.Parse(args); err != nil {
		return options{}, err
	}
	if flags.NArg() > 0 {
		return options{}, fmt.Errorf("unexpected argument %q", flags.Arg(0))
	}
	if min(o.rounds, o.requests, o.connections, o.startRounds, o.soakCalls, o.worstBodies) < 1 {
		return options{}, errors.New("all numbers have to be at least 1")
	}
	return o, nil
}

func (o *options) addVariant(text string, by addressing) error {
	v, err := parseVariant(text)
	if err != nil {
		return err
	}
	sameName := func(other variant) bool { return other.name == v.name }
	if slices.Contains(subjectNames, v.name) || slices.ContainsFunc(o.variants, sameName) {
		return fmt.Errorf("the name %s is taken", v.name)
	}
	v.by = by
	o.variants = append(o.variants, v)
	return nil
}

// choose parses a list of some of the known names.
func choose(into *[]string, known []string) func(string) error {
	return func(text string) error {
		for name := range strings.SplitSeq(text, ",") {
			if !slices.Contains(known, name) {
				return fmt.Errorf("%q is none of %s", name, strings.Join(known, ", "))
			}
			*into = append(*into, name)
		}
		return nil
	}
}

// subjects are the listeners that the options ask for.
func (o options) subjects(wasm string, shipped plugin) ([]subject, error) {
	var chosen []subject
	named := func(name string) bool {
		return name == report.Floor || len(o.listeners) == 0 || slices.Contains(o.listeners, name)
	}
	for _, name := range subjectNames {
		if !named(name) {
			continue
		}
		s, err := newSubject(name, wasm, shipped)
		if err != nil {
			return nil, err
		}
		chosen = append(chosen, s)
	}
	for _, v := range o.variants {
		chosen = append(append(chosen, v.subject(wasm)), v.gateways(wasm, named)...)
	}
	return chosen, nil
}
