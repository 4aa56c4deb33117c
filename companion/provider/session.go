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
	process   *child   // nil for a URL
	secrets   []string // that no error text may hold
}

// session is one MCP session with a provider server. It is safe for
// concurrent use.
type session struct {
	client    *mcp.ClientSession
	process   *child   // nil for a URL
	secrets   []string // that no error text may hold
	stateless bool
	heard     atomic.Int64 // when the server last answered, Unix nanoseconds
	tokens    atomic.Int64

	mu    sync.Mutex
	calls map[*Invocation]struct{} // being run
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

// connect opens a session that may ask what caps allow; asked hears of every
// question before it is put to anyone. stateless chooses the era that is tried
// first: a server behind a URL may have both and serve the session era worse,
// while some stdio servers end when the first request they get is not
// initialize.
func connect(ctx context.Context, e endpoint, caps Capabilities, stateless bool, changed func(), asked questioner) (*session, error) {
	s := &session{process: e.process, secrets: e.secrets, calls: map[*Invocation]struct{}{}}
	options := &mcp.ClientOptions{
		Capabilities:                caps.client(),
		MultiRoundTrip:              &mcp.MultiRoundTripOptions{Disabled: true},
		ToolListChangedHandler:      func(context.Context, *mcp.ToolListChangedRequest) { changed() },
		ProgressNotificationHandler: s.onProgress,
	}
	if caps.Has(CanElicit) {
		options.ElicitationHandler = func(ctx context.Context, r *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
			a, done, err := asked(s)
			if err != nil {
				return nil, err
			}
			defer done()
			return a.Elicit(ctx, r.Params)
		}
	}
	if caps.Has(CanSample) {
		options.CreateMessageWithToolsHandler = func(ctx context.Context, r *mcp.CreateMessageWithToolsRequest) (*mcp.CreateMessageWithToolsResult, error) {
			a, done, err := asked(s)
			if err != nil {
				return nil, err
			}
			defer done()
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
	s.stateless = client.InitializeResult().ProtocolVersion >= StatelessVersion
	s.lives()
	return s, nil
}

// questioner finds who answers a question that came over a session, and is told
// when it has been answered.
type questioner func(*session) (a Answerer, done func(), err error)

// lives notes a sign of life.
func (s *session) lives() { s.heard.Store(time.Now().UnixNano()) }

// silent says for how long there was none.
func (s *session) silent() time.Duration { return time.Since(time.Unix(0, s.heard.Load())) }

func (s *session) onProgress(_ context.Context, r *mcp.ProgressNotificationClientRequest) {
	s.lives()
	s.mu.Lock()
	defer s.mu.Unlock()
	for c := range s.calls {
		if c.Progress != nil && c.token == r.Params.ProgressToken {
			c.Progress(r.Params)
			return
		}
	}
}

// errNotSent is in the chain of call's error when the provider cannot have run
// the call: the session had ended before, or the server did not take it.
var errNotSent = errors.New("the call was not sent")

// call runs one command and returns its result's bytes. Errors: the provider's
// own (see [ProtocolError]), [errNotSent], a *[RefusedError], ctx's, and all
// else means that nobody knows whether the command ran.
func (s *session) call(ctx context.Context, c *Invocation) (json.RawMessage, error) {
	raw, err := s.callTool(ctx, c)
	return raw, redact(err, s.secrets)
}

func (s *session) callTool(ctx context.Context, c *Invocation) (json.RawMessage, error) {
	if c.State != "" && !s.stateless {
		return nil, ErrForeignState
	}
	params := &mcp.CallToolParams{
		Meta: maps.Clone(c.Meta), Name: c.Command, Arguments: c.Parameters,
		// In a session they are params like any other, which a server may use.
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
		s.lives()
		return s.inEra(raw), nil // also where the SDK could not decode it
	}
	if err == nil {
		s.lives()
		raw, err := json.Marshal(result)
		return s.inEra(raw), err
	}
	if ProtocolError(err) != nil {
		s.lives()
		return nil, err
	}
	if refused := kept.refusal(); refused != nil {
		return nil, refused
	}
	if !kept.wasSent() {
		return nil, fmt.Errorf("%w: %w", errNotSent, err)
	}
	return nil, err
}

// inEra takes what means nothing in the session's era out of a result, so that
// nobody behind takes a server for one that asks for input.
func (s *session) inEra(raw json.RawMessage) json.RawMessage {
	if s.stateless {
		return raw
	}
	return InSession(raw)
}

func (s *session) begin(c *Invocation) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls[c] = struct{}{}
}

func (s *session) end(c *Invocation) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.calls, c)
}

// ping asks for a sign of life. An error that the server answers is one too.
func (s *session) ping(ctx context.Context) error {
	err := s.client.Ping(ctx, nil)
	if err != nil && ProtocolError(err) == nil {
		return err
	}
	s.lives()
	return nil
}

// close ends the session and its process, and returns when both are gone. The
// process goes first: a hanging one would never answer the calls that the
// SDK's Close waits for.
func (s *session) close() {
	if s.process != nil {
		s.process.stop()
	}
	_ = s.client.Close()
}
