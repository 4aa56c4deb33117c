// Package body edits a part of the request body.
package body

import (
	"fmt"

	_ "mcp-router/filter/hostcall/body/abi" // the export's place: see there
)

// requestBody is the ABI's number of the request body buffer.
const requestBody = 0

//go:wasmimport env proxy_set_buffer_bytes
func setBufferBytes(buffer, start, length int32, data *byte, size int32) int32

// ReplaceHead replaces the first replaced bytes of the request body.
func ReplaceHead(replaced int, head []byte) error {
	var data *byte
	if len(head) > 0 {
		data = &head[0]
	}
	if status := setBufferBytes(requestBody, 0, int32(replaced), data, int32(len(head))); status != 0 {
		return fmt.Errorf("proxy_set_buffer_bytes returned %d", status)
	}
	return nil
}
