package exchange

// Plan is a request under way that needs answers of servers. It belongs to one
// request and is never used by two callers at a time.
type Plan interface {
	// Answer takes what became of the call with this token, exactly once for
	// every call. It returns nil to wait for the others, an Ask to put more calls
	// beside those under way, and Pass, Forward or Reply to end the plan: answers
	// that are still to come are then dropped. Waiting with no call under way is
	// a failure.
	Answer(token int, reply CallReply) Decision
}
