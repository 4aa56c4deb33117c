package provider

import (
	"context"
	"errors"
	"fmt"
	"time"
)

const (
	// DefaultStartTimeout is how long a started server may take to initialize.
	DefaultStartTimeout = time.Minute
	// listToolsTimeout is how long it may take to list its tools.
	listToolsTimeout = 30 * time.Second
	// startPatience is how long a caller waits for a start, which goes on
	// without it: clients give their requests up after a minute.
	startPatience = 25 * time.Second
	// maxBackoff bounds how long a server that failed is left alone.
	maxBackoff = 5 * time.Minute
)

// limits are what one server may take.
type limits struct {
	Start time.Duration // to initialize
	Call  time.Duration // for a command; 0: no limit
	Idle  time.Duration // without being used; 0: no limit
}

var (
	// errNoAnswer is in the chain of the error for a server that says nothing.
	errNoAnswer = errors.New("no answer")
	// errCallTimeout ends a call at its limit.
	errCallTimeout = errors.New("no answer within its callTimeout")
	// errEnding ends calls when the program ends.
	errEnding = errors.New("this server is ending")
	// errStarting is the end of a caller's patience, not of the start.
	errStarting = errors.New("is still starting")
)

// call bounds a call.
func (l limits) call(ctx context.Context) (context.Context, context.CancelFunc) {
	if l.Call == 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeoutCause(ctx, l.Call, fmt.Errorf("%w of %v", errCallTimeout, l.Call))
}

// patient bounds how long a caller waits for a start.
func (u *Upstream) patient(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeoutCause(ctx, startPatience,
		fmt.Errorf("%s %w, and goes on with it: call again in a moment", u.name, errStarting))
}

// failure is how opening a server went wrong last. The server is left alone for
// as long as that took, longer each time: who has waited for a time-out should
// not wait for the next one too. What fails at once is tried again at once, the
// first time.
type failure struct {
	err   error // nil after a success
	times int
	until time.Time
}

// now returns the error while the server is left alone.
func (f *failure) now() error {
	wait := time.Until(f.until)
	if f.err == nil || wait <= 0 {
		return nil
	}
	return fmt.Errorf("%w; it is tried again in %v", f.err, wait.Round(time.Second)+time.Second)
}

// note takes over how an opening that took so long went.
func (f *failure) note(err error, took time.Duration) {
	if err == nil {
		*f = failure{}
		return
	}
	wait := took.Truncate(time.Second)
	if f.times > 0 {
		wait = max(wait, time.Second)
	}
	f.err = err
	f.until = time.Now().Add(min(wait<<min(f.times, 10), maxBackoff))
	f.times++
}

// open opens the session of a slot, lists the tools that are not known yet, and
// watches over it.
func (u *Upstream) open(in *slot, stage func(string)) (*session, error) {
	begin := time.Now()
	s, err := u.dial(in.caps, stage)
	if err == nil && !u.fresh() {
		err = u.list(s)
	}
	if err == nil {
		err = u.life.Err()
	}
	if err != nil && s != nil {
		s.close()
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	if err != nil {
		if u.life.Err() == nil {
			u.failed.note(err, time.Since(begin))
		}
		u.remove(in)
		return nil, err
	}
	u.failed.note(nil, 0)
	if len(in.calls) == 0 {
		u.rest(in)
	}
	go func() {
		_ = s.client.Wait()
		u.forget(in)
	}()
	return s, nil
}

// fresh says whether the tools are known and have not changed since.
func (u *Upstream) fresh() bool {
	l := u.listed()
	return l.known && !l.old
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
	ctx, cancel := context.WithTimeout(u.life, u.limits.Start)
	defer cancel()
	s, err := connect(ctx, e, caps, stateless, u.drop, u.question)
	if err == nil {
		return s, nil
	}
	if ctx.Err() != nil && u.life.Err() == nil {
		err = fmt.Errorf("%w to initialize in %v", errNoAnswer, u.limits.Start)
	}
	if e.process == nil {
		return nil, redact(fmt.Errorf("%s cannot be reached: %w", u.name, err), e.secrets)
	}
	e.process.stop()
	return nil, startError(u.name, err, e.process)
}
