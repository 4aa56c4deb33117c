package provider

import (
	"context"
	"errors"
	"slices"
	"time"
)

// maxSessions bounds the sessions that are open at once for one set of
// capabilities.
const maxSessions = 8

// extraIdle is how long a session beside the first stays unused.
const extraIdle = time.Minute

// slot is a session, or one that is being opened, and the calls that it was
// given. A provider's question does not say which call it belongs to, so calls
// stand in one session only where that cannot go wrong; see [slot.takes].
type slot struct {
	caps    Capabilities
	opening *shared[*session]
	idle    *time.Timer       // closes it; nil while it is used
	ping    *shared[struct{}] // on its way; nil without one

	calls map[*Invocation]*running
	// owner is the client whose call was given up: the server may still be at it,
	// and ask. Only that client uses the session from then on.
	owner any
}

// running is a call of a slot.
type running struct {
	ctx     context.Context // ended: the call was given up, and leaves
	began   time.Time
	cancel  context.CancelCauseFunc
	quiet   bool      // it is not expected to ask anything
	waiting time.Time // since when its client has been asked, zero if it is not
}

// client is whom a call's questions go to, nil for nobody.
func (c *Invocation) client() any {
	if c.Answerer == nil {
		return nil
	}
	return c.Answerer.Client()
}

// takes says whether a call may run in the slot's session: no question that
// comes meanwhile could reach the wrong client, or would have to be refused.
// That is so where nothing is asked, where all calls are one client's, and, as
// far as it can be foreseen, where all are quiet.
func (s *slot) takes(c *Invocation, quiet bool) bool {
	if s.caps == 0 || s.isStateless() {
		return true
	}
	if s.owner != nil && s.owner != c.client() {
		return false
	}
	same, calm := true, quiet
	for other, r := range s.calls {
		same = same && other.client() == c.client()
		calm = calm && r.quiet && r.waiting.IsZero()
	}
	return same || calm
}

// justBegun is how long a call is too young for a server to be busy with it. A
// client that gives a call up and makes the next one may be heard in either order.
const justBegun = time.Second

// busy is how many calls a server may be busy with: nobody has given them up, and
// they have not just begun.
func (s *slot) busy() (n int) {
	for _, r := range s.calls {
		if r.ctx.Err() == nil && time.Since(r.began) >= justBegun {
			n++
		}
	}
	return n
}

// isStateless says whether the server asks by input_required, in answer to the
// call itself.
func (s *slot) isStateless() bool {
	session, ok := s.ready()
	return ok && session.stateless
}

// ready returns the session if it is open.
func (s *slot) ready() (*session, bool) {
	select {
	case <-s.opening.done:
		return s.opening.value, s.opening.err == nil
	default:
		return nil, false
	}
}

// errGivenUp ends a call whose client has been asked and does not answer.
var errGivenUp = errors.New("the question was not answered, and somebody else needed the provider; the command was not completed")

// enter gives a call a session: one that may take it, else another one, else
// that of the call which has waited longest for its client's answer and is given
// up for it, else the least busy one. It needs u.mu.
func (u *Upstream) enter(caps Capabilities, c *Invocation, r *running) (*slot, error) {
	var same []*slot
	for _, s := range u.slots {
		if s.caps != caps {
			continue
		}
		if s.takes(c, r.quiet) {
			return u.join(s, c, r), nil
		}
		same = append(same, s)
	}
	if len(same) >= maxSessions && !u.makeRoom(same) {
		least := same[0]
		for _, s := range same {
			if len(s.calls) < len(least.calls) {
				least = s
			}
		}
		return u.join(least, c, r), nil
	}
	if err := u.failed.now(); err != nil {
		return nil, err
	}
	s := &slot{caps: caps, calls: map[*Invocation]*running{}}
	u.slots = append(u.slots, s)
	s.opening = share(func(stage func(string)) (*session, error) { return u.open(s, stage) })
	return u.join(s, c, r), nil
}

// join needs u.mu.
func (u *Upstream) join(s *slot, c *Invocation, r *running) *slot {
	s.calls[c] = r
	if s.idle != nil {
		s.idle.Stop()
		s.idle = nil
	}
	return s
}

// makeRoom takes the slot out whose client has been asked for longest, or that
// nobody uses, and says whether there was one. It needs u.mu.
func (u *Upstream) makeRoom(slots []*slot) bool {
	var longest *slot
	var since time.Time
	for _, s := range slots {
		if len(s.calls) == 0 {
			longest = s
			break
		}
		for _, r := range s.calls {
			if !r.waiting.IsZero() && (longest == nil || r.waiting.Before(since)) {
				longest, since = s, r.waiting
			}
		}
	}
	if longest == nil {
		return false
	}
	for _, r := range longest.calls {
		r.cancel(errGivenUp)
	}
	u.remove(longest)
	return true
}

// leave takes a call out of its slot. givenUp says that the server may still be
// at it. A session that only a client may use which does not come again, and
// that nobody uses any more, ends.
func (u *Upstream) leave(s *slot, c *Invocation, givenUp bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	delete(s.calls, c)
	if givenUp && s.caps != 0 && !s.isStateless() && c.client() != nil {
		s.owner = c.client()
	}
	if len(s.calls) > 0 || !slices.Contains(u.slots, s) {
		return
	}
	if s.owner != nil && c.Answerer != nil && c.Answerer.Transient() {
		u.remove(s)
		return
	}
	u.rest(s)
}

// rest lets an unused session end after a while, sooner one that is not the only
// one of its kind. It needs u.mu.
func (u *Upstream) rest(s *slot) {
	after := u.limits.Idle
	for _, other := range u.slots {
		if other != s && other.caps == s.caps && (after == 0 || after > extraIdle) {
			after = extraIdle
		}
	}
	if after == 0 {
		return
	}
	s.idle = time.AfterFunc(after, func() {
		u.mu.Lock()
		defer u.mu.Unlock()
		if len(s.calls) == 0 {
			u.remove(s)
		}
	})
}

// remove takes a slot out, if it is still there, and ends its session. It needs
// u.mu.
func (u *Upstream) remove(s *slot) {
	at := slices.Index(u.slots, s)
	if at < 0 {
		return
	}
	u.slots = slices.Delete(u.slots, at, at+1)
	if s.idle != nil {
		s.idle.Stop()
	}
	u.closing.Go(func() {
		if session, err := s.opening.wait(context.Background(), nil); err == nil {
			session.close()
		}
	})
}

// question finds the client that a question which came over a session is for.
// The calls that may have raised it are remembered as such that ask.
func (u *Upstream) question(from *session) (Answerer, func(), error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	s := u.slotOf(from)
	if s == nil {
		return nil, nil, errWhom
	}
	var found Answerer
	var asks []*running
	one := true
	for c, r := range s.calls {
		u.loud[c.Command] = true
		asks = append(asks, r)
		one = one && c.Answerer != nil && (found == nil || found.Client() == c.Answerer.Client())
		found = c.Answerer
	}
	if !one || found == nil || s.owner != nil && s.owner != found.Client() {
		return nil, nil, errWhom
	}
	u.waiting(asks, time.Now())
	return found, func() {
		u.mu.Lock()
		defer u.mu.Unlock()
		u.waiting(asks, time.Time{})
	}, nil
}

// waiting notes since when calls wait for their client. It needs u.mu.
func (u *Upstream) waiting(calls []*running, since time.Time) {
	for _, r := range calls {
		r.waiting = since
	}
}

// slotOf needs u.mu.
func (u *Upstream) slotOf(of *session) *slot {
	for _, s := range u.slots {
		if session, ok := s.ready(); ok && session == of {
			return s
		}
	}
	return nil
}
