package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"mcp-router/bench/router/load"
	"mcp-router/bench/router/proc"
	"mcp-router/bench/router/report"
)

// shuffleSeed makes the order of the listeners in each round the same in every run.
const shuffleSeed = 20

// effort is how long a comparison takes.
type effort struct {
	rounds int
	// requests per listener and round.
	requests    int
	connections int
}

// contender is a subject that takes part in a case.
type contender struct {
	series *report.Series
	client *load.Client
	calls  []load.Call
}

// compare runs one case against all subjects' listeners in alternated rounds.
func (s *stand) compare(ctx context.Context, w workload, servers []server, subjects []subject, e effort) (report.Case, error) {
	result := report.Case{Title: w.title, Series: make([]report.Series, len(subjects))}
	var contenders []contender
	defer func() {
		for _, c := range contenders {
			c.client.Close()
		}
	}()
	for i, subject := range subjects {
		series := &result.Series[i]
		series.Name, series.Title = subject.name, subject.title
		c := contender{series: series, calls: w.calls(servers, subject.by)}
		if err := s.enter(ctx, &c, e); err != nil {
			if !subject.peer {
				return result, fmt.Errorf("%s, %s: %w", w.name, subject.name, err)
			}
			series.Missing = err.Error()
			continue
		}
		contenders = append(contenders, c)
	}
	for round := range e.rounds {
		order := rand.New(rand.NewPCG(shuffleSeed, uint64(round))).Perm(len(contenders))
		for _, i := range order {
			c := contenders[i]
			sample, err := s.sample(ctx, c, e.requests)
			if err != nil {
				return result, fmt.Errorf("%s, %s, round %d is void, and with it the run: %w", w.name, c.series.Name, round+1, err)
			}
			c.series.Rounds = append(c.series.Rounds, sample)
		}
	}
	return result, nil
}

// enter connects a contender and warms its listener up: the first replies show
// whether it can do the case at all.
func (s *stand) enter(ctx context.Context, c *contender, e effort) error {
	address, err := s.process.Address(ctx, c.series.Name)
	if err != nil {
		return err
	}
	if c.client, err = load.Dial(ctx, address, e.connections); err != nil {
		return err
	}
	if _, err := c.client.Run(ctx, c.calls, max(e.requests/4, len(c.calls)*e.connections)); err != nil {
		c.client.Close()
		return err
	}
	return nil
}

// sample is one round at one listener.
func (s *stand) sample(ctx context.Context, c contender, requests int) (report.Sample, error) {
	before, err := proc.CPU(s.process.PID())
	if err != nil {
		return report.Sample{}, err
	}
	result, err := c.client.Run(ctx, c.calls, requests)
	if err != nil {
		return report.Sample{}, err
	}
	after, err := proc.CPU(s.process.PID())
	if err != nil {
		return report.Sample{}, err
	}
	count := float64(len(result.Latencies))
	return report.Sample{
		CPU:  micros(after-before) / count,
		P50:  micros(result.Quantile(0.50)),
		P99:  micros(result.Quantile(0.99)),
		Rate: count / result.Wall.Seconds(),
	}, nil
}

func micros(d time.Duration) float64 { return float64(d) / float64(time.Microsecond) }
