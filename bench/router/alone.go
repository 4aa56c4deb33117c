package main

import (
	"context"
	"fmt"

	"mcp-router/bench/router/load"
	"mcp-router/bench/router/report"
)

const (
	matchedCalls       = 10_000
	matchedConnections = 32
	matchedWorkers     = 2
)

// alone runs the shipped listener in an Envoy of its own, connects to it and
// hands both over.
func (b *bench) alone(ctx context.Context, workers, connections int, use func(*stand, *load.Client) error) (err error) {
	only, err := newSubject(report.Ours, b.wasm, b.shipped)
	if err != nil {
		return err
	}
	s, err := startStand(ctx, []subject{only}, b.shipped.Servers, workers)
	if err != nil {
		return err
	}
	defer s.finish(&err)
	address, err := s.process.Address(ctx, only.name)
	if err != nil {
		return err
	}
	client, err := load.Dial(ctx, address, connections)
	if err != nil {
		return err
	}
	defer client.Close()
	return use(s, client)
}

// matched looks for crossed, lost and wrong replies with several workers.
func (b *bench) matched(ctx context.Context) (report.Table, error) {
	table := report.Table{
		Title: "Replies under load",
		Head:  []string{"workers", "connections", "calls of mixed sizes", "right replies", "connections per worker"},
		Note:  "Every reply is compared as a whole with the one to its request; one wrong reply voids the run.",
	}
	err := b.alone(ctx, matchedWorkers, matchedConnections, func(s *stand, client *load.Client) error {
		result, err := client.Run(ctx, b.mixed(), matchedCalls)
		if err != nil {
			return err
		}
		spread, err := s.connectionsPerWorker(ctx)
		if err != nil {
			return err
		}
		table.Rows = append(table.Rows, []string{fmt.Sprint(matchedWorkers), fmt.Sprint(matchedConnections),
			fmt.Sprint(matchedCalls), fmt.Sprint(len(result.Latencies)), fmt.Sprint(spread)})
		return nil
	})
	return table, err
}

// connectionsPerWorker is an error if a worker has none: then the run has not
// shown what it should.
func (s *stand) connectionsPerWorker(ctx context.Context) ([]int, error) {
	var connections []int
	for worker := range matchedWorkers {
		stats, err := s.process.Stats(ctx, fmt.Sprintf(`^listener\..*\.worker_%d\.downstream_cx_total$`, worker))
		if err != nil {
			return nil, err
		}
		total := 0
		for _, n := range stats {
			total += n
		}
		if total == 0 {
			return nil, fmt.Errorf("worker %d has no connections", worker)
		}
		connections = append(connections, total)
	}
	return connections, nil
}

// soak compares Envoy's memory early and late.
func (b *bench) soak(ctx context.Context) (report.Table, error) {
	early := max(1, b.soakCalls/10)
	table := report.Table{
		Title: "Memory over time, one worker",
		Head:  []string{"listener", fmt.Sprintf("RSS MB after %d calls of mixed sizes", early), fmt.Sprintf("after %d", b.soakCalls), "growth"},
	}
	err := b.alone(ctx, 1, b.connections, func(s *stand, client *load.Client) error {
		var memory []float64
		for _, calls := range []int{early, b.soakCalls - early} {
			if _, err := client.Run(ctx, b.mixed(), calls); err != nil {
				return err
			}
			size, err := s.memory()
			if err != nil {
				return err
			}
			memory = append(memory, size)
		}
		table.Rows = append(table.Rows, []string{"mcp-router, envoy.yaml as shipped",
			fmt.Sprintf("%.1f", memory[0]), fmt.Sprintf("%.1f", memory[1]), fmt.Sprintf("%+.1f %%", (memory[1]/memory[0]-1)*100)})
		return nil
	})
	return table, err
}
