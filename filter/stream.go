package filter

import (
	"errors"
	"fmt"

	"github.com/higress-group/proxy-wasm-go-sdk/proxywasm/types"

	"mcp-router/exchange"
	"mcp-router/filter/hostcall"
)

// stream is one HTTP request as the SDK knows it, until the host deletes it. Its
// life: idle, held, asking, then forwarded, replied or passed. Requests that the
// headers decide are never held, and router mode never asks.
type stream struct {
	types.DefaultHttpContext
	plugin *plugin
	// held is set from the pause to the decision, while a plan asks too.
	held *held
	// reply is set while the reply to a forwarded request may need edits.
	reply *reply
	// after are calls to put when the stream is done.
	after []exchange.Call
}

// held is a request whose headers wait, unsent, until the decision is known:
// after them neither route nor headers can change.
type held struct {
	handler handler
	request exchange.Request
	// block are all headers, where the handler wants them.
	block hostcall.Block
	// size is the number of body bytes buffered so far.
	size int
	// asking is set while a plan waits for servers.
	asking *asking
	// next is the next one in the list of those that are not in use.
	next *held
}

// OnHttpRequestHeaders decides, or holds the headers back until the body is
// there. A request without a body pauses here only for a plan, which resumes it.
func (s *stream) OnHttpRequestHeaders(_ int, endOfStream bool) (action types.Action) {
	defer s.guard(&action)
	p := s.plugin
	h := p.hold()
	h.request.EndOfStream = endOfStream
	var err error
	if h.handler = p.scopes.only; h.handler == nil {
		err = s.choose(h)
	} else {
		_, err = hostcall.ReadHeaders(hostcall.RequestHeaders, &h.request)
	}
	if err != nil {
		return s.failRead("headers", err)
	}
	if h.handler == nil {
		p.release(h)
		return types.ActionContinue
	}
	if decision := h.handler.Head(&h.request); decision != nil {
		return s.decideEarly(h, decision)
	}
	raiseBufferLimit(&h.request, h.handler.MaxBodyBytes())
	s.held = h
	return types.HeaderStopIteration
}

// choose reads the headers, all of them if the handler wants them, and finds the
// handler, nil for none.
func (s *stream) choose(h *held) error {
	if h.handler = s.plugin.scopes.onlyAll; h.handler == nil {
		return s.find(h)
	}
	var err error
	h.block, err = hostcall.ReadHeaders(hostcall.RequestHeaders, &h.request)
	h.request.Headers = exchange.NewHeaders(&h.block)
	return err
}

// find is choose where the configuration leaves a choice or has headers that only
// we may set.
//
//go:noinline
func (s *stream) find(h *held) error {
	p := s.plugin
	byHeaders := p.scopes.table.ByHost() || len(p.reserved) > 0
	if !byHeaders {
		h.handler = p.scopes.find(&h.request, p.higress)
	}
	if byHeaders || h.handler != nil {
		var err error
		if h.block, err = hostcall.ReadHeaders(hostcall.RequestHeaders, &h.request); err != nil {
			return err
		}
		if p.scopes.wantsAll {
			h.request.Headers = exchange.NewHeaders(&h.block)
		}
	}
	if byHeaders {
		h.handler = p.scopes.find(&h.request, p.higress)
	}
	return s.dropForged(h.request.Forged)
}

// dropForged removes a client's own copies of the headers that only we may set,
// from every request and before anything is decided: a route that matches on one
// may stand anywhere, also where the plugin is switched off. Names hold one entry
// for each line: not every host removes all of them at once.
func (s *stream) dropForged(names []string) error {
	for _, name := range names {
		if err := hostcall.RemoveRequestHeader(name); err != nil {
			return fmt.Errorf("remove header %s: %w", name, err)
		}
	}
	if len(names) > 0 && s.plugin.higress {
		hostcall.ClearRouteCache()
	}
	return nil
}

// OnHttpRequestBody is called with every piece; bodySize counts all that is
// buffered. Pausing keeps the buffer, continuing releases headers and body.
func (s *stream) OnHttpRequestBody(bodySize int, endOfStream bool) (action types.Action) {
	h := s.held
	if h == nil {
		return types.ActionContinue
	}
	defer s.guard(&action)
	h.size = bodySize
	if bodySize > h.handler.MaxBodyBytes() {
		return s.decideEarly(h, h.handler.TooLarge(&h.request))
	}
	if !endOfStream {
		return types.ActionPause
	}
	return s.decideByBody(h)
}

// OnHttpRequestTrailers ends a body too: HTTP/2 requests with trailers never
// show end of stream to OnHttpRequestBody, so leaving them out would let such
// requests slip past unrouted.
func (s *stream) OnHttpRequestTrailers(int) (action types.Action) {
	h := s.held
	if h == nil {
		return types.ActionContinue
	}
	defer s.guard(&action)
	return s.decideByBody(h)
}

func (s *stream) decideByBody(h *held) types.Action {
	if h.size > 0 {
		var err error
		if h.request.Body, err = hostcall.ReadRequestBody(h.size); err != nil {
			return s.failRead("body", err)
		}
	}
	panicHook(h.request.Body)
	return s.decide(h, h.handler.Route(&h.request))
}

var errAskedEarly = errors.New("servers are to be asked before the request has ended")

// decideEarly carries out a decision that did not wait for the body.
func (s *stream) decideEarly(h *held, d exchange.Decision) types.Action {
	_, asks := d.(exchange.Ask)
	switch {
	case !asks:
		return s.decide(h, d)
	case !h.request.EndOfStream:
		return s.fail(errAskedEarly)
	case s.decide(h, d) == types.ActionContinue:
		return types.ActionContinue
	}
	// The plain pause of a header callback asks for the body; there is none.
	return types.HeaderStopAllIterationAndWatermark
}

// decide carries out the decision about a request and lets go of it, unless the
// decision is to ask first.
func (s *stream) decide(h *held, d exchange.Decision) types.Action {
	forward, ok := d.(*exchange.Forward)
	if !ok {
		return s.decideOther(h, d)
	}
	s.held = nil
	action := s.forward(forward, h.request.Body)
	s.plugin.release(h)
	return action
}

// decideOther is decide for all but routed calls, whose way its code is not on.
func (s *stream) decideOther(h *held, d exchange.Decision) types.Action {
	if _, asks := d.(exchange.Ask); asks {
		return s.ask(h, d)
	}
	s.held = nil
	action := s.apply(d)
	s.plugin.release(h)
	return action
}

// OnHttpStreamDone puts the calls that were left for the end, and drops what only
// answers that are still to come hold on to: the host keeps its calls for a client
// that has left until their deadlines.
func (s *stream) OnHttpStreamDone() {
	after := s.after
	s.held, s.reply, s.after = nil, nil, nil
	for i := range after {
		s.startLast(&after[i])
	}
}
