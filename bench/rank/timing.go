package main

import (
	"fmt"
	"io"
	"slices"
	"time"

	"mcp-router/learn"
)

// rounds is how often everything is measured; the report has the medians.
const rounds = 7

// reportTimes prints how long building the index takes, and a query over it.
func reportTimes(w io.Writer, providers []learn.Provider, prompts []prompt) error {
	var index, query []time.Duration
	slowest := time.Duration(0)
	for range rounds {
		start := time.Now()
		c := learn.NewCatalogue(providers)
		index = append(index, time.Since(start))
		start = time.Now()
		for _, p := range prompts {
			one := time.Now()
			c.Rank(p.Prompt, atLeast)
			slowest = max(slowest, time.Since(one))
		}
		query = append(query, time.Since(start)/time.Duration(max(len(prompts), 1)))
	}
	_, err := fmt.Fprintf(w, "index %.1f ms, query %.1f µs (slowest %.1f µs), medians of %d rounds\n",
		1000*median(index).Seconds(), 1e6*median(query).Seconds(), 1e6*slowest.Seconds(), rounds)
	return err
}

func median(list []time.Duration) time.Duration {
	slices.Sort(list)
	return list[len(list)/2]
}
