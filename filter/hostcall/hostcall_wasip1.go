package hostcall

import (
	"fmt"
	"unsafe"

	"mcp-router/exchange"
	_ "mcp-router/filter/hostcall/abi" // marks the module for stock Envoy
)

// The ABI's numbers of the request body buffer and the reply's stream.
const (
	requestBody = 0
	replyStream = 1
)

//go:wasmimport env proxy_set_buffer_bytes
func setBufferBytes(buffer, start, length int32, data *byte, size int32) int32

//go:wasmimport env proxy_replace_header_map_value
func replaceHeader(headers int32, name *byte, nameSize int32, value *byte, valueSize int32) int32

//go:wasmimport env proxy_get_header_map_pairs
func getHeaders(headers int32, block unsafe.Pointer, size *int32) int32

//go:wasmimport env proxy_close_stream
func closeStream(stream int32) int32

//go:wasmimport env proxy_set_property
func setProperty(path *byte, pathSize int32, value *byte, valueSize int32) int32

//go:wasmimport env proxy_call_foreign_function
func callForeignFunction(name *byte, nameSize int32, argument *byte, argumentSize int32, result unsafe.Pointer, resultSize *int32) int32

// ReplaceBodyHead replaces the first replaced bytes of the buffered request
// body. Only they cross into the host, so that the cost of an edit depends on
// where it is, not on how long the body is. Callable in the body and trailers
// callbacks of a request.
func ReplaceBodyHead(replaced int, head []byte) error {
	if status := setBufferBytes(requestBody, 0, int32(replaced), unsafe.SliceData(head), int32(len(head))); status != 0 {
		return fmt.Errorf("proxy_set_buffer_bytes returned %d", status)
	}
	return nil
}

// Block is a header map as the host handed it over.
type Block string

// Headers are the lines of a block that ReadHeaders has found well-formed. They
// share its memory. Routed calls never ask for them, so the code stays out of the
// callback that they all run.
//
//go:noinline
func (b Block) Headers() exchange.Headers { return exchange.NewHeaders(lines(string(b))) }

// ReadHeaders shows to every line of a map, without taking any apart that nobody
// asks for. The lines share the block's memory.
func ReadHeaders(from Map, to Sink) (Block, error) {
	var block *byte
	var size int32
	if status := getHeaders(int32(from), unsafe.Pointer(&block), &size); status != 0 {
		return "", fmt.Errorf("proxy_get_header_map_pairs returned %d", status)
	}
	text := unsafe.String(block, size)
	return Block(text), addHeaders(to, text)
}

// ResetReply breaks off the reply to the current request: its head is out, and
// nothing else would tell the client that the rest is not to come.
func ResetReply() error {
	if status := closeStream(replyStream); status != 0 {
		return fmt.Errorf("proxy_close_stream returned %d", status)
	}
	return nil
}

// ReplaceRequestHeader sets a request header. The host copies the value.
func ReplaceRequestHeader(name string, value []byte) error {
	status := replaceHeader(int32(RequestHeaders), unsafe.StringData(name), int32(len(name)), unsafe.SliceData(value), int32(len(value)))
	if status != 0 {
		return fmt.Errorf("proxy_replace_header_map_value returned %d", status)
	}
	return nil
}

// SetProperty leaves a value under a path of one part. Nothing depends on it,
// so a refusal goes unheard. Unlike the SDK's it allocates nothing.
func SetProperty(name, value string) {
	setProperty(unsafe.StringData(name), int32(len(name)), unsafe.StringData(value), int32(len(value)))
}

const clearRouteCache = "clear_route_cache"

// ClearRouteCache makes the host choose the route anew. Not every host knows the
// function, and those do it with every header edit, so its answer says nothing.
func ClearRouteCache() {
	var result unsafe.Pointer
	var size int32
	callForeignFunction(unsafe.StringData(clearRouteCache), int32(len(clearRouteCache)), nil, 0, unsafe.Pointer(&result), &size)
}
