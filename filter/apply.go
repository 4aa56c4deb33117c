package filter

import (
	"fmt"

	"github.com/higress-group/proxy-wasm-go-sdk/proxywasm"
	"github.com/higress-group/proxy-wasm-go-sdk/proxywasm/types"

	"mcp-router/exchange"
	"mcp-router/filter/hostcall"
	"mcp-router/mcp"
)

// apply carries out a decision by which a request is not forwarded.
func (s *stream) apply(d exchange.Decision) types.Action {
	switch d := d.(type) {
	case exchange.Pass:
		s.report(&d.Labels)
		return types.ActionContinue
	case exchange.Reply:
		s.report(&d.Labels)
		s.after = d.After
		return s.answer(d)
	}
	return s.fail(fmt.Errorf("unknown decision %T", d))
}

// forward lets the request go on with a route chosen by its new headers. An edit
// that fails is answered with 500: half a rewrite never leaves.
func (s *stream) forward(d *exchange.Forward, body []byte) types.Action {
	err := editHeaders(d.Headers)
	if err == nil && d.ContentLength > 0 {
		err = s.editBody(d, body)
	}
	if err != nil {
		return s.fail(err)
	}
	s.report(&d.Labels)
	if d.Editor != nil {
		s.after = d.Editor.After()
		s.edit(d.Editor)
	}
	if s.plugin.higress {
		hostcall.ClearRouteCache()
	}
	return types.ActionContinue
}

func editHeaders(edits []exchange.HeaderEdit) error {
	for i := range edits {
		edit := &edits[i]
		var err error
		if edit.Remove {
			err = hostcall.RemoveRequestHeader(edit.Name)
		} else {
			err = hostcall.ReplaceRequestHeader(edit.Name, edit.Value)
		}
		if err != nil {
			return editFailed(edit.Name, err)
		}
	}
	return nil
}

// editFailed says which header. It stands apart: where all goes well, its code is
// not read.
//
//go:noinline
func editFailed(name string, err error) error { return fmt.Errorf("edit header %s: %w", name, err) }

// maxScratch bounds the memory that is kept between requests, in bytes.
const maxScratch = 64 << 10

func (s *stream) editBody(d *exchange.Forward, body []byte) error {
	if err := hostcall.SetContentLength(d.ContentLength); err != nil {
		return editFailed("content-length", err)
	}
	head, replaced := d.Body.AppendHead(s.plugin.scratch[:0], body)
	if cap(head) <= maxScratch {
		s.plugin.scratch = head
	}
	if hostcall.ReplaceBodyHead(replaced, head) != nil {
		return replaceBody(d, body)
	}
	return nil
}

// replaceBody replaces all of the body: not every host replaces a part.
func replaceBody(d *exchange.Forward, body []byte) error {
	if err := proxywasm.ReplaceHttpRequestBody(d.Body.Apply(body)); err != nil {
		return fmt.Errorf("edit the body: %w", err)
	}
	return nil
}

// answer replies to the request ourselves.
func (s *stream) answer(d exchange.Reply) types.Action {
	s.held = nil
	// What is served has the access log; a line each would cost it a host call.
	if d.Labels.Outcome.Refused() {
		proxywasm.LogDebugf("%srefused: status %d, outcome %s, server %q", s.plugin.logPrefix, d.Status, d.Labels.Outcome, d.Labels.Server)
	}
	if err := proxywasm.SendHttpResponse(d.Status, d.Headers, d.Body, -1); err != nil {
		proxywasm.LogErrorf("%sreply %d: %v", s.plugin.logPrefix, d.Status, err)
	}
	// The request goes no further, reply sent or not.
	return types.ActionPause
}

// failRead is fail for a part of the request that the host does not hand over. It
// stands apart: where all goes well, its code is not read.
//
//go:noinline
func (s *stream) failRead(what string, err error) types.Action {
	return s.fail(fmt.Errorf("read the request %s: %w", what, err))
}

// fail answers 500. The cause is for our log, the client gets a safe sentence.
func (s *stream) fail(cause error) types.Action {
	proxywasm.LogErrorf("%s%v", s.plugin.logPrefix, cause)
	var labels exchange.Labels
	if h := s.held; h != nil && h.asking != nil {
		labels = h.asking.labels
	}
	labels.Outcome = exchange.Failed
	s.report(&labels)
	return s.answer(internalError(labels))
}

func internalError(labels exchange.Labels) exchange.Reply {
	return exchange.ErrorReply(500, nil, mcp.CodeInternal, "internal error of mcp-router", labels)
}

// guard turns a panic of our code into a reply. A trap would take down the
// worker's VM with every stream on it; going on would send the request
// unrouted past the tool lists.
func (s *stream) guard(action *types.Action) {
	if r := recover(); r != nil {
		*action = s.failPanic(r)
	}
}

//go:noinline
func (s *stream) failPanic(cause any) types.Action {
	return s.fail(fmt.Errorf("panic: %v", cause))
}
