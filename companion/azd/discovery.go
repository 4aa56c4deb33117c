package azd

import (
	"context"
	"sync"
	"time"
)

const (
	// DefaultListTTL is how long azd's list counts as fresh.
	DefaultListTTL = time.Minute
	// retryAfter is how soon the list is asked for again after it failed, and
	// when a provider is wanted that is not in it.
	retryAfter = 5 * time.Second
	// refreshGrace is how long a learn waits for a list that it caused to be
	// refreshed, before it answers with the one there is.
	refreshGrace = time.Second
)

// Discovery keeps what azd listed last. The list is asked for in the
// background, one azd run at a time, and an empty or failed answer never
// erases a good one. It is safe for concurrent use.
type Discovery struct {
	list func(context.Context) ([]Extension, error)
	ttl  time.Duration
	life context.Context // ends with the program

	mu      sync.Mutex
	state   Listing
	at      time.Time     // of the last answer or failure
	running chan struct{} // closed when the running refresh ends; nil without one
}

// Listing is one state of a Discovery.
type Listing struct {
	// Extensions are the last good list.
	Extensions []Extension
	// Seq counts azd's answers and failures; 0 is before the first.
	Seq int
	// Err is why the last attempt failed, nil when it did not.
	Err error
	// Stale says that Extensions are older than the last attempt, which failed
	// or came back empty.
	Stale bool
}

// NewDiscovery returns a Discovery that asks list and takes its answer for
// fresh during ttl. Refreshes end with life.
func NewDiscovery(life context.Context, list func(context.Context) ([]Extension, error), ttl time.Duration) *Discovery {
	return &Discovery{list: list, ttl: ttl, life: life}
}

// Refresh starts asking for the list unless that is going on already, and
// returns a channel that is closed when the answer is there.
func (d *Discovery) Refresh() <-chan struct{} {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.refresh()
}

// refresh needs d.mu.
func (d *Discovery) refresh() <-chan struct{} {
	if d.running == nil {
		done := make(chan struct{})
		d.running = done
		go func() {
			list, err := d.list(d.life)
			d.settle(list, err)
			close(done)
		}()
	}
	return d.running
}

func (d *Discovery) settle(list []Extension, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.running = nil
	d.state.Seq++
	d.state.Err = err
	d.at = time.Now()
	if err != nil || len(list) == 0 {
		d.state.Stale = len(d.state.Extensions) > 0
		return
	}
	d.state.Extensions, d.state.Stale = list, false
}

// Fresh returns the list, refreshed when it is older than its TTL, or, when
// something is missing in it, older than retryAfter. It waits for the first
// answer of all until ctx ends, for a later one only a moment.
func (d *Discovery) Fresh(ctx context.Context, missing bool) Listing {
	d.mu.Lock()
	age := d.ttl
	if missing || d.state.Stale || len(d.state.Extensions) == 0 {
		age = min(age, retryAfter)
	}
	if d.state.Seq > 0 && time.Since(d.at) < age {
		defer d.mu.Unlock()
		return d.state
	}
	done, first := d.refresh(), d.state.Seq == 0
	d.mu.Unlock()

	if !first {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, refreshGrace)
		defer cancel()
	}
	select {
	case <-done:
	case <-ctx.Done():
	}
	return d.Last()
}

// Last returns the list as it is.
func (d *Discovery) Last() Listing {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.state
}
