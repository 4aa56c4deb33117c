package hostcall

import (
	"errors"

	"mcp-router/exchange"
)

// errHeaderBlock reports headers that the host did not serialise as agreed.
var errHeaderBlock = errors.New("header block is malformed")

// addHeaders reads a serialised header map (proxy-wasm ABI 0.2.1): the number
// of headers, the sizes of each name and value, then the names and values with
// a NUL behind each; numbers are 32 bits, little-endian. The facts share the
// block's memory.
func addHeaders(request *exchange.Request, block string) error {
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
		request.AddHeader(block[at:value-1], block[value:end])
		at = end + 1
	}
	return nil
}

func number(s string) int {
	return int(uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24)
}
