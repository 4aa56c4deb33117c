package filter

import "runtime"

// bigAnswer is the size of a server's answer, in bytes, from which the collector
// may need more time than it gets between the lines of a callback.
const bigAnswer = 64 << 10

// yieldAfter lets the collector's own goroutines run after a big answer: in a
// module they run at no other time (docs/RATIONALE.md, "Why does a callback yield
// after a big answer?").
func yieldAfter(bodySize int) {
	if bodySize > bigAnswer {
		runtime.Gosched()
	}
}
