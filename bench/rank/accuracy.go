package main

import (
	"fmt"
	"hash/crc32"
	"io"

	"mcp-router/learn"
)

// result is where the right command of a prompt came.
type result struct {
	prompt   prompt
	provider bool    // the first match is of the right provider
	rank     int     // of the right command, from 1; 0 when it is not there
	ratio    float64 // runner-up's score / top score: the lower, the surer
}

// depth is how far down a ranking is searched.
const depth = 100

func evaluate(c *learn.Catalogue, prompts []prompt) []result {
	results := make([]result, len(prompts))
	for i, p := range prompts {
		results[i].prompt = p
		matches := c.Rank(p.Prompt, depth)
		if len(matches) > 0 {
			results[i].provider = matches[0].Provider.Name == p.Provider
		}
		if len(matches) > 1 {
			results[i].ratio = matches[1].Score / matches[0].Score
		}
		for n, m := range matches {
			if m.Provider.Name == p.Provider && m.Command.Name == p.Command {
				results[i].rank = n + 1
				break
			}
		}
	}
	return results
}

// accuracy are the usual measures, in percent.
type accuracy struct {
	prompts                                 int
	provider1, hit1, hit3, hit5, reciprocal float64
}

func measure(results []result) accuracy {
	a := accuracy{prompts: len(results)}
	each := 100 / float64(max(len(results), 1))
	for _, r := range results {
		if r.provider {
			a.provider1 += each
		}
		if r.rank == 0 {
			continue
		}
		a.reciprocal += each / float64(r.rank)
		for limit, sum := range map[int]*float64{1: &a.hit1, 3: &a.hit3, 5: &a.hit5} {
			if r.rank <= limit {
				*sum += each
			}
		}
	}
	return a
}

// reportAccuracy prints the measures over all prompts, over two halves, and
// over four groups of providers: a gain that only some of these show is noise.
func reportAccuracy(w io.Writer, results []result) {
	fmt.Fprintln(w, "| prompts | n | provider@1 | hit@1 | hit@3 | hit@5 | MRR |")
	fmt.Fprintln(w, "|---|---|---|---|---|---|---|")
	row := func(name string, a accuracy) {
		fmt.Fprintf(w, "| %s | %d | %.1f | %.1f | %.1f | %.1f | %.1f |\n", name, a.prompts, a.provider1, a.hit1, a.hit3, a.hit5, a.reciprocal)
	}
	row("all", measure(results))
	for half := range uint32(2) {
		row(fmt.Sprintf("half %d", half+1), measure(part(results, half, 2, func(p prompt) string { return p.Prompt })))
	}
	for group := range uint32(4) {
		row(fmt.Sprintf("providers, group %d", group+1), measure(part(results, group, 4, func(p prompt) string { return p.Provider })))
	}
}

// part selects the results whose key falls into one of n parts.
func part(results []result, i, n uint32, key func(prompt) string) []result {
	var list []result
	for _, r := range results {
		if crc32.ChecksumIEEE([]byte(key(r.prompt)))%n == i {
			list = append(list, r)
		}
	}
	return list
}
