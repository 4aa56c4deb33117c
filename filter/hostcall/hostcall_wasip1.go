package hostcall

import (
	"fmt"
	"unsafe"

	"mcp-router/exchange"
	_ "mcp-router/filter/hostcall/abi" // marks the module for stock Envoy
)

// The ABI's numbers of buffers, header maps and streams.
const (
	requestBody    = 0
	requestHeaders = 0
	replyHeaders   = 2
	callHeaders    = 6
	replyStream    = 1
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

// ReadRequestHeaders notes the facts that the request headers hold, without
// taking any apart that nobody asks for, and with all keeps the whole block.
// Callable in the header callback.
func ReadRequestHeaders(request *exchange.Request, all bool) error {
	block, err := headerBlock(requestHeaders)
	if err != nil {
		return err
	}
	err = addHeaders(request, block)
	if all && err == nil {
		request.Headers = exchange.NewHeaders(lines(block))
	}
	return err
}

// ReadReplyHeaders reads the head of the reply to the current request. Callable
// in the header callback of the reply.
func ReadReplyHeaders(to Sink) error { return readHeaders(replyHeaders, to) }

// ReadCallHeaders reads the head of the reply to a call of ours. Callable in that
// call's callback.
func ReadCallHeaders(to Sink) error { return readHeaders(callHeaders, to) }

func readHeaders(headers int32, to Sink) error {
	block, err := headerBlock(headers)
	if err != nil {
		return err
	}
	return addHeaders(to, block)
}

func headerBlock(headers int32) (string, error) {
	var block *byte
	var size int32
	if status := getHeaders(headers, unsafe.Pointer(&block), &size); status != 0 {
		return "", fmt.Errorf("proxy_get_header_map_pairs returned %d", status)
	}
	return unsafe.String(block, size), nil
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
	status := replaceHeader(requestHeaders, unsafe.StringData(name), int32(len(name)), unsafe.SliceData(value), int32(len(value)))
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
