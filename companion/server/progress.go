package server

import (
	"context"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// progressQueue bounds the notifications that wait for a slow client; more are
// dropped, since they are only news.
const progressQueue = 16

// progress sends one request's progress notifications, in order and without
// holding up who reports. A nil *progress, of a request without a token, sends
// nothing.
type progress struct {
	token any
	queue chan *mcp.ProgressNotificationParams
	sent  chan struct{} // closed when the queue has been sent

	mu     sync.Mutex
	last   float64 // the value must grow
	closed bool
}

// newProgress starts the notifications of a request.
func newProgress(ctx context.Context, r *mcp.CallToolRequest) *progress {
	token := r.Params.GetProgressToken()
	if token == nil {
		return nil
	}
	p := &progress{token: token, queue: make(chan *mcp.ProgressNotificationParams, progressQueue), sent: make(chan struct{})}
	go func() {
		defer close(p.sent)
		for n := range p.queue {
			_ = r.Session.NotifyProgress(ctx, n) // the client has left: nothing to be done
		}
	}()
	return p
}

// stage reports what is being done. It is a listener of a flight.
func (p *progress) stage(text string) {
	p.send(&mcp.ProgressNotificationParams{Progress: 1, Message: text})
}

// relay passes a provider's notification on.
func (p *progress) relay(n *mcp.ProgressNotificationParams) {
	p.send(&mcp.ProgressNotificationParams{Progress: n.Progress, Total: n.Total, Message: n.Message})
}

// send queues a notification, its value made to grow.
func (p *progress) send(n *mcp.ProgressNotificationParams) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return
	}
	n.ProgressToken = p.token
	if n.Progress <= p.last {
		n.Progress = p.last + 1
	}
	select {
	case p.queue <- n:
		p.last = n.Progress
	default:
	}
}

// close returns when all that was queued has been sent: nothing may follow the
// request's reply.
func (p *progress) close() {
	if p == nil {
		return
	}
	p.mu.Lock()
	if !p.closed {
		p.closed = true
		close(p.queue)
	}
	p.mu.Unlock()
	<-p.sent
}

// listener is the function for a flight, nil when nobody listens.
func (p *progress) listener() func(string) {
	if p == nil {
		return nil
	}
	return p.stage
}

// relayer is the function for an invocation, nil when nobody listens.
func (p *progress) relayer() func(*mcp.ProgressNotificationParams) {
	if p == nil {
		return nil
	}
	return p.relay
}
