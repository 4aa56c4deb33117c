package filter

import (
	"errors"

	"github.com/higress-group/proxy-wasm-go-sdk/proxywasm"
	"github.com/higress-group/proxy-wasm-go-sdk/proxywasm/types"

	"mcp-router/exchange"
	"mcp-router/filter/hostcall"
)

// asking is a plan that waits for servers.
type asking struct {
	plan   exchange.Plan
	labels exchange.Labels
	// open counts the calls whose answer the plan has not had.
	open int
	// failed are the calls that failed at once, to be fed to the plan next.
	failed []failure
}

// failure is a call that never got under way.
type failure struct {
	token   int
	outcome exchange.CallOutcome
}

var errNothingOpen = errors.New("a plan waits, but no call is under way")

// ask puts a plan's first calls. The request stays paused until the plan ends.
func (s *stream) ask(h *held, d exchange.Decision) types.Action {
	ask, _ := d.(exchange.Ask)
	s.held = h
	h.asking = &asking{plan: ask.Plan, labels: ask.Labels}
	if s.plugin.higress {
		// Higress may not hear this from a call's callback, which runs in the
		// plugin's context and not in the request's. Nobody looks at the route
		// before the request goes on.
		hostcall.ClearRouteCache()
	}
	return s.proceed(h, d)
}

// proceed does what a plan has said and feeds it the calls that fail at once,
// until it waits or has ended.
func (s *stream) proceed(h *held, d exchange.Decision) types.Action {
	a := h.asking
	for {
		switch next := d.(type) {
		case nil:
		case exchange.Ask:
			s.dispatch(a, next.Calls)
		default:
			return s.decide(h, d)
		}
		if len(a.failed) == 0 {
			break
		}
		first := a.failed[0]
		a.failed = a.failed[1:]
		a.open--
		d = a.plan.Answer(first.token, exchange.CallReply{Outcome: first.outcome})
	}
	if a.open == 0 {
		return s.fail(errNothingOpen)
	}
	return types.ActionPause
}

// dispatch starts calls, all before the plan hears of any.
func (s *stream) dispatch(a *asking, calls []exchange.Call) {
	for i := range calls {
		call := &calls[i]
		a.open++
		if outcome := s.start(call); outcome != "" {
			s.plugin.countCall(call.Method, call.Server, outcome)
			a.failed = append(a.failed, failure{call.Token, outcome})
		}
	}
}

// start starts a call and returns "", or what became of it at once.
func (s *stream) start(call *exchange.Call) exchange.CallOutcome {
	token, method, server := call.Token, call.Method, call.Server
	err := s.send(call, func(numHeaders, bodySize int) { s.answered(token, method, server, numHeaders, bodySize) })
	switch {
	case err == nil:
		return ""
	case errors.Is(err, errNoPlace), errors.Is(err, types.ErrorInternalFailure):
		return exchange.Overloaded
	}
	s.plugin.warnOfCluster(call.Cluster, server, err)
	return exchange.NotSent
}

// startLast starts a call of which nobody hears again: when it ends the stream is
// gone, and the SDK drops the answer. Its place is given back by its deadline.
func (s *stream) startLast(call *exchange.Call) {
	defer func() { _ = recover() }()    // a failure costs nobody an answer
	_ = s.send(call, func(int, int) {}) // nor does a call that is not sent
}

var errNoPlace = errors.New("too many calls are under way")

// send gives a call to the host, if there is a place for it. Ended must not hold
// on to the request or the call: when the client leaves they are of no more use,
// but the host keeps it until the deadline.
func (s *stream) send(call *exchange.Call, ended func(numHeaders, bodySize int)) error {
	places, timeout := &s.plugin.vm.underWay, max(call.TimeoutMs, 1) // 0 would be none at all
	ticket, ok := places.start(world{}.Now(), timeout)
	if !ok {
		return errNoPlace
	}
	_, err := proxywasm.DispatchHttpCall(call.Cluster, call.Headers, call.Body, nil, timeout, func(numHeaders, bodySize, _ int) {
		places.end(ticket)
		ended(numHeaders, bodySize)
	})
	if err != nil {
		places.end(ticket)
	}
	return err
}

// warnOfCluster says once that the host refuses calls to a cluster: clients
// decide how often one is tried.
func (p *plugin) warnOfCluster(cluster, server string, err error) {
	if p.refused[cluster] {
		return
	}
	p.refused[cluster] = true
	proxywasm.LogWarnf("%sthe host takes no call to server %q: is there a cluster %q? (%v)", p.logPrefix, server, cluster, err)
}

// answered is called when a call has ended, in the request's context. The SDK
// calls it bare, so it has a guard of its own; where a request callback would
// return that the request goes on, this one has to make it go on.
func (s *stream) answered(token int, method, server string, numHeaders, bodySize int) {
	h := s.held
	if h == nil {
		return // the plan has ended without this answer, or the client has left
	}
	action := types.ActionPause
	defer func() {
		if action == types.ActionContinue {
			s.resume()
		}
		yieldAfter(bodySize)
	}()
	defer s.guard(&action)
	reply, err := readCallReply(numHeaders, bodySize)
	if err != nil {
		proxywasm.LogErrorf("%sread the answer of server %q: %v", s.plugin.logPrefix, server, err)
		reply = exchange.CallReply{Outcome: exchange.NoAnswer}
	}
	s.plugin.countCall(method, server, reply.Outcome)
	h.asking.open--
	action = s.proceed(h, h.asking.plan.Answer(token, reply))
}

func (s *stream) resume() {
	if err := proxywasm.ResumeHttpRequest(); err != nil {
		proxywasm.LogErrorf("%sresume the request: %v", s.plugin.logPrefix, err)
	}
}

// callHead is the head of a call's reply. Envoy marks the replies that it writes
// itself because the cluster's circuit breaker is full.
type callHead struct {
	exchange.CallReply
	overloaded bool
}

func (h *callHead) AddHeader(name, value string) {
	if name == "x-envoy-overloaded" {
		h.overloaded = true
	}
	h.CallReply.AddHeader(name, value)
}

// readCallReply reads what became of a call. The host shows a call that broke
// off, or whose reply is over its own limit, as one without headers.
func readCallReply(numHeaders, bodySize int) (exchange.CallReply, error) {
	if numHeaders == 0 || bodySize > exchange.MaxCallReply {
		return exchange.CallReply{Outcome: exchange.NoAnswer}, nil
	}
	var head callHead
	if _, err := hostcall.ReadHeaders(hostcall.CallHeaders, &head); err != nil {
		return head.CallReply, err
	}
	switch {
	case head.overloaded:
		return exchange.CallReply{Outcome: exchange.Overloaded}, nil
	case isHosts(&head.CallReply, numHeaders):
		return exchange.CallReply{Outcome: exchange.NoAnswer}, nil
	}
	reply := head.CallReply
	reply.Outcome = exchange.Answered
	if bodySize == 0 {
		return reply, nil
	}
	var err error
	reply.Body, err = proxywasm.GetHttpCallResponseBody(0, bodySize)
	return reply, err
}

// isHosts reports whether the host itself wrote a reply, because the connection
// was refused or broke off (503), or the deadline came before the headers (504).
// Such a reply has its status, content-length and content-type, no more; a
// server's has a date at least.
func isHosts(reply *exchange.CallReply, numHeaders int) bool {
	return numHeaders == 3 && (reply.Status == 503 || reply.Status == 504) && reply.ContentType == "text/plain"
}
