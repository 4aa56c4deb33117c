// Package load sends tool calls through Envoy and checks every reply.
package load

import (
	"context"
	"fmt"
	"net"
	"slices"
	"sync"
	"time"

	"mcp-router/bench/router/backend"
)

// firstID has nine digits, and so have the hundreds of millions after it.
const (
	firstID = 100_000_000
	digits  = 9
)

// Call is a kind of request and what has to reach the server.
type Call struct {
	Host, Path string
	// Headers are those that calls of this kind have besides what all have.
	Headers [][2]string
	// Body begins with backend.Head and an id of nine digits, which is replaced
	// for every request.
	Body []byte
	// Events asks the server for an event stream.
	Events bool
	// Want is what the server has to receive; its body's id follows Body's.
	Want backend.Seen
	// Check judges replies that are no answers of such a server, with the digits of
	// the request's id; nil to compare with the answer to Want. It is called by many
	// goroutines.
	Check func(id, reply []byte) error
}

// Result tells how long a run took.
type Result struct {
	// Wall is the time from the first request to the last reply.
	Wall time.Duration
	// Latencies has one entry per request, from its first byte sent to the last
	// byte of its reply read; sorted.
	Latencies []time.Duration
}

// Quantile is the latency that a share q of the requests, 0 to 1, did not exceed.
func (r Result) Quantile(q float64) time.Duration {
	return r.Latencies[int(q*float64(len(r.Latencies)-1))]
}

// Client holds keep-alive connections to one listener.
type Client struct {
	lanes  []*lane
	nextID int
}

// Dial opens connections to address, a host:port.
func Dial(ctx context.Context, address string, connections int) (*Client, error) {
	c := &Client{nextID: firstID}
	for range connections {
		var dialer net.Dialer
		conn, err := dialer.DialContext(ctx, "tcp", address)
		if err != nil {
			c.Close()
			return nil, err
		}
		c.lanes = append(c.lanes, newLane(conn))
	}
	return c, nil
}

// Close closes the connections.
func (c *Client) Close() {
	for _, l := range c.lanes {
		_ = l.conn.Close() // nothing is under way
	}
}

// Run sends the requests, the calls taking turns on every connection, and returns
// when all are answered. One wrong reply ends the run with an error that shows
// it; the client cannot be used after that.
func (c *Client) Run(ctx context.Context, calls []Call, requests int) (Result, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	for _, l := range c.lanes {
		l.prepare(calls)
	}
	start := time.Now()
	var running sync.WaitGroup
	for i, l := range c.lanes {
		first, n := c.nextID, requests*(i+1)/len(c.lanes)-requests*i/len(c.lanes)
		c.nextID += n
		running.Go(func() {
			if err := l.run(ctx, first, n); err != nil {
				cancel(fmt.Errorf("connection %d: %w", i, err))
			}
		})
	}
	running.Wait()
	result := Result{Wall: time.Since(start)}
	if err := context.Cause(ctx); err != nil {
		return Result{}, err
	}
	for _, l := range c.lanes {
		result.Latencies = append(result.Latencies, l.latencies...)
	}
	slices.Sort(result.Latencies)
	return result, nil
}
