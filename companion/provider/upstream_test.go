package provider

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// memory is a source whose server runs in the test.
type memory struct {
	server func() *mcp.Server
	opened atomic.Int64
	fail   func(n int64) error // what the nth opening comes to, from 1
}

func (m *memory) ready() bool     { return true }
func (m *memory) stateless() bool { return false }

func (m *memory) open(_ context.Context, stage func(string)) (endpoint, error) {
	n := m.opened.Add(1)
	stage("opening")
	if m.fail != nil {
		if err := m.fail(n); err != nil {
			return endpoint{}, err
		}
	}
	ours, theirs := mcp.NewInMemoryTransports()
	_, err := m.server().Connect(context.Background(), theirs, nil)
	return endpoint{transport: ours}, err
}

// echoServer has one tool, which waits for release when that is not nil.
func echoServer(release <-chan struct{}) *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "s", Version: "1"}, nil)
	s.AddTool(&mcp.Tool{Name: "echo", InputSchema: map[string]any{"type": "object"}},
		func(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			if release != nil {
				select {
				case <-release:
				case <-ctx.Done():
					return nil, ctx.Err()
				}
			}
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: string(r.Params.Arguments)}}}, nil
		})
	return s
}

func newTestUpstream(t *testing.T, m source, idle time.Duration) *Upstream {
	t.Helper()
	life, end := context.WithCancel(context.Background())
	u := newUpstream(life, "test", m, limits{Start: DefaultStartTimeout, Idle: idle}, func() {})
	t.Cleanup(func() { end(); u.close() })
	return u
}

func echoing() *Invocation {
	return &Invocation{Command: "echo", Parameters: json.RawMessage(`{"a":1}`)}
}

func TestFirstUsesShareOneOpening(t *testing.T) {
	m := &memory{server: func() *mcp.Server { return echoServer(nil) }}
	u := newTestUpstream(t, m, 0)
	var wg sync.WaitGroup
	for i := range 10 {
		wg.Go(func() {
			if i%2 == 0 {
				if err := u.Load(t.Context(), 0, nil); err != nil {
					t.Error(err)
				}
				return
			}
			if raw, err := u.Call(t.Context(), 0, echoing(), nil); err != nil || !strings.Contains(string(raw), `{\"a\":1}`) {
				t.Errorf("%s, %v", raw, err)
			}
		})
	}
	wg.Wait()
	if n := m.opened.Load(); n != 1 {
		t.Errorf("opened %d times", n)
	}
}

func TestEachSetOfCapabilitiesHasItsSession(t *testing.T) {
	m := &memory{server: func() *mcp.Server { return echoServer(nil) }}
	u := newTestUpstream(t, m, 0)
	for _, caps := range []Capabilities{0, CanElicit, 0, CanElicit} {
		if _, err := u.Call(t.Context(), caps, echoing(), nil); err != nil {
			t.Fatal(err)
		}
	}
	if n := m.opened.Load(); n != 2 {
		t.Errorf("opened %d times, want 2", n)
	}
}

func TestFailedOpeningIsNotRemembered(t *testing.T) {
	broken := errors.New("broken")
	m := &memory{server: func() *mcp.Server { return echoServer(nil) }, fail: func(n int64) error {
		if n == 1 {
			return broken
		}
		return nil
	}}
	u := newTestUpstream(t, m, 0)
	if err := u.Load(t.Context(), 0, nil); !errors.Is(err, broken) {
		t.Errorf("first: %v", err)
	}
	if err := u.Load(t.Context(), 0, nil); err != nil {
		t.Errorf("second: %v", err)
	}
}

// A server that refuses initialize is asked in the era without sessions.
func TestServerWithoutSessions(t *testing.T) {
	m := &memory{server: func() *mcp.Server {
		s := echoServer(nil)
		s.AddReceivingMiddleware(func(next mcp.MethodHandler) mcp.MethodHandler {
			return func(ctx context.Context, method string, r mcp.Request) (mcp.Result, error) {
				if method == "initialize" {
					return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: "no sessions here"}
				}
				return next(ctx, method, r)
			}
		})
		return s
	}}
	u := newTestUpstream(t, m, 0)
	if raw, err := u.Call(t.Context(), 0, echoing(), nil); err != nil || !strings.Contains(string(raw), `{\"a\":1}`) {
		t.Errorf("%s, %v", raw, err)
	}
	if n := m.opened.Load(); n != 2 {
		t.Errorf("opened %d times, want 2: once for each era", n)
	}
}

func TestIdleStop(t *testing.T) {
	release := make(chan struct{})
	m := &memory{server: func() *mcp.Server { return echoServer(release) }}
	u := newTestUpstream(t, m, 50*time.Millisecond)
	done := make(chan error)
	go func() { _, err := u.Call(t.Context(), 0, echoing(), nil); done <- err }()
	select { // a call that takes longer is not cut off
	case err := <-done:
		t.Fatalf("the call ended: %v", err)
	case <-time.After(150 * time.Millisecond):
	}
	close(release)
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	requireSoon(t, "the session ends", func() bool {
		u.mu.Lock()
		defer u.mu.Unlock()
		return len(u.slots) == 0
	})
	if !u.fresh() {
		t.Error("the tools were forgotten with the session")
	}
	if _, err := u.Call(t.Context(), 0, echoing(), nil); err != nil || m.opened.Load() != 2 {
		t.Errorf("next use: %v, opened %d times", err, m.opened.Load())
	}
}

func TestCallerLeavingCancelsItsCallOnly(t *testing.T) {
	release := make(chan struct{})
	m := &memory{server: func() *mcp.Server { return echoServer(release) }}
	u := newTestUpstream(t, m, 0)
	ctx, leave := context.WithCancel(t.Context())
	left, stays := make(chan error), make(chan error)
	go func() { _, err := u.Call(ctx, 0, echoing(), nil); left <- err }()
	go func() { _, err := u.Call(t.Context(), 0, echoing(), nil); stays <- err }()
	requireSoon(t, "both run", func() bool {
		u.mu.Lock()
		defer u.mu.Unlock()
		if len(u.slots) == 0 {
			return false
		}
		s, ok := u.slots[0].ready()
		if !ok {
			return false
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		return len(s.calls) == 2
	})
	leave()
	if err := <-left; !errors.Is(err, context.Canceled) {
		t.Errorf("who left: %v", err)
	}
	close(release)
	if err := <-stays; err != nil {
		t.Errorf("who stayed: %v", err)
	}
}

// requireSoon waits for a condition.
func requireSoon(t *testing.T, what string, holds func() bool) {
	t.Helper()
	deadline := time.After(10 * time.Second)
	for !holds() {
		select {
		case <-deadline:
			t.Fatalf("still not: %s", what)
		case <-time.After(time.Millisecond):
		}
	}
}
