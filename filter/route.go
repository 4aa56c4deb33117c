package filter

import (
	"strconv"

	"github.com/higress-group/proxy-wasm-go-sdk/proxywasm"

	"mcp-router/exchange"
)

// clearRouteCache makes the host choose the route anew. Hosts that speak ABI
// 0.2.1 do it with every header edit and may not know the function, so its
// error says nothing.
func clearRouteCache() {
	_, _ = proxywasm.CallForeignFunction("clear_route_cache", nil)
}

// smallestBuffer is the smallest request buffer of any host by default:
// Higress's, in bytes.
const smallestBuffer = 32 << 10

// raiseBufferLimit makes room for a body of up to max bytes where the host's
// buffer may be too small for it. Higress reads the property; elsewhere the
// listener's per_connection_buffer_limit_bytes counts and the property is an
// unread note.
func raiseBufferLimit(headers exchange.Headers, max int) {
	if value, ok := headers.Get("content-length"); ok {
		if length, err := strconv.Atoi(value); err == nil && length < smallestBuffer {
			return
		}
	}
	_ = proxywasm.SetProperty([]string{"set_decoder_buffer_limit"}, []byte(strconv.Itoa(max)))
}
