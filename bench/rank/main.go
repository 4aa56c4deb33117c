// Command rank asks the ranker of package learn. Without other flags it reads
// intents from standard input, one a line, and prints one line of JSON for
// each: {"matches":[{"tool":…,"command":…,"score":…}, …]}, best first, at least
// ten of them. Text in <…> is a placeholder and is not read.
//
//	go run ./bench/rank --catalog FILE < intents.txt
//	go run ./bench/rank --catalog FILE --prompts FILE [--plot out.svg]
//	go run ./bench/rank --catalog FILE --prompts FILE --time
//
// The catalogue is JSON, plain or gzip:
// {"providers":[{"name":…,"description":…,"commands":[tool objects]}]}. Prompts
// are lines of {"prompt":…,"provider":…,"command":…}; with them the command
// reports how often the right one comes first, and how many bytes the answers
// of the learn-style tool take. --time measures the index and the queries
// instead; it works in a wasip1 build too (see bench/rank/wasm).
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"mcp-router/learn"
)

func main() {
	if err := run(os.Args[1:], os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "rank:", err)
		os.Exit(1)
	}
}

// options are the command line.
type options struct {
	catalog, prompts, plot string
	timing                 bool
}

func parseOptions(args []string) (options, error) {
	var o options
	flags := flag.NewFlagSet("rank", flag.ContinueOnError)
	flags.StringVar(&o.catalog, "catalog", "", "`file` with the catalogue, JSON or gzip (required)")
	flags.StringVar(&o.prompts, "prompts", "", "`file` with prompts and their right commands: report accuracy and bytes")
	flags.StringVar(&o.plot, "plot", "", "with --prompts: write confidence against accuracy to this SVG `file`")
	flags.BoolVar(&o.timing, "time", false, "with --prompts: report how long the index and the queries take")
	if err := flags.Parse(args); err != nil {
		return o, err
	}
	if o.catalog == "" {
		return o, errors.New("--catalog is required")
	}
	if o.prompts == "" && (o.plot != "" || o.timing) {
		return o, errors.New("--plot and --time need --prompts")
	}
	return o, nil
}

func run(args []string, in io.Reader, out io.Writer) error {
	o, err := parseOptions(args)
	if err != nil {
		return err
	}
	providers, err := readCatalog(o.catalog)
	if err != nil {
		return err
	}
	if o.prompts == "" {
		return answerLines(learn.NewCatalogue(providers), in, out)
	}
	prompts, err := readPrompts(o.prompts)
	if err != nil {
		return err
	}
	if o.timing {
		return reportTimes(out, providers, prompts)
	}
	catalogue := learn.NewCatalogue(providers)
	results := evaluate(catalogue, prompts)
	reportAccuracy(out, results)
	reportConfidence(out, results)
	if err := reportSizes(out, catalogue, prompts); err != nil {
		return err
	}
	if o.plot == "" {
		return nil
	}
	return os.WriteFile(o.plot, plot(bins(results)), 0o644)
}

// maxLine bounds an intent on standard input.
const maxLine = 1 << 20

func answerLines(c *learn.Catalogue, in io.Reader, out io.Writer) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, maxLine)
	w := bufio.NewWriter(out)
	for lines.Scan() {
		if _, err := w.Write(matchesLine(ranking(c, lines.Text()))); err != nil {
			return err
		}
	}
	return errors.Join(lines.Err(), w.Flush())
}
