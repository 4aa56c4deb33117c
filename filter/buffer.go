package filter

import (
	"strconv"

	"mcp-router/exchange"
	"mcp-router/filter/hostcall"
)

// smallestBuffer is the smallest request buffer of any host by default:
// Higress's, in bytes.
const smallestBuffer = 32 << 10

// raiseBufferLimit makes room for a body of up to limit bytes where the host's
// buffer may be too small for it. Higress reads the property; elsewhere the
// listener's per_connection_buffer_limit_bytes counts and the property is an
// unread note.
func raiseBufferLimit(request *exchange.Request, limit int) {
	if digits := len(request.ContentLength.Value); digits > 0 && digits < smallDigits {
		return // shorter than any
	}
	raiseBufferLimitFor(request, limit)
}

// smallDigits is how many digits a length has that smallestBuffer may not hold.
const smallDigits = 5

func raiseBufferLimitFor(request *exchange.Request, limit int) {
	if length, ok := request.BodyLength(); ok && length < smallestBuffer {
		return
	}
	hostcall.SetProperty("set_decoder_buffer_limit", strconv.Itoa(limit))
}
