package provider

import (
	"context"
	"encoding/json"
	"sync"
)

// capture receives the bytes of one call's result on their way through the
// transport. The SDK decodes results into its own types, which rounds large
// numbers and drops members it does not know; a provider's result is to be
// handed on as it came.
type capture struct {
	mu      sync.Mutex
	sent    bool
	raw     json.RawMessage
	refused error
}

type captureKey struct{}

// withCapture returns a context for one SDK call and the capture that will
// hold the result's bytes after it.
func withCapture(ctx context.Context) (context.Context, *capture) {
	c := &capture{}
	return context.WithValue(ctx, captureKey{}, c), c
}

// captureOf returns the capture of the call that ctx belongs to, or nil.
func captureOf(ctx context.Context) *capture {
	c, _ := ctx.Value(captureKey{}).(*capture)
	return c
}

// sending notes that the call is on its way: from here on nobody can say that
// it did not run.
func (c *capture) sending() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.sent = true
}

func (c *capture) wasSent() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.sent
}

func (c *capture) put(raw json.RawMessage) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.raw = raw
}

// refuse notes that the server did not take the call.
func (c *capture) refuse(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.refused = err
}

// refusal is why the server did not take the call, nil when it did.
func (c *capture) refusal() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.refused
}

// result returns the bytes, nil when no result came (an error did, or nothing).
func (c *capture) result() json.RawMessage {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.raw
}
