package main

import (
	"context"
	"fmt"
	"slices"

	"mcp-router/bench/router/load"
	"mcp-router/bench/router/report"
	"mcp-router/test/module"
)

// The cases besides the workloads.
const (
	startsCase  = "starts"
	worstCase   = "worst"
	matchedCase = "matched"
	soakCase    = "soak"
	hangCase    = "hang"
)

// caseNames are all cases in the order of the report.
func caseNames() []string {
	return append(workloadNames(), startsCase, hangCase, worstCase, matchedCase, soakCase)
}

// bench is a run: what is compared, and how.
type bench struct {
	options
	// wasm is the shipped module's file.
	wasm     string
	shipped  plugin
	subjects []subject
	// bars are the figures of the run so far that have a bound or are asked for.
	bars []report.Bar
}

// newBench builds the modules that the options ask for.
func newBench(o options) (*bench, error) {
	wasm, err := module.Build("")
	if err != nil {
		return nil, err
	}
	shipped, err := shippedPlugin()
	if err != nil {
		return nil, err
	}
	subjects, err := o.subjects(wasm, shipped)
	return &bench{options: o, wasm: wasm, shipped: shipped, subjects: subjects}, err
}

// run measures all chosen cases; emit gets each table as soon as it is ready.
func (b *bench) run(ctx context.Context, emit func(report.Table)) (report.Report, error) {
	var r report.Report
	intro, err := b.introduction(ctx)
	if err != nil {
		return r, err
	}
	r.Intro = intro
	if r.Cases, err = b.compareAll(ctx, emit); err != nil {
		return r, err
	}
	for _, c := range []struct {
		name    string
		measure func(context.Context) (report.Table, error)
	}{{startsCase, b.starts}, {hangCase, b.hang}, {worstCase, b.worst}, {matchedCase, b.matched}, {soakCase, b.soak}} {
		if !b.wants(c.name) {
			continue
		}
		table, err := c.measure(ctx)
		if err != nil {
			return r, fmt.Errorf("%s: %w", c.name, err)
		}
		r.Tables = append(r.Tables, table)
		emit(table)
	}
	if r.Bars = b.bars; len(r.Bars) > 0 {
		emit(report.Bars(r.Bars))
	}
	return r, nil
}

// wants reports whether a case was chosen.
func (b *bench) wants(name string) bool {
	return len(b.cases) == 0 || slices.Contains(b.cases, name)
}

// compareAll runs the chosen workloads, those over the same servers in one Envoy.
func (b *bench) compareAll(ctx context.Context, emit func(report.Table)) (cases []report.Case, err error) {
	for _, servers := range []int{0, listServers} {
		var chosen []workload
		for _, w := range workloads {
			if w.servers == servers && b.wants(w.name) {
				chosen = append(chosen, w)
			}
		}
		if len(chosen) == 0 {
			continue
		}
		results, err := b.compareIn(ctx, chosen, emit)
		if err != nil {
			return nil, err
		}
		cases = append(cases, results...)
	}
	b.compareWithBars(cases)
	return cases, nil
}

// compareIn runs workloads over the same servers in one Envoy.
func (b *bench) compareIn(ctx context.Context, chosen []workload, emit func(report.Table)) (cases []report.Case, err error) {
	s, err := startStand(ctx, b.subjectsOf(chosen...), b.serversOf(chosen[0]), 1)
	if err != nil {
		return nil, err
	}
	defer s.finish(&err)
	for _, w := range chosen {
		result, err := b.compare(ctx, s, w)
		if err != nil {
			return nil, err
		}
		cases = append(cases, result)
		emit(result.Table())
	}
	return cases, nil
}

// subjectsOf are the listeners that take part in one of some cases.
func (b *bench) subjectsOf(cases ...workload) []subject {
	return slices.DeleteFunc(slices.Clone(b.subjects), func(s subject) bool {
		return !slices.ContainsFunc(cases, func(w workload) bool { return s.does&w.task() != 0 })
	})
}

// serversOf are the servers that a case is run over.
func (b *bench) serversOf(w workload) []server {
	if w.servers == 0 {
		return b.shipped.Servers
	}
	return manyServers(w.servers)
}

// mixed are calls of all sizes: in a hundred, 90 small ones, 9 of 5 KB and one of
// 100 KB, to each server.
func (b *bench) mixed() []load.Call {
	var calls []load.Call
	for i := range 100 {
		size := 0
		switch {
		case i%100 == 50:
			size = 100 << 10
		case i%10 == 5:
			size = 5 << 10
		}
		calls = append(calls, workload{size: size, nameLast: i%2 == 1}.calls(b.shipped.Servers, prefixed)...)
	}
	return calls
}
