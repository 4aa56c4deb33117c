//go:build panichook

package filter

import "bytes"

// panicHook lets tests see what a bug of ours does to a request: a body with
// the marker panics. Built with the tag panichook only.
func panicHook(body []byte) {
	if bytes.Contains(body, []byte("panic-hook")) {
		panic("panic hook")
	}
}
