package server

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcp-router/companion/provider"
)

// maxParked bounds the calls that wait for stateless clients' answers. Another
// one takes the place of the one that has waited longest.
const maxParked = 64

var errAnswerType = errors.New("inputResponses: the answer does not fit the question")

// parkedCall is a provider's call on behalf of a stateless client. Such a
// client cannot be asked while its request is open: when the provider has a
// question, the request is answered with it, and the call goes on when the
// client sends the answer with its next request.
type parkedCall struct {
	id     string
	cancel context.CancelFunc
	over   <-chan struct{} // the call was cancelled

	questions chan *question
	done      chan struct{} // closed when raw and err are set
	raw       json.RawMessage
	err       error

	// Of the request in whose hands the call is.
	pending *question
	asked   int
}

// question is one question of a provider and where its answer goes.
type question struct {
	key     string
	request mcp.InputRequest
	answer  chan mcp.InputResponse // buffered: the asking side may have left
}

// park runs a call so that it outlives requests, not the program.
func park(life context.Context, run func(context.Context, provider.Answerer) (json.RawMessage, error)) *parkedCall {
	ctx, cancel := context.WithCancel(life)
	p := &parkedCall{
		id: rand.Text(), cancel: cancel, over: ctx.Done(),
		questions: make(chan *question), done: make(chan struct{}),
	}
	go func() {
		defer close(p.done)
		p.raw, p.err = run(ctx, p)
	}()
	return p
}

// wait returns the call's end, or the question that it now has. The client
// leaving cancels the call.
func (p *parkedCall) wait(ctx context.Context) (*question, json.RawMessage, error) {
	select {
	case q := <-p.questions:
		p.asked++
		q.key = "question-" + strconv.Itoa(p.asked)
		p.pending = q
		return q, nil, nil
	case <-p.done:
		p.cancel()
		return nil, p.raw, p.err
	case <-ctx.Done():
		p.cancel()
		return nil, nil, ctx.Err()
	}
}

// answer hands over what the client answered to the pending question. asked is
// false when the answer is missing. Errors: [errAnswerType].
func (p *parkedCall) answer(responses mcp.InputResponseMap) (given bool, err error) {
	response, given := responses[p.pending.key]
	if !given {
		return false, nil
	}
	var fits bool
	switch p.pending.request.(type) {
	case *mcp.ElicitParams:
		r, ok := response.(*mcp.ElicitResult)
		fits = ok && isElicitAction(r.Action)
	case *mcp.CreateMessageWithToolsParams:
		_, fits = response.(*mcp.CreateMessageWithToolsResult)
	}
	if !fits {
		return true, errAnswerType
	}
	p.pending.answer <- response
	return true, nil
}

// isElicitAction says whether an answer's action is one that there is.
func isElicitAction(action string) bool {
	return action == "accept" || action == "decline" || action == "cancel"
}

func (p *parkedCall) Client() any { return p }

func (p *parkedCall) Transient() bool { return true }

func (p *parkedCall) Elicit(ctx context.Context, params *mcp.ElicitParams) (*mcp.ElicitResult, error) {
	r, err := p.ask(ctx, params)
	if err != nil {
		return nil, err
	}
	return r.(*mcp.ElicitResult), nil
}

func (p *parkedCall) Sample(ctx context.Context, params *mcp.CreateMessageWithToolsParams) (*mcp.CreateMessageWithToolsResult, error) {
	r, err := p.ask(ctx, params)
	if err != nil {
		return nil, err
	}
	return r.(*mcp.CreateMessageWithToolsResult), nil
}

// ask waits until a request takes the question, and then for its answer.
func (p *parkedCall) ask(ctx context.Context, request mcp.InputRequest) (mcp.InputResponse, error) {
	q := &question{request: request, answer: make(chan mcp.InputResponse, 1)}
	select {
	case p.questions <- q:
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-p.over:
		return nil, context.Canceled
	}
	select {
	case a := <-q.answer:
		return a, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-p.over:
		return nil, context.Canceled
	}
}

// parkingLot keeps calls between the requests of their clients, each for ttl
// at most; a call that is not fetched by then is cancelled.
type parkingLot struct {
	ttl time.Duration

	mu     sync.Mutex
	parked []*parkedCall // oldest first
	timers map[string]*time.Timer
}

func newParkingLot(ttl time.Duration) *parkingLot {
	return &parkingLot{ttl: ttl, timers: map[string]*time.Timer{}}
}

// keep stores a call, and gives up the oldest when there are too many.
func (l *parkingLot) keep(p *parkedCall) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.parked) >= maxParked {
		l.remove(l.parked[0].id).cancel()
	}
	l.parked = append(l.parked, p)
	l.timers[p.id] = time.AfterFunc(l.ttl, func() {
		if late := l.take(p.id); late != nil {
			late.cancel()
		}
	})
}

// take fetches a call for one request; nil when it is not there (any more).
func (l *parkingLot) take(id string) *parkedCall {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.remove(id)
}

// remove needs l.mu.
func (l *parkingLot) remove(id string) *parkedCall {
	at := slices.IndexFunc(l.parked, func(p *parkedCall) bool { return p.id == id })
	if at < 0 {
		return nil
	}
	p := l.parked[at]
	l.parked = slices.Delete(l.parked, at, at+1)
	l.timers[id].Stop()
	delete(l.timers, id)
	return p
}
