package hostcall

import (
	"errors"

	"mcp-router/exchange"
)

// Map is a header map of the host's, by its number in the ABI.
type Map int32

// The maps that can be read, each in the callbacks of its own kind: the request's
// in OnHttpRequestHeaders, the reply's in OnHttpResponseHeaders, those of a call's
// reply in the call's callback.
const (
	RequestHeaders Map = 0
	ReplyHeaders   Map = 2
	CallHeaders    Map = 6
)

// Sink takes header lines.
type Sink = exchange.HeaderSink

// errHeaderBlock reports headers that the host did not serialise as agreed.
var errHeaderBlock = errors.New("header block is malformed")

// addHeaders reads a serialised header map (proxy-wasm ABI 0.2.1): the number
// of headers, the sizes of each name and value, then the names and values with
// a NUL behind each; numbers are 32 bits, little-endian. The lines share the
// block's memory.
func addHeaders(to Sink, block string) error {
	if len(block) < 4 {
		return errHeaderBlock
	}
	count := number(block)
	at := 4 + 8*count
	if count < 0 || at > len(block) {
		return errHeaderBlock
	}
	for sizes := block[4:at]; len(sizes) > 0; sizes = sizes[8:] {
		value := at + number(sizes) + 1
		end := value + number(sizes[4:])
		if value <= at || end < value || end >= len(block) {
			return errHeaderBlock
		}
		to.AddHeader(block[at:value-1], block[value:end])
		at = end + 1
	}
	return nil
}

func number(s string) int {
	_ = s[3]
	return int(uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24)
}
