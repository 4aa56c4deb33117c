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
	// DefaultIdle is how long a server runs on without being used.
	DefaultIdle = 10 * time.Minute
	// maxRelists bounds how often a list that changes meanwhile is asked for.
	maxRelists = 3
)

// Upstream is one provider server: opened when it is first needed, once for
// all who need it at that time, and again after it has ended. It is safe for
// concurrent use.
type Upstream struct {
	name    string // for texts
	source  source
	life    context.Context // ends with the program
	limits  limits
	changed func() // called when tools has changed

	mu      sync.Mutex
	slots   []*slot
	closing sync.WaitGroup // sessions on their way out
	failed  failure
	listing *shared[struct{}]
	tools   toolList
	loud    map[string]bool // commands that have asked, though they only read

	drops atomic.Int64 // how often the server said that its tools have changed
}

// toolList is what a server has listed.
type toolList struct {
	commands []learn.Command
	omitted  int
	cut      bool
	quiet    map[string]bool // commands that say they only read
	known    bool            // it was listed
	old      bool            // the server said since that it has changed
}

func newUpstream(life context.Context, name string, s source, l limits, changed func()) *Upstream {
	return &Upstream{name: name, source: s, life: life, limits: l, changed: changed, loud: map[string]bool{}}
}

// Ready says that using the server installs nothing.
func (u *Upstream) Ready() bool { return u.source.ready() }

// listed returns the tools as they are known.
func (u *Upstream) listed() toolList {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.tools
}

// Load makes the tools known. Any session will do for that; without one, one
// with caps is opened. Errors: besides those of the server, errStarting when it
// takes longer than a caller has patience; it goes on then.
func (u *Upstream) Load(ctx context.Context, caps Capabilities, listen func(string)) error {
	u.mu.Lock()
	if u.tools.known && !u.tools.old {
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
	ctx, cancel := u.patient(ctx)
	defer cancel()
	_, err := f.wait(ctx, listen)
	return err
}

// relist asks a running session for its tools, or opens one, which lists them
// too. A session that does not answer is replaced: a list may be asked twice.
func (u *Upstream) relist(caps Capabilities, stage func(string)) error {
	c, r := &Invocation{Command: "tools/list"}, &running{ctx: u.life, began: time.Now(), cancel: func(error) {}, quiet: true}
	for {
		s, err := u.entered(caps, c, r)
		if err != nil {
			return err
		}
		_, before := s.ready()
		session, err := s.opening.wait(u.life, stage)
		if err == nil && before {
			err = u.list(session)
		}
		u.leave(s, c, false)
		if err == nil || !before || ProtocolError(err) != nil {
			return err
		}
		u.forget(s)
	}
}

// entered is enter with any session that is open, whatever its capabilities,
// preferred.
func (u *Upstream) entered(caps Capabilities, c *Invocation, r *running) (*slot, error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	for _, s := range u.slots {
		if _, ok := s.ready(); ok {
			return u.join(s, c, r), nil
		}
	}
	return u.enter(caps, c, r)
}

// list asks s for its tools and keeps them, asking again when the server says
// meanwhile that they have changed.
func (u *Upstream) list(s *session) error {
	ctx, cancel := context.WithTimeout(u.life, listToolsTimeout)
	defer cancel()
	for range maxRelists {
		before := u.drops.Load()
		raw, cut, err := s.list(ctx)
		if ctx.Err() != nil && u.life.Err() == nil {
			err = fmt.Errorf("%w to tools/list in %v", errNoAnswer, listToolsTimeout)
		}
		if err != nil {
			return fmt.Errorf("%s did not list its tools: %w", u.name, err)
		}
		u.keep(raw, cut)
		if u.drops.Load() == before {
			break
		}
	}
	return nil
}

// keep makes a list the one that is known. cut says that there was more.
func (u *Upstream) keep(raw []byte, cut bool) {
	commands, omitted := learn.Commands(raw)
	list := toolList{commands: commands, omitted: omitted, cut: cut, quiet: map[string]bool{}, known: true}
	for _, c := range commands {
		list.quiet[c.Name] = c.ReadOnly
	}
	u.mu.Lock()
	u.tools = list
	u.mu.Unlock()
	u.changed()
}

// drop notes that the tools have changed: the server said so.
func (u *Upstream) drop() {
	u.mu.Lock()
	u.tools.old = true
	u.mu.Unlock()
	u.drops.Add(1)
	u.changed()
}

// Call runs one command, opening the server when needed. A command that a
// server may have seen is never run a second time; one that met a session
// which had just ended was not seen by any.
func (u *Upstream) Call(ctx context.Context, caps Capabilities, c *Invocation, listen func(string)) (json.RawMessage, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	defer context.AfterFunc(u.life, func() { cancel(errEnding) })()
	for attempt := 0; ; attempt++ {
		raw, err := u.callOnce(ctx, cancel, caps, c, listen)
		if !errors.Is(err, errNotSent) {
			return raw, err
		}
		if attempt > 0 {
			return nil, notSentError(u.name, c.Command, err)
		}
	}
}

// callOnce runs a command in a session. Errors: errNotSent in the chain when no
// server can have seen it, with the session gone.
func (u *Upstream) callOnce(ctx context.Context, cancel context.CancelCauseFunc, caps Capabilities, c *Invocation, listen func(string)) (json.RawMessage, error) {
	u.mu.Lock()
	r := &running{ctx: ctx, began: time.Now(), cancel: cancel, quiet: u.tools.quiet[c.Command] && !u.loud[c.Command]}
	s, err := u.enter(caps, c, r)
	u.mu.Unlock()
	if err != nil {
		return nil, err
	}
	session, err := u.opened(ctx, s, listen)
	if err == nil {
		err = u.lives(ctx, s, session)
	}
	if err != nil {
		u.leave(s, c, false)
		return nil, err
	}
	limited, done := u.limits.call(ctx)
	raw, err := session.call(limited, c)
	givenUp := err != nil && limited.Err() != nil
	u.leave(s, c, givenUp && !r.quiet)
	switch {
	case err == nil:
	case givenUp:
		err = u.givenUp(limited, s, c)
	case errors.Is(err, errNotSent):
		u.forget(s)
	case errors.Is(err, ErrForeignState), ProtocolError(err) != nil, refusedError(err) != nil:
	default:
		u.forget(s)
		err = session.lost(u.name, c.Command, err)
	}
	done()
	return raw, err
}

// opened waits for a slot's session, as long as a caller has patience.
func (u *Upstream) opened(ctx context.Context, s *slot, listen func(string)) (*session, error) {
	ctx, cancel := u.patient(ctx)
	defer cancel()
	return s.opening.wait(ctx, listen)
}

// givenUp is the error of a call that ended before its answer came. The server
// is asked whether it lives: one that hangs would meet the next caller too.
func (u *Upstream) givenUp(ctx context.Context, s *slot, c *Invocation) error {
	if u.life.Err() == nil {
		u.pingUnused(s)
	}
	switch cause := context.Cause(ctx); {
	case errors.Is(cause, errEnding), errors.Is(cause, errCallTimeout):
		return &LostError{Provider: u.name, Command: c.Command, Err: cause}
	default:
		return cause
	}
}

// forget takes a slot out of use and ends its session.
func (u *Upstream) forget(s *slot) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.remove(s)
}

// close ends all sessions and returns when they are gone. Life must have ended
// before, so that no new one is opened.
func (u *Upstream) close() {
	u.mu.Lock()
	for len(u.slots) > 0 {
		u.remove(u.slots[0])
	}
	u.mu.Unlock()
	u.closing.Wait()
}
