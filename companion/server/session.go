package server

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

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcp-router/companion/process"
)

// sessionVersion is the newest revision with sessions.
const sessionVersion = "2025-11-25"

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
	calls map[*invocation]struct{} // being run
	idle  *time.Timer              // closes the session; nil without idle stop

	idleAfter time.Duration

	tokens atomic.Int64
}

// invocation is one tools/call of a provider.
type invocation struct {
	command    string
	parameters json.RawMessage
	meta       mcp.Meta
	ask        asker
	progress   func(*mcp.ProgressNotificationParams) // nil: nobody listens

	// What a stateless client sends when it calls again after input_required.
	responses mcp.InputResponseMap
	state     string

	token string // how the provider names this call in progress notifications
}

// connect opens a session that may ask what caps allow. stateless chooses the
// era that is tried first: a server behind a URL may have both and serve the
// session era worse, while some stdio servers end when the first request they
// get is not initialize.
func connect(ctx context.Context, e endpoint, caps capabilities, stateless bool, changed func()) (*session, error) {
	s := &session{process: e.process, calls: map[*invocation]struct{}{}}
	options := &mcp.ClientOptions{
		Capabilities:                caps.client(),
		MultiRoundTrip:              &mcp.MultiRoundTripOptions{Disabled: true},
		ToolListChangedHandler:      func(context.Context, *mcp.ToolListChangedRequest) { changed() },
		ProgressNotificationHandler: s.onProgress,
	}
	if caps.has(canElicit) {
		options.ElicitationHandler = func(ctx context.Context, r *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
			a, err := s.asker()
			if err != nil {
				return nil, err
			}
			return a.elicit(ctx, r.Params)
		}
	}
	if caps.has(canSample) {
		options.CreateMessageWithToolsHandler = func(ctx context.Context, r *mcp.CreateMessageWithToolsRequest) (*mcp.CreateMessageWithToolsResult, error) {
			a, err := s.asker()
			if err != nil {
				return nil, err
			}
			return a.sample(ctx, r.Params)
		}
	}
	first := &mcp.ClientSessionOptions{ProtocolVersion: sessionVersion}
	if stateless {
		first.ProtocolVersion = statelessVersion
	}
	client, err := mcp.NewClient(&mcp.Implementation{Name: programName, Version: programVersion}, options).
		Connect(ctx, e.transport, first)
	if err != nil {
		return nil, err
	}
	s.client = client
	return s, nil
}

// asker finds whom a question of the provider is for. The protocol does not
// say which call a question belongs to, so all calls of the session that are
// running must be one client's.
func (s *session) asker() (asker, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var found asker
	for c := range s.calls {
		if c.ask == nil || found != nil && found.client() != c.ask.client() {
			return nil, errWhom
		}
		found = c.ask
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
		if c.progress != nil && c.token == r.Params.ProgressToken {
			c.progress(r.Params)
			return
		}
	}
}

// errNotSent is in the chain of call's error when the provider cannot have seen
// the call: the session had ended before.
var errNotSent = errors.New("the call was not sent")

// call runs one command and returns its result's bytes. Errors: the provider's
// own (see [protocolError]), [errNotSent], ctx's, and all else means that
// nobody knows whether the command ran.
func (s *session) call(ctx context.Context, c *invocation) (json.RawMessage, error) {
	params := &mcp.CallToolParams{
		Meta: maps.Clone(c.meta), Name: c.command, Arguments: c.parameters,
		InputResponses: c.responses, RequestState: c.state,
	}
	if c.progress != nil {
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

// codeNotSent is the code that the SDK gives its own error for a request that
// its HTTP transport could not deliver.
const codeNotSent = -32005

// protocolError returns the server's own error, nil when there was no answer.
func protocolError(err error) *jsonrpc.Error {
	var e *jsonrpc.Error
	if !errors.As(err, &e) || e.Code == codeNotSent || errors.Is(err, mcp.ErrConnectionClosed) {
		return nil
	}
	return e
}

// begin counts a call in; the session is not idle while there is one.
func (s *session) begin(c *invocation) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls[c] = struct{}{}
	if s.idle != nil {
		s.idle.Stop()
	}
}

// end counts a call out.
func (s *session) end(c *invocation) {
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
