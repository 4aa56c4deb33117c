package filter

import (
	"fmt"

	"github.com/higress-group/proxy-wasm-go-sdk/proxywasm"
	"github.com/higress-group/proxy-wasm-go-sdk/proxywasm/types"

	"mcp-router/exchange"
)

// stream is one HTTP request. Its headers wait, unsent, until the decision is
// known: after them neither route nor headers can change.
type stream struct {
	types.DefaultHttpContext
	plugin  *plugin
	handler handler
	headers exchange.Headers
	// size is the number of body bytes buffered so far; body is all of them, once
	// they have been read.
	size int
	body []byte
	// waiting is true from the header pause to the decision.
	waiting bool
}

// OnHttpRequestHeaders decides, or holds the headers back until the body is
// there. A request without a body must never pause here: nothing would resume it.
func (s *stream) OnHttpRequestHeaders(_ int, endOfStream bool) (action types.Action) {
	defer s.guard(&action)
	scope, err := s.plugin.scope()
	if err != nil {
		return s.fail(fmt.Errorf("match the configuration: %w", err))
	}
	if scope == nil || scope.handler == nil {
		return types.ActionContinue
	}
	s.handler = scope.handler
	if s.headers, err = proxywasm.GetHttpRequestHeaders(); err != nil {
		return s.fail(fmt.Errorf("read the request headers: %w", err))
	}
	if decision := s.handler.Head(exchange.Request{Headers: s.headers, EndOfStream: endOfStream}); decision != nil {
		return s.apply(decision)
	}
	raiseBufferLimit(s.headers, s.handler.MaxBodyBytes())
	s.waiting = true
	return types.HeaderStopIteration
}

// OnHttpRequestBody is called with every piece; bodySize counts all that is
// buffered. Pausing keeps the buffer, continuing releases headers and body.
func (s *stream) OnHttpRequestBody(bodySize int, endOfStream bool) (action types.Action) {
	if !s.waiting {
		return types.ActionContinue
	}
	defer s.guard(&action)
	s.size = bodySize
	if bodySize > s.handler.MaxBodyBytes() {
		return s.decide(s.handler.TooLarge(exchange.Request{Headers: s.headers}))
	}
	if !endOfStream {
		return types.ActionPause
	}
	return s.decideByBody()
}

// OnHttpRequestTrailers ends a body too: HTTP/2 requests with trailers never
// show end of stream to OnHttpRequestBody, so leaving them out would let such
// requests slip past unrouted.
func (s *stream) OnHttpRequestTrailers(int) (action types.Action) {
	if !s.waiting {
		return types.ActionContinue
	}
	defer s.guard(&action)
	return s.decideByBody()
}

func (s *stream) decideByBody() types.Action {
	if s.size > 0 {
		var err error
		if s.body, err = proxywasm.GetHttpRequestBody(0, s.size); err != nil {
			return s.fail(fmt.Errorf("read the request body: %w", err))
		}
	}
	panicHook(s.body)
	return s.decide(s.handler.Route(exchange.Request{Headers: s.headers, Body: s.body}))
}

func (s *stream) decide(d exchange.Decision) types.Action {
	s.waiting = false
	return s.apply(d)
}
