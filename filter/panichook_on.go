//go:build panichook

package filter

import "bytes"

// panicHook lets tests see what a bug of ours does to a request: a body with one
// marker panics, and one with the other ends the VM. Built with the tag panichook
// only.
func panicHook(body []byte) {
	switch {
	case bytes.Contains(body, []byte("panic-hook")):
		panic("panic hook")
	case bytes.Contains(body, []byte("trap-hook")):
		panic(overflow(1))
	}
}

// overflow runs out of stack, which no guard sees.
func overflow(depth int) int {
	if depth == 0 {
		return 0
	}
	return overflow(depth+1) + depth
}
