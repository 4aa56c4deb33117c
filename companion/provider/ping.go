package provider

import (
	"context"
	"fmt"
	"time"
)

const (
	// silence is how long a session may be quiet before it is pinged ahead of a
	// call.
	silence = 10 * time.Second
	// pingTimeout is how long the answer may take.
	pingTimeout = 5 * time.Second
)

// lives makes sure that a session which was silent, on which a call has just been
// given up, or which is being pinged already, still answers. Errors: errNotSent, with the session gone.
func (u *Upstream) lives(ctx context.Context, s *slot, of *session) error {
	u.mu.Lock()
	if s.ping == nil && (of.silent() >= silence || s.hasGivenUp()) {
		u.ping(s, of)
	}
	p := s.ping
	u.mu.Unlock()
	if p == nil {
		return nil
	}
	if _, err := p.wait(ctx, nil); err != nil {
		if ctx.Err() != nil {
			return err
		}
		return fmt.Errorf("%w: %w", errNotSent, err)
	}
	return nil
}

// pingUnused pings the session of a slot whose server is busy with nothing.
func (u *Upstream) pingUnused(s *slot) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if of, ok := s.ready(); ok && s.busy() == 0 && s.ping == nil {
		u.ping(s, of)
	}
}

// hasGivenUp says whether a call is on its way out. It needs u.mu.
func (s *slot) hasGivenUp() bool {
	for _, r := range s.calls {
		if r.ctx.Err() != nil {
			return true
		}
	}
	return false
}

// ping begins a ping, and ends the session when it is not answered. While a
// server is busy with a call none is sent: it may be right not to answer
// meanwhile. It needs u.mu.
func (u *Upstream) ping(s *slot, of *session) {
	if of.process == nil || of.stateless || s.busy() > 0 {
		return // nothing is kept open that could hang, or there is no ping
	}
	s.ping = share(func(func(string)) (struct{}, error) {
		ctx, cancel := context.WithTimeout(u.life, pingTimeout)
		defer cancel()
		err := of.ping(ctx)
		if err != nil && ctx.Err() != nil {
			err = fmt.Errorf("%w to a ping in %v", errNoAnswer, pingTimeout)
		}
		u.mu.Lock()
		defer u.mu.Unlock()
		s.ping = nil
		if err != nil {
			u.remove(s)
		}
		return struct{}{}, err
	})
}
