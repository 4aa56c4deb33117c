package main

import (
	"fmt"
	"io"
)

// edges cut the ratio of runner-up to top score into bins.
var edges = [...]float64{0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 1}

// bin holds the prompts of one range of ratios.
type bin struct {
	from, to float64
	prompts  int
	right    int // the first match was right
}

func bins(results []result) []bin {
	list := make([]bin, len(edges))
	from := 0.0
	for i, to := range edges {
		list[i] = bin{from: from, to: to}
		from = to
	}
	for _, r := range results {
		i := 0
		for i < len(edges)-1 && r.ratio >= edges[i] {
			i++
		}
		list[i].prompts++
		if r.rank == 1 {
			list[i].right++
		}
	}
	return list
}

func (b bin) accuracy() float64 { return 100 * float64(b.right) / float64(max(b.prompts, 1)) }

func reportConfidence(w io.Writer, results []result) {
	fmt.Fprintln(w, "\n| runner-up / top score | prompts | first is right, % |")
	fmt.Fprintln(w, "|---|---|---|")
	for _, b := range bins(results) {
		fmt.Fprintf(w, "| %.2f to %.2f | %d | %.1f |\n", b.from, b.to, b.prompts, b.accuracy())
	}
}
