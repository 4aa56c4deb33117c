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

// contender is a listener that takes part in a case.
type contender struct {
	series *report.Series
	client *load.Client
	calls  []load.Call
}

// compare runs one case at all listeners, in alternated rounds.
func (b *bench) compare(ctx context.Context, s *stand, w workload) (report.Case, error) {
	result := report.Case{Name: w.name, Title: w.title}
	requests := max(1, b.requests/w.weight())
	var contenders []contender
	defer func() {
		for _, c := range contenders {
			c.client.Close()
		}
	}()
	subjects := b.subjectsOf(w)
	result.Series = make([]report.Series, len(subjects))
	for i, subject := range subjects {
		series := &result.Series[i]
		series.Name, series.Title = subject.name, subject.title
		client, calls, err := s.enter(ctx, subject, w, b.serversOf(w), b.connections, requests)
		if err != nil && !subject.peer {
			return result, fmt.Errorf("%s, %s: %w", w.name, subject.name, err)
		}
		if err != nil {
			series.Missing = err.Error()
			continue
		}
		contenders = append(contenders, contender{series, client, calls})
	}
	for round := range b.rounds {
		order := rand.New(rand.NewPCG(shuffleSeed, uint64(round))).Perm(len(contenders))
		for _, i := range order {
			c := contenders[i]
			sample, err := s.sample(ctx, c, requests)
			if err != nil {
				return result, fmt.Errorf("%s, %s: round %d is void, and the run with it: %w", w.name, c.series.Name, round+1, err)
			}
			c.series.Rounds = append(c.series.Rounds, sample)
		}
	}
	return result, nil
}

// enter connects to a listener, opens a session if clients do that there, and
// warms it up with half a round of a case's calls, which it returns as they are
// sent. The first replies show whether it can do the case at all.
func (s *stand) enter(ctx context.Context, to subject, w workload, servers []server, connections, requests int) (*load.Client, []load.Call, error) {
	address, err := s.process.Address(ctx, to.name)
	if err != nil {
		return nil, nil, err
	}
	calls := w.calls(servers, to.by)
	if to.by.sessions && !w.stateless {
		if calls, err = inSession(ctx, address, calls); err != nil {
			return nil, nil, err
		}
	}
	client, err := load.Dial(ctx, address, connections)
	if err != nil {
		return nil, nil, err
	}
	if _, err := client.Run(ctx, calls, max(requests/2, len(calls)*connections)); err != nil {
		client.Close()
		return nil, nil, err
	}
	return client, calls, nil
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
