// Package hostcall holds what the module exchanges with the host beyond the
// SDK's own functions.
package hostcall

import "mcp-router/filter/hostcall/body"

// ReplaceBodyHead replaces the first replaced bytes of the buffered request
// body. Only they cross into the host, so that the cost of an edit depends on
// where it is, not on how long the body is. Callable in the body and trailers
// callbacks of a request.
func ReplaceBodyHead(replaced int, head []byte) error { return body.ReplaceHead(replaced, head) }
