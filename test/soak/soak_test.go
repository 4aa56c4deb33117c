// Package soak sends many requests of every kind through a gateway and watches that
// none goes wrong and that nothing is left behind.
package soak

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"mcp-router/bench/router/proc"
	"mcp-router/test/envoy"
	"mcp-router/test/module"
)

var requests = flag.Int("requests", 4000, "how many requests to send")

const (
	clients = 16
	workers = 2
	// warm is the part of the run after which memory has to be flat: by then every
	// VM's heap has its size, and Envoy and V8 have theirs.
	warm = 0.3
	// samples are how often memory is looked at in a run.
	samples = 40
	// growth is how much memory may rise from then to the end. A leak of 1 KiB a
	// request would be four times as much in 200,000 of them.
	growth = 32 << 20

	settleLimit = 30 * time.Second
)

func TestSoak(t *testing.T) {
	g := mustStart(t)
	var (
		sent  atomic.Int64
		wg    sync.WaitGroup
		errs  = make(chan error, clients)
		watch = watchMemory(g.process.PID(), &sent)
	)
	for i := range clients {
		wg.Go(func() { errs <- g.client(i, &sent).run(t.Context(), int64(*requests)) })
	}
	wg.Wait()
	close(errs)
	for err := range errs {
		if err != nil {
			t.Error(err)
		}
	}
	early, late, err := watch()
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d requests, memory %d MiB warm, %d MiB at the end", sent.Load(), early>>20, late>>20)
	if late-early > growth {
		t.Errorf("memory grew from %d to %d MiB", early>>20, late>>20)
	}
	g.mustSettle(t)
}

// gateway is an Envoy over the servers of newServers.
type gateway struct {
	process *envoy.Process
	url     string
}

func mustStart(t *testing.T) *gateway {
	t.Helper()
	wasm, err := module.Build("")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	config, err := envoy.Gateway(dir, wasm, newServers(t)...)
	if err != nil {
		t.Fatal(err)
	}
	g := &gateway{}
	if g.process, err = envoy.Start(context.Background(), dir, config, workers); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("[envoy]\n%.8000s", g.process.Log())
		}
		if err := g.process.Stop(); err != nil {
			t.Error(err)
		}
	})
	address, err := g.process.Address(t.Context(), "mcp")
	if err != nil {
		t.Fatal(err)
	}
	g.url = "http://" + address + "/mcp"
	return g
}

// mustSettle fails if a VM crashed, or if requests stay behind.
func (g *gateway) mustSettle(t *testing.T) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), settleLimit)
	defer cancel()
	var active map[string]int
	err := g.process.Until(ctx, func() bool {
		var err error
		active, err = g.process.Stats(ctx, `^(http\.mcp\.downstream_rq_active|cluster\..*\.upstream_rq_active)$`)
		open := 0
		for _, n := range active {
			open += n
		}
		return err == nil && len(active) > 0 && open == 0
	})
	if err != nil {
		t.Fatalf("requests stay behind: %v: %v", active, err)
	}
	reloads, err := g.process.Stats(t.Context(), `.*vm_reload.*`)
	if err != nil {
		t.Fatal(err)
	}
	if len(reloads) == 0 {
		t.Error("Envoy does not count reloads of VMs")
	}
	for name, n := range reloads {
		if n != 0 {
			t.Errorf("%s = %d: a VM crashed", name, n)
		}
	}
}

// watchMemory looks at a process's memory as requests go by. What it returns ends
// that and says how much it was when warm and at the end, each a median.
func watchMemory(pid int, sent *atomic.Int64) (end func() (early, late int, err error)) {
	type sample struct{ sent, size int }
	var (
		all  []sample
		errs []error
		quit = make(chan struct{})
		done = make(chan struct{})
		step = max(1, *requests/samples)
	)
	look := func() {
		size, err := proc.RSS(pid)
		all, errs = append(all, sample{int(sent.Load()), size}), append(errs, err)
	}
	go func() {
		defer close(done)
		tick := time.NewTicker(10 * time.Millisecond)
		defer tick.Stop()
		for next := 0; ; {
			select {
			case <-quit:
				look()
				return
			case <-tick.C:
				if int(sent.Load()) >= next {
					look()
					next += step
				}
			}
		}
	}()
	return func() (int, int, error) {
		close(quit)
		<-done
		var early, late []int
		for _, s := range all {
			switch part := float64(s.sent) / float64(*requests); {
			case part >= 1-(1-warm)/3:
				late = append(late, s.size)
			case part >= warm && part < warm+(1-warm)/3:
				early = append(early, s.size)
			}
		}
		if len(early) == 0 || len(late) == 0 {
			return 0, 0, errors.Join(append(errs, errors.New("memory was not looked at often enough"))...)
		}
		return median(early), median(late), errors.Join(errs...)
	}
}

func median(values []int) int {
	slices.Sort(values)
	return values[len(values)/2]
}

// run sends requests until all clients together have sent so many. It stops at the
// first that goes wrong.
func (c *client) run(ctx context.Context, total int64) error {
	if err := c.begin(ctx); err != nil {
		return fmt.Errorf("client %d: begin: %w", c.number, err)
	}
	for c.sent.Load() < total {
		op := c.pick()
		if err := op.run(c, ctx); err != nil {
			return fmt.Errorf("client %d: %s: %w", c.number, op.name, err)
		}
	}
	return c.end(ctx)
}

// pick chooses an operation by weight.
func (c *client) pick() operation {
	sum := 0
	for _, op := range operations {
		sum += op.weight
	}
	n := c.random.IntN(sum)
	for _, op := range operations {
		if n -= op.weight; n < 0 {
			return op
		}
	}
	panic("weights do not add up")
}

func (g *gateway) client(number int, sent *atomic.Int64) *client {
	return &client{
		number: number, url: g.url, sent: sent,
		random: rand.New(rand.NewPCG(uint64(number), 1)),
		http:   newHTTP(),
	}
}
