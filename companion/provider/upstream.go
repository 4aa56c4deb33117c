package provider

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"mcp-router/learn"
)

const (
	// connectTimeout is how long a started server may take to initialize.
	connectTimeout = 20 * time.Second
	// listToolsTimeout is how long it may take to list its tools.
	listToolsTimeout = 30 * time.Second
	// maxRelists bounds how often a list that changes meanwhile is asked for.
	maxRelists = 3
	// DefaultIdle is how long a server runs on without being used.
	DefaultIdle = 10 * time.Minute
)

// errNoAnswer is in the chain of the error for a server that says nothing.
var errNoAnswer = errors.New("no answer")

// source is where a provider server comes from.
type source interface {
	// open makes the server reachable, installing and starting what is needed,
	// and says in stage what it is doing. Every call opens the server anew.
	open(ctx context.Context, stage func(string)) (endpoint, error)
	// ready says that open would install nothing.
	ready() bool
	// stateless says which era is to be tried first.
	stateless() bool
}

// Upstream is one provider server: opened when it is first needed, once for
// all who need it at that time, and again after it has ended. It is safe for
// concurrent use.
type Upstream struct {
	name    string // for texts
	source  source
	life    context.Context // ends with the program
	idle    time.Duration   // 0: no idle stop
	changed func()          // called when tools has changed

	mu       sync.Mutex
	sessions map[Capabilities]*session
	openings map[Capabilities]*shared[*session]
	listing  *shared[struct{}]
	tools    []learn.Command
	loaded   bool

	drops atomic.Int64 // how often the server said that its tools have changed
}

func newUpstream(life context.Context, name string, s source, idle time.Duration, changed func()) *Upstream {
	return &Upstream{
		name: name, source: s, life: life, idle: idle, changed: changed,
		sessions: map[Capabilities]*session{}, openings: map[Capabilities]*shared[*session]{},
	}
}

// Ready says that using the server installs nothing.
func (u *Upstream) Ready() bool { return u.source.ready() }

// commands returns the tools as they are known, and whether they are.
func (u *Upstream) commands() ([]learn.Command, bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.tools, u.loaded
}

// Load makes the tools known. Any session will do for that; without one, one
// with caps is opened.
func (u *Upstream) Load(ctx context.Context, caps Capabilities, listen func(string)) error {
	u.mu.Lock()
	if u.loaded {
		u.mu.Unlock()
		return nil
	}
	if u.listing == nil {
		u.listing = share(func(stage func(string)) (struct{}, error) {
			err := u.relist(caps, stage)
			u.mu.Lock()
			u.listing = nil
			u.mu.Unlock()
			return struct{}{}, err
		})
	}
	f := u.listing
	u.mu.Unlock()
	_, err := f.wait(ctx, listen)
	return err
}

// relist asks a running session for its tools, or opens one, which lists them
// too. A session that does not answer is replaced: a list may be asked twice.
func (u *Upstream) relist(caps Capabilities, stage func(string)) error {
	if with, s := u.anySession(); s != nil {
		err := u.list(s)
		if err == nil || ProtocolError(err) != nil {
			return err
		}
		u.forget(with, s)
	}
	_, err := u.session(u.life, caps, stage)
	return err
}

func (u *Upstream) anySession() (Capabilities, *session) {
	u.mu.Lock()
	defer u.mu.Unlock()
	for caps, s := range u.sessions {
		return caps, s
	}
	return 0, nil
}

// session returns the running session with exactly caps, or opens it.
func (u *Upstream) session(ctx context.Context, caps Capabilities, listen func(string)) (*session, error) {
	u.mu.Lock()
	if s := u.sessions[caps]; s != nil {
		u.mu.Unlock()
		return s, nil
	}
	f := u.openings[caps]
	if f == nil {
		f = share(func(stage func(string)) (*session, error) { return u.open(caps, stage) })
		u.openings[caps] = f
	}
	u.mu.Unlock()
	return f.wait(ctx, listen)
}

// open opens a session, lists its tools and keeps both.
func (u *Upstream) open(caps Capabilities, stage func(string)) (*session, error) {
	s, err := u.dial(caps, stage)
	if err == nil {
		if err = u.list(s); err == nil {
			err = u.life.Err()
		}
		if err != nil {
			s.close()
		}
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	delete(u.openings, caps)
	if err != nil {
		return nil, err
	}
	u.sessions[caps] = s
	go u.watch(caps, s)
	if u.idle > 0 {
		s.closeWhenIdle(u.idle)
	}
	return s, nil
}

// dial opens the server and initialises a session, in the other era when the
// first one is refused. A time-out or a death is not tried again.
func (u *Upstream) dial(caps Capabilities, stage func(string)) (*session, error) {
	stateless := u.source.stateless()
	s, err := u.dialEra(caps, stateless, stage)
	if err != nil && !stateless && ProtocolError(err) != nil {
		return u.dialEra(caps, true, stage)
	}
	return s, err
}

func (u *Upstream) dialEra(caps Capabilities, stateless bool, stage func(string)) (*session, error) {
	e, err := u.source.open(u.life, stage)
	if err != nil {
		return nil, err
	}
	stage("starting " + u.name)
	ctx, cancel := context.WithTimeout(u.life, connectTimeout)
	defer cancel()
	s, err := connect(ctx, e, caps, stateless, u.drop)
	if err == nil {
		return s, nil
	}
	if ctx.Err() != nil && u.life.Err() == nil {
		err = fmt.Errorf("%w to initialize in %v", errNoAnswer, connectTimeout)
	}
	if e.process == nil {
		return nil, fmt.Errorf("%s cannot be reached: %w", u.name, err)
	}
	e.process.Stop()
	return nil, startError(u.name, err, e.process)
}

// list asks s for its tools and keeps them, asking again when the server says
// meanwhile that they have changed.
func (u *Upstream) list(s *session) error {
	ctx, cancel := context.WithTimeout(u.life, listToolsTimeout)
	defer cancel()
	for range maxRelists {
		before := u.drops.Load()
		raw, err := s.list(ctx)
		if err != nil {
			return fmt.Errorf("%s did not list its tools: %w", u.name, err)
		}
		tools, _ := learn.Commands(raw)
		u.mu.Lock()
		u.tools, u.loaded = tools, true
		u.mu.Unlock()
		u.changed()
		if u.drops.Load() == before {
			break
		}
	}
	return nil
}

// drop forgets the tools: the server said that they have changed.
func (u *Upstream) drop() {
	u.mu.Lock()
	u.loaded = false
	u.mu.Unlock()
	u.drops.Add(1)
	u.changed()
}

// Call runs one command, opening the server when needed. A command that a
// server may have seen is never run a second time; one that met a session
// which had just ended was not seen by any.
func (u *Upstream) Call(ctx context.Context, caps Capabilities, c *Invocation, listen func(string)) (json.RawMessage, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(u.life, cancel)()
	for attempt := 0; ; attempt++ {
		s, err := u.session(ctx, caps, listen)
		if err != nil {
			return nil, err
		}
		raw, err := s.call(ctx, c)
		switch {
		case err == nil, ctx.Err() != nil, ProtocolError(err) != nil:
			return raw, err
		case errors.Is(err, errNotSent) && attempt > 0:
			return nil, fmt.Errorf("%s ended before it could run %s: %w", u.name, c.Command, err)
		case errors.Is(err, errNotSent):
			u.forget(caps, s)
		default:
			return nil, s.lost(u.name, c.Command, err)
		}
	}
}

// watch forgets a session when it has ended; the next use opens another.
func (u *Upstream) watch(caps Capabilities, s *session) {
	_ = s.client.Wait()
	u.forget(caps, s)
}

func (u *Upstream) forget(caps Capabilities, s *session) {
	u.mu.Lock()
	if u.sessions[caps] == s {
		delete(u.sessions, caps)
	}
	u.mu.Unlock()
	s.close()
}

// close ends all sessions and returns when they are gone. Life must have ended
// before, so that no new one is opened.
func (u *Upstream) close() {
	u.mu.Lock()
	var wg sync.WaitGroup
	for _, s := range u.sessions {
		wg.Go(s.close)
	}
	for _, f := range u.openings {
		wg.Go(func() { <-f.done })
	}
	u.mu.Unlock()
	wg.Wait()
}
