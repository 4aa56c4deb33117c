package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"time"

	"mcp-router/bench/router/backend"
	"mcp-router/bench/router/load"
	"mcp-router/bench/router/report"
)

const (
	// hangTimeout is the calloutTimeout of every server of a gateway.
	hangTimeout = 2 * time.Second
	// hangRounds is how often a server falls silent.
	hangRounds = 3
)

// hang measures how long a list takes when a server never answers, and how long
// the next one does.
func (b *bench) hang(ctx context.Context) (table report.Table, err error) {
	table = report.Table{
		Title: "A server that never answers",
		Head:  []string{"round", "list after the server's time-out, ms", "the next list, ms"},
		Note: fmt.Sprintf("Two servers of %d tools, one of them silent; calloutTimeout %s. Both lists have to hold the other's tools and name the silent one; the list before and the one after have to be whole.",
			backend.ToolsPerServer, hangTimeout),
	}
	only := uncached(uncachedName, "", b.wasm)
	s, err := startStand(ctx, []subject{only}, b.shipped.Servers, 1)
	if err != nil {
		return table, err
	}
	defer s.finish(&err)
	address, err := s.process.Address(ctx, only.name)
	if err != nil {
		return table, err
	}
	headers, err := openSession(ctx, address)
	if err != nil {
		return table, err
	}
	silent := &silence{stand: s, address: address, servers: b.shipped.Servers, headers: headers}
	var late, next float64
	for round := range hangRounds {
		first, second, err := silent.round(ctx)
		if err != nil {
			return table, fmt.Errorf("round %d: %w", round+1, err)
		}
		late, next = max(late, millis(first-hangTimeout)), max(next, millis(second))
		table.Rows = append(table.Rows, []string{fmt.Sprint(round + 1),
			fmt.Sprintf("%.1f", millis(first-hangTimeout)), fmt.Sprintf("%.1f", millis(second))})
	}
	b.meet(report.Bar{Figure: "list with a server that never answers, beyond its calloutTimeout, the latest", Unit: "ms", Bound: 100, Measured: report.Spread{Median: late}})
	b.meet(report.Bar{Figure: "the next list, the latest", Unit: "ms", Bound: 50, Measured: report.Spread{Median: next}})
	return table, nil
}

// silence is a gateway, the last of whose servers falls silent.
type silence struct {
	stand   *stand
	address string
	servers []server
	headers [][2]string
}

// round takes the times of a list that meets a silent server, and of the next.
func (h *silence) round(ctx context.Context) (first, second time.Duration, err error) {
	last := h.servers[len(h.servers)-1].Name
	if _, err := h.list(ctx, ""); err != nil {
		return 0, 0, err
	}
	server := h.stand.backend(last)
	server.Silence(true)
	first, err = h.list(ctx, last)
	if err != nil {
		return 0, 0, err
	}
	if second, err = h.list(ctx, last); err != nil {
		return 0, 0, err
	}
	server.Silence(false)
	// A good answer to a call ends the time that the server is left out.
	call := workloads[0].calls(h.servers, owned)[len(h.servers)-1]
	call.Headers = h.headers
	_, body, err := exchange(ctx, h.address, call, http.StatusOK)
	if err == nil && !bytes.Contains(body, []byte(last+":")) {
		err = fmt.Errorf("the call after it is answered with %.300q", body)
	}
	return first, second, err
}

// list asks for a list, which has to lack the tools of one server, "" for none.
func (h *silence) list(ctx context.Context, lacking string) (time.Duration, error) {
	call := load.Call{Host: entryHost, Path: entryPath, Body: []byte(backend.Head + "1" + listRest), Headers: h.headers}
	begin := time.Now()
	_, body, err := exchange(ctx, h.address, call, http.StatusOK)
	took := time.Since(begin)
	if err != nil {
		return 0, err
	}
	var reply struct {
		Result struct {
			Tools []json.RawMessage
			Meta  struct {
				Unavailable []string `json:"mcp-router/unavailable"`
			} `json:"_meta"`
		}
	}
	if err := json.Unmarshal(body, &reply); err != nil {
		return 0, fmt.Errorf("reply %.300q: %w", body, err)
	}
	var missing []string
	if lacking != "" {
		missing = []string{lacking}
	}
	tools, unavailable := len(reply.Result.Tools), reply.Result.Meta.Unavailable
	if want := (len(h.servers) - len(missing)) * backend.ToolsPerServer; tools != want || !slices.Equal(unavailable, missing) {
		return 0, fmt.Errorf("the list has %d tools and lacks %v, want %d and %v", tools, unavailable, want, missing)
	}
	return took, nil
}

func millis(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
