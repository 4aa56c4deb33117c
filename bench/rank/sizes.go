package main

import (
	"encoding/json"
	"fmt"
	"io"

	"mcp-router/learn"
)

// reportSizes prints how many bytes the whole results of the learn-style tool
// take over this catalogue: lists, and the one answer that an intent gets.
func reportSizes(w io.Writer, c *learn.Catalogue, prompts []prompt) error {
	sizes := sizer{catalogue: c, tools: map[string]int{}}
	root := sizes.result(`{"learn":true}`)
	total := 0
	for _, p := range c.Providers() {
		sizes.tools[p.Name] = sizes.result(`{"learn":true,"tool":` + quote(p.Name) + `}`)
		total += sizes.tools[p.Name]
	}
	weighted, intents, matches, served := 0, 0, 0, 0
	for _, p := range prompts {
		weighted += sizes.tools[p.Provider]
		answer := sizes.answer(`{"intent":` + quote(p.Prompt) + `}`)
		intents += len(answer.Result())
		n, ok := find(answer, p)
		matches += n
		if ok {
			served++
		}
	}
	n := max(len(prompts), 1)
	fmt.Fprintln(w, "\n| bytes of the whole result | |")
	fmt.Fprintln(w, "|---|---|")
	fmt.Fprintf(w, "| root learn | %d |\n", root)
	fmt.Fprintf(w, "| tool learn, mean over the tools | %d |\n", total/max(len(sizes.tools), 1))
	fmt.Fprintf(w, "| tool learn, mean over the prompts | %d |\n", weighted/n)
	fmt.Fprintf(w, "| intent, mean over the prompts | %d |\n", intents/n)
	fmt.Fprintf(w, "\nAn intent gets %.2f commands on the average; the right one, with its schema, is among them for %.1f %% of the prompts.\n",
		float64(matches)/float64(n), 100*float64(served)/float64(n))
	return sizes.err
}

// sizer asks the tool and keeps the first error.
type sizer struct {
	catalogue *learn.Catalogue
	tools     map[string]int
	err       error
}

func (s *sizer) result(arguments string) int { return len(s.answer(arguments).Result()) }

func (s *sizer) answer(arguments string) learn.Answer {
	args, err := learn.ParseArgs([]byte(arguments))
	if err != nil && s.err == nil {
		s.err = err
	}
	_, step := learn.Start(learn.Request{Settings: learn.Settings{Name: "tool"}, Catalogue: s.catalogue, Args: args})
	answer, ok := step.(learn.Answer)
	if !ok && s.err == nil {
		s.err = fmt.Errorf("%s was not answered but led to %T", arguments, step)
	}
	return answer
}

// find counts the commands of an intent's answer and looks for the right one
// with its whole schema.
func find(a learn.Answer, p prompt) (n int, ok bool) {
	var answer struct {
		Matches []struct {
			Tool, Command string
			InputSchema   struct{ Properties json.RawMessage }
		}
	}
	if json.Unmarshal(a.Structured, &answer) != nil {
		return 0, false
	}
	for _, m := range answer.Matches {
		if m.Tool == p.Provider && m.Command == p.Command {
			ok = m.InputSchema.Properties != nil
		}
	}
	return len(answer.Matches), ok
}

func quote(s string) string {
	quoted, err := json.Marshal(s)
	if err != nil {
		panic(err) // strings always marshal
	}
	return string(quoted)
}
