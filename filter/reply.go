package filter

import (
	"fmt"
	"unsafe"

	"github.com/higress-group/proxy-wasm-go-sdk/proxywasm"
	"github.com/higress-group/proxy-wasm-go-sdk/proxywasm/types"

	"mcp-router/exchange"
	"mcp-router/filter/hostcall"
)

// reply is the reply to a forwarded request that an editor looks at. It is never
// paused and nothing of it is held here.
type reply struct {
	editor exchange.Editor
	// replaced is set when the client gets another body than the server's, and
	// instead is what of it has not gone out yet.
	replaced bool
	instead  []byte
	// head is memory for what is known of the reply.
	head exchange.ReplyHead
}

// edit has an editor look at the reply. Routed calls have none, so the code stays
// out of what they all run.
//
//go:noinline
func (s *stream) edit(editor exchange.Editor) { s.reply = &reply{editor: editor} }

// OnHttpResponseHeaders has nothing to do for a reply of ours or one without an
// editor. A reply to a request that is still held is the host's, because of a
// time-out say: it has the last word, and the plan ends.
func (s *stream) OnHttpResponseHeaders(_ int, endOfStream bool) (action types.Action) {
	s.held = nil
	r := s.reply
	if r == nil {
		return types.ActionContinue
	}
	defer s.guardReply(&action)
	head := &r.head
	head.HasBody = !endOfStream
	if _, err := hostcall.ReadHeaders(hostcall.ReplyHeaders, head); err != nil {
		return s.failReplyRead(err)
	}
	if head.Status < 200 || head.Status > 299 {
		head.Details = replyDetails()
	}
	edits, instead := r.editor.Head(*head)
	if instead == nil && len(edits) == 0 { // nearly always
		s.reply = nil
		return types.ActionContinue
	}
	return s.editHead(edits, instead, endOfStream)
}

// editHead carries out what an editor says of a reply's head.
//
//go:noinline
func (s *stream) editHead(edits []exchange.HeaderEdit, instead *exchange.Reply, endOfStream bool) types.Action {
	switch r := s.reply; {
	case instead != nil && endOfStream:
		s.reply = nil
		return s.answer(*instead)
	case instead != nil:
		r.replaced, r.instead = true, instead.Body
	case endOfStream || !exchange.EditsBody(edits):
		s.reply = nil
	}
	err := editReplyHeaders(edits)
	if err == nil && instead != nil {
		err = editReplyHeaders(replacing(instead))
	}
	if err != nil {
		return s.failReply(err)
	}
	return types.ActionContinue
}

//go:noinline
func (s *stream) failReplyRead(err error) types.Action {
	return s.failReply(fmt.Errorf("read the reply's headers: %w", err))
}

// OnHttpResponseBody is called with every piece of a reply's body.
func (s *stream) OnHttpResponseBody(size int, endOfStream bool) (action types.Action) {
	r := s.reply
	if r == nil {
		return types.ActionContinue
	}
	defer s.guardBody(&action)
	if err := r.edit(size, endOfStream); err != nil {
		return s.breakOff(err)
	}
	if endOfStream {
		s.reply = nil
	}
	return types.ActionContinue
}

// OnHttpResponseTrailers ends a body too, as OnHttpRequestTrailers does: no piece
// of it has shown the end. What an editor has held back until now is lost, as
// Envoy takes no more of the body here; then the reply is broken off.
func (s *stream) OnHttpResponseTrailers(int) (action types.Action) {
	r := s.reply
	if r == nil {
		return types.ActionContinue
	}
	defer s.guardBody(&action)
	s.reply = nil
	if err := r.edit(0, true); err != nil {
		return s.breakOff(err)
	}
	return types.ActionContinue
}

// edit puts in the place of a piece of the body what the client is to get.
func (r *reply) edit(size int, end bool) error {
	var piece, edited []byte
	if r.replaced {
		edited, r.instead = r.instead, nil
	} else {
		if size > 0 {
			var err error
			if piece, err = proxywasm.GetHttpResponseBody(0, size); err != nil {
				return fmt.Errorf("read the reply's body: %w", err)
			}
		}
		edited = r.editor.Chunk(piece, end)
		if unsafe.SliceData(edited) == unsafe.SliceData(piece) && len(edited) == len(piece) {
			return nil
		}
	}
	if len(edited) == 0 && size == 0 {
		return nil
	}
	if err := proxywasm.ReplaceHttpResponseBody(edited); err != nil {
		return fmt.Errorf("edit the reply's body: %w", err)
	}
	return nil
}

// replacing are the edits that turn a reply's head into another's. The server's
// length and coding are those of a body that does not go out.
func replacing(instead *exchange.Reply) []exchange.HeaderEdit {
	edits := []exchange.HeaderEdit{
		exchange.Set(":status", fmt.Sprint(instead.Status)),
		exchange.Remove("content-length"), exchange.Remove("content-encoding"), exchange.Remove("content-type"),
	}
	for _, header := range instead.Headers {
		edits = append(edits, exchange.Set(header[0], header[1]))
	}
	return edits
}

func editReplyHeaders(edits []exchange.HeaderEdit) error {
	for i := range edits {
		edit := &edits[i]
		var err error
		if edit.Remove {
			err = proxywasm.RemoveHttpResponseHeader(edit.Name)
		} else {
			err = proxywasm.ReplaceHttpResponseHeader(edit.Name, edit.Value)
		}
		if err != nil {
			return fmt.Errorf("edit header %s of the reply: %w", edit.Name, err)
		}
	}
	return nil
}

// replyDetails says who answered, "" where the host does not tell.
func replyDetails() string {
	details, err := proxywasm.GetProperty([]string{"response", "code_details"})
	if err != nil {
		return ""
	}
	return string(details)
}

// failReply answers 500 in place of a reply whose head has not gone out. The
// request has been counted as forwarded, which it was.
func (s *stream) failReply(cause error) types.Action {
	s.reply = nil
	proxywasm.LogErrorf("%s%v", s.plugin.logPrefix, cause)
	return s.answer(internalError(exchange.Labels{Outcome: exchange.Failed}))
}

// breakOff ends a reply whose head is out: half an edit must not pass for the
// whole.
func (s *stream) breakOff(cause error) types.Action {
	s.reply = nil
	proxywasm.LogErrorf("%s%v", s.plugin.logPrefix, cause)
	if err := hostcall.ResetReply(); err != nil {
		proxywasm.LogErrorf("%sbreak the reply off: %v", s.plugin.logPrefix, err)
		return types.ActionContinue // a pause would be for ever
	}
	return types.ActionPause
}

// guardReply and guardBody are what guard is, for replies.
func (s *stream) guardReply(action *types.Action) {
	if r := recover(); r != nil {
		*action = s.failReply(fmt.Errorf("panic: %v", r))
	}
}

func (s *stream) guardBody(action *types.Action) {
	if r := recover(); r != nil {
		*action = s.breakOff(fmt.Errorf("panic: %v", r))
	}
}
