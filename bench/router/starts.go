package main

import (
	"context"
	"fmt"
	"os"

	"mcp-router/bench/router/proc"
	"mcp-router/bench/router/report"
)

// callsAfterStart are enough for the first garbage collections in the module.
const callsAfterStart = 1000

// start is what starts of Envoy with a single listener take, medians.
type start struct {
	// ready is in seconds.
	ready float64
	// fresh is the resident memory of a ready Envoy, used that after some calls,
	// in MB.
	fresh, used float64
}

// starts measures each listener in Envoys of its own.
func (b *bench) starts(ctx context.Context) (report.Table, error) {
	table := report.Table{
		Title: "Start and memory, one worker",
		Head: []string{"listener", "module MB", "ready s", "RSS MB when ready", "added MB",
			fmt.Sprintf("RSS MB after %d calls", callsAfterStart), "added MB"},
		Note: fmt.Sprintf("Medians of %d starts. Ready is the time until Envoy's admin interface says so, asked every 20 ms.", b.startRounds),
	}
	var floor start
	measured := map[string]start{}
	for _, subject := range b.subjects {
		if subject.does&calls == 0 {
			continue
		}
		s, err := b.startsOf(ctx, subject)
		if err != nil {
			return table, fmt.Errorf("%s: %w", subject.name, err)
		}
		if subject.name == report.Floor {
			floor = s
		}
		measured[subject.name] = s
		size, err := moduleSize(subject)
		if err != nil {
			return table, err
		}
		table.Rows = append(table.Rows, []string{subject.title, size, fmt.Sprintf("%.2f", s.ready),
			fmt.Sprintf("%.1f", s.fresh), fmt.Sprintf("%.1f", s.fresh-floor.fresh),
			fmt.Sprintf("%.1f", s.used), fmt.Sprintf("%.1f", s.used-floor.used)})
	}
	b.startBars(measured)
	return table, nil
}

// startBars keeps what gateway mode takes beyond router mode.
func (b *bench) startBars(measured map[string]start) {
	ours, haveOurs := measured[report.Ours]
	gateway, haveGateway := measured[gatewayName]
	if haveOurs && haveGateway {
		b.meet(report.Bar{Figure: fmt.Sprintf("gateway, RSS at one worker after %d calls, beyond router mode", callsAfterStart), Unit: "MB", Bound: 15,
			Measured: report.Spread{Median: gateway.used - ours.used}})
	}
	if haveGateway {
		b.meet(report.Bar{Figure: "gateway, start until ready", Unit: "s", Measured: report.Spread{Median: gateway.ready}})
	}
}

func (b *bench) startsOf(ctx context.Context, subject subject) (start, error) {
	var ready, fresh, used []float64
	for range b.startRounds {
		s, err := b.startOnce(ctx, subject)
		if err != nil {
			return start{}, err
		}
		ready, fresh, used = append(ready, s.ready), append(fresh, s.fresh), append(used, s.used)
	}
	return start{report.SpreadOf(ready).Median, report.SpreadOf(fresh).Median, report.SpreadOf(used).Median}, nil
}

func (b *bench) startOnce(ctx context.Context, only subject) (one start, err error) {
	s, err := startStand(ctx, []subject{only}, b.shipped.Servers, 1)
	if err != nil {
		return start{}, err
	}
	defer s.finish(&err)
	one.ready = s.ready.Seconds()
	if one.fresh, err = s.memory(); err != nil {
		return start{}, err
	}
	client, _, err := s.enter(ctx, only, workloads[0], b.shipped.Servers, b.connections, callsAfterStart*2)
	if err != nil {
		return start{}, err
	}
	client.Close()
	one.used, err = s.memory()
	return one, err
}

// memory is Envoy's resident memory in MB.
func (s *stand) memory() (float64, error) {
	size, err := proc.RSS(s.process.PID())
	return megabytes(size), err
}

// moduleSize is the size of the subject's module in MB; empty if it has none.
func moduleSize(s subject) (string, error) {
	if s.module == "" {
		return "", nil
	}
	info, err := os.Stat(s.module)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%.2f", megabytes(int(info.Size()))), nil
}

func megabytes(bytes int) float64 { return float64(bytes) / 1e6 }
