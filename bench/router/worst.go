package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"

	"mcp-router/bench/router/proc"
	"mcp-router/bench/router/report"
	"mcp-router/test/worst"
)

// worstSize is the size of the worst bodies: maxBodyBytes of envoy.yaml.
const worstSize = 4 << 20

// worst measures what a client can make Envoy's worker work for a body.
func (b *bench) worst(ctx context.Context) (report.Table, error) {
	table := report.Table{
		Title: "The worst bodies, 4 MiB, one worker",
		Head:  []string{"shape", "CPU ms for a body", "for a MiB", "RSS MB after it"},
		Note: fmt.Sprintf("CPU of the whole of Envoy, the least of %d bodies sent one after the other, receiving them and sending them on included.",
			b.worstBodies),
	}
	only := subject{name: report.Ours, module: b.wasm}
	s, err := startStand(ctx, []subject{only}, b.shipped.Servers, 1)
	if err != nil {
		return table, err
	}
	defer s.finish(&err)
	address, err := s.process.Address(ctx, only.name)
	if err != nil {
		return table, err
	}
	for _, shape := range worst.Shapes {
		least, err := s.least(ctx, "http://"+address+entryPath, shape.Body(worstSize), b.worstBodies)
		if err != nil {
			return table, fmt.Errorf("%s: %w", shape.Name, err)
		}
		memory, err := s.memory()
		if err != nil {
			return table, err
		}
		table.Rows = append(table.Rows, []string{shape.Name,
			fmt.Sprintf("%.1f", least), fmt.Sprintf("%.1f", least/(worstSize>>20)), fmt.Sprintf("%.0f", memory)})
	}
	return table, nil
}

// least posts a body some times and returns the least CPU time, in milliseconds.
func (s *stand) least(ctx context.Context, url, body string, times int) (float64, error) {
	var spent []float64
	for range times {
		before, err := proc.CPU(s.process.PID())
		if err != nil {
			return 0, err
		}
		if err := post(ctx, url, body); err != nil {
			return 0, err
		}
		after, err := proc.CPU(s.process.PID())
		if err != nil {
			return 0, err
		}
		spent = append(spent, micros(after-before)/1000)
	}
	return slices.Min(spent), nil
}

func post(ctx context.Context, url, body string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if _, err := io.Copy(io.Discard, resp.Body); err != nil {
		return err
	}
	// Those that pass get what the server has for them, the others are refused.
	if resp.StatusCode/100 != 2 && resp.StatusCode != http.StatusBadRequest {
		return fmt.Errorf("status %d, want 2xx or 400", resp.StatusCode)
	}
	return nil
}
