package filter

import "mcp-router/exchange"

// underWay knows the calls under way by a number of ours, each with the time
// when it ends at the latest, in milliseconds since 1970. The host does not tell
// when a call ends whose client has left, so the time frees its place.
type underWay struct {
	ends map[uint64]int64
	last uint64
}

// start takes a place for a call, unless all are taken.
func (u *underWay) start(now int64, timeoutMs uint32) (ticket uint64, ok bool) {
	if len(u.ends) >= exchange.MaxUnderWay {
		u.expire(now)
		if len(u.ends) >= exchange.MaxUnderWay {
			return 0, false
		}
	}
	if u.ends == nil {
		u.ends = make(map[uint64]int64)
	}
	u.last++
	u.ends[u.last] = now + int64(timeoutMs)
	return u.last, true
}

// end gives a call's place back. A place is given back once, whoever comes first.
func (u *underWay) end(ticket uint64) { delete(u.ends, ticket) }

// expire gives back the places of calls that must have ended.
func (u *underWay) expire(now int64) {
	for ticket, end := range u.ends {
		if end < now {
			delete(u.ends, ticket)
		}
	}
}
