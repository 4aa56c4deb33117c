package provider

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcp-router/companion/process"
)

// StatelessVersion is the first revision without sessions, sessionVersion the
// newest with them.
const (
	StatelessVersion = "2026-07-28"
	sessionVersion   = "2025-11-25"
)

// endpoint is a provider server that can be connected to once.
type endpoint struct {
	transport mcp.Transport
	process   *process.Process // nil for a URL
}

// session is one MCP session with a provider server. It is safe for
// concurrent use.
type session struct {
	client  *mcp.ClientSession
	process *process.Process // nil for a URL

	mu    sync.Mutex
	calls map[*Invocation]struct{} // being run
	idle  *time.Timer              // closes the session; nil without idle stop

	idleAfter time.Duration

	tokens atomic.Int64
}

// Invocation is one tools/call of a provider.
type Invocation struct {
	Command    string
	Parameters json.RawMessage
	Meta       mcp.Meta
	Answerer   Answerer
	Progress   func(*mcp.ProgressNotificationParams) // nil: nobody listens

	// What a stateless client sends when it calls again after input_required.
	Responses mcp.InputResponseMap
	State     string

	token string // how the provider names this call in progress notifications
}

// connect opens a session that may ask what caps allow. stateless chooses the
// era that is tried first: a server behind a URL may have both and serve the
// session era worse, while some stdio servers end when the first request they
// get is not initialize.
func connect(ctx context.Context, e endpoint, caps Capabilities, stateless bool, changed func()) (*session, error) {
	s := &session{process: e.process, calls: map[*Invocation]struct{}{}}
	options := &mcp.ClientOptions{
		Capabilities:                caps.client(),
		MultiRoundTrip:              &mcp.MultiRoundTripOptions{Disabled: true},
		ToolListChangedHandler:      func(context.Context, *mcp.ToolListChangedRequest) { changed() },
		ProgressNotificationHandler: s.onProgress,
	}
	if caps.Has(CanElicit) {
		options.ElicitationHandler = func(ctx context.Context, r *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
			a, err := s.answerer()
			if err != nil {
				return nil, err
			}
			return a.Elicit(ctx, r.Params)
		}
	}
	if caps.Has(CanSample) {
		options.CreateMessageWithToolsHandler = func(ctx context.Context, r *mcp.CreateMessageWithToolsRequest) (*mcp.CreateMessageWithToolsResult, error) {
			a, err := s.answerer()
			if err != nil {
				return nil, err
			}
			return a.Sample(ctx, r.Params)
		}
	}
	first := &mcp.ClientSessionOptions{ProtocolVersion: sessionVersion}
	if stateless {
		first.ProtocolVersion = StatelessVersion
	}
	client, err := mcp.NewClient(&mcp.Implementation{Name: ProgramName, Version: ProgramVersion}, options).
		Connect(ctx, e.transport, first)
	if err != nil {
		return nil, err
	}
	s.client = client
	return s, nil
}

// answerer finds whom a question of the provider is for. The protocol does not
// say which call a question belongs to, so all calls of the session that are
// running must be one client's.
func (s *session) answerer() (Answerer, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var found Answerer
	for c := range s.calls {
		if c.Answerer == nil || found != nil && found.Client() != c.Answerer.Client() {
			return nil, errWhom
		}
		found = c.Answerer
	}
	if found == nil {
		return nil, errWhom
	}
	return found, nil
}

func (s *session) onProgress(_ context.Context, r *mcp.ProgressNotificationClientRequest) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for c := range s.calls {
		if c.Progress != nil && c.token == r.Params.ProgressToken {
			c.Progress(r.Params)
			return
		}
	}
}

// errNotSent is in the chain of call's error when the provider cannot have seen
// the call: the session had ended before.
var errNotSent = errors.New("the call was not sent")

// call runs one command and returns its result's bytes. Errors: the provider's
// own (see [ProtocolError]), [errNotSent], ctx's, and all else means that
// nobody knows whether the command ran.
func (s *session) call(ctx context.Context, c *Invocation) (json.RawMessage, error) {
	params := &mcp.CallToolParams{
		Meta: maps.Clone(c.Meta), Name: c.Command, Arguments: c.Parameters,
		InputResponses: c.Responses, RequestState: c.State,
	}
	if c.Progress != nil {
		c.token = "azd-" + strconv.FormatInt(s.tokens.Add(1), 10)
		params.SetProgressToken(c.token)
	}
	s.begin(c)
	defer s.end(c)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	ctx, kept := withCapture(ctx)
	result, err := s.client.CallTool(ctx, params)
	if raw := kept.result(); raw != nil {
		return raw, nil // also where the SDK could not decode it
	}
	if err != nil && !kept.wasSent() {
		return nil, fmt.Errorf("%w: %w", errNotSent, err)
	}
	if err != nil {
		return nil, err
	}
	return json.Marshal(result)
}

// begin counts a call in; the session is not idle while there is one.
func (s *session) begin(c *Invocation) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls[c] = struct{}{}
	if s.idle != nil {
		s.idle.Stop()
	}
}

// end counts a call out.
func (s *session) end(c *Invocation) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.calls, c)
	if s.idle != nil && len(s.calls) == 0 {
		s.idle.Reset(s.idleAfter)
	}
}

// closeWhenIdle ends the session once nothing has run on it for d.
func (s *session) closeWhenIdle(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.idleAfter = d
	s.idle = time.AfterFunc(d, func() {
		s.mu.Lock()
		busy := len(s.calls) > 0
		s.mu.Unlock()
		if !busy {
			s.close()
		}
	})
}

// close ends the session and its process, and returns when both are gone. The
// process goes first: a hanging one would never answer the calls that the
// SDK's Close waits for.
func (s *session) close() {
	if s.process != nil {
		s.process.Stop()
	}
	_ = s.client.Close()
}
