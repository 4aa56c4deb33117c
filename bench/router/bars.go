package main

import (
	"mcp-router/bench/router/backend"
	"mcp-router/bench/router/report"
)

// ratioBar is a bar of one listener's added CPU over another's in a case.
type ratioBar struct {
	figure, workload, listener, against string
	// bound is the most that the median may be; 0 for a ratio that is reported.
	bound float64
}

var ratioBars = []ratioBar{
	{"router mode, small body, of native", "small", report.Ours, report.Native, 0.9},
	{"router mode, 5 KB, of native", "5k", report.Ours, report.Native, 0.75},
	{"router mode, 100 KB, name first, of native", "100k-first", report.Ours, report.Native, 0.6},
	{"gateway, session client's tools/call, small body, of router mode", "small", gatewayName, report.Ours, 1.35},
	{"gateway, session client's tools/call, small body, of native", "small", gatewayName, report.Native, 0},
	{"gateway, stateless client's tools/call, small body, of router mode", "stateless", gatewayName, report.Ours, 1.25},
	{"gateway, tools/list of 2 servers, no list kept, of native", "list", uncachedName, report.Native, 0.6},
	{"gateway, tools/list of 2 servers, list kept, of native", "list", gatewayName, report.Native, 0},
	{"gateway, tools/list of 20 servers, no list kept, of native", "list-20", uncachedName, report.Native, 0},
	{"gateway, tools/list of 20 servers, list kept, of native", "list-20", gatewayName, report.Native, 0},
}

// meet keeps a figure for the report.
func (b *bench) meet(bar report.Bar) { b.bars = append(b.bars, bar) }

// compareWithBars keeps the figures of the comparisons that have bars.
func (b *bench) compareWithBars(all []report.Case) {
	cases := map[string]report.Case{}
	for _, c := range all {
		cases[c.Name] = c
	}
	for _, bar := range ratioBars {
		if ratio, ok := cases[bar.workload].RatioOf(bar.listener, bar.against); ok {
			b.meet(report.Bar{Figure: bar.figure, Bound: bar.bound, Measured: ratio})
		}
	}
	whole, ok := cases["sse"].AddedBy(gatewayName)
	if !ok {
		return
	}
	event := func(added float64) float64 { return added / backend.EventsPerReply }
	b.meet(report.Bar{Figure: "gateway, SSE reply, an event, the call and its routing included", Unit: "µs",
		Measured: report.Spread{Low: event(whole.Low), Median: event(whole.Median), High: event(whole.High)}})
	if plain, ok := cases["small"].AddedBy(gatewayName); ok {
		b.meet(report.Bar{Figure: "gateway, SSE reply, an event, beyond the same call with a JSON reply", Unit: "µs", Bound: 5,
			Measured: report.Spread{Median: event(whole.Median - plain.Median)}})
	}
}
