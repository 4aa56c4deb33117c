package hostcall

import (
	"strconv"
	"unsafe"

	_ "mcp-router/filter/hostcall/abi" // marks the module for stock Envoy
)

// The ABI's numbers of the request body buffer and the reply's stream.
const (
	requestBody = 0
	replyStream = 1
)

//go:wasmimport env proxy_set_buffer_bytes
func setBufferBytes(buffer, start, length int32, data *byte, size int32) int32

//go:wasmimport env proxy_get_buffer_bytes
func getBufferBytes(buffer, start, length int32, block unsafe.Pointer, size *int32) int32

//go:wasmimport env proxy_replace_header_map_value
func replaceHeader(headers int32, name *byte, nameSize int32, value *byte, valueSize int32) int32

//go:wasmimport env proxy_remove_header_map_value
func removeHeader(headers int32, name *byte, nameSize int32) int32

//go:wasmimport env proxy_increment_metric
func incrementMetric(id int32, by int64) int32

//go:wasmimport env proxy_get_header_map_pairs
func getHeaders(headers int32, block unsafe.Pointer, size *int32) int32

//go:wasmimport env proxy_get_shared_data
func getSharedData(key *byte, keySize int32, value unsafe.Pointer, size *int32, version *uint32) int32

//go:wasmimport wasi_snapshot_preview1 clock_time_get
func clockTime(clock int32, precision int64, nanoseconds *int64) uint32

//go:wasmimport env proxy_close_stream
func closeStream(stream int32) int32

//go:wasmimport env proxy_set_property
func setProperty(path *byte, pathSize int32, value *byte, valueSize int32) int32

//go:wasmimport env proxy_call_foreign_function
func callForeignFunction(name *byte, nameSize int32, argument *byte, argumentSize int32, result unsafe.Pointer, resultSize *int32) int32

// answer and answerSize are where the host leaves what a call returns. Variables of
// a function would be allocated for each call, as the compiler cannot see what
// the host does with them; there is one thread, and nothing is called between.
var (
	answer        *byte
	answerSize    int32
	answerVersion uint32
	answerTime    int64
)

// returned is what the last call returned, which is not empty.
func returned() []byte { return (*[1 << 30]byte)(unsafe.Pointer(answer))[:answerSize:answerSize] }

// failed is the error of a host call. It stands apart: where all goes well, its
// code is not read.
//
//go:noinline
func failed(call string, status int32) error { return callError{call, status} }

// callError is a host call's status other than OK.
type callError struct {
	call   string
	status int32
}

func (e callError) Error() string { return e.call + " returned " + strconv.Itoa(int(e.status)) }

// ReplaceBodyHead replaces the first replaced bytes of the buffered request
// body. Only they cross into the host, so that the cost of an edit depends on
// where it is, not on how long the body is. Callable in the body and trailers
// callbacks of a request.
func ReplaceBodyHead(replaced int, head []byte) error {
	if status := setBufferBytes(requestBody, 0, int32(replaced), unsafe.SliceData(head), int32(len(head))); status != 0 {
		return failed("proxy_set_buffer_bytes", status)
	}
	return nil
}

// ReadRequestBody returns the first size bytes of the buffered request body.
// Callable in the body and trailers callbacks of a request.
func ReadRequestBody(size int) ([]byte, error) {
	if status := getBufferBytes(requestBody, 0, int32(size), unsafe.Pointer(&answer), &answerSize); status != 0 {
		return nil, failed("proxy_get_buffer_bytes", status)
	}
	return returned(), nil
}

// Block is a header map as the host handed it over.
type Block string

// EachHeader shows the lines of a block that ReadHeaders has found well-formed. They
// share its memory.
func (b *Block) EachHeader(to Sink) { _ = addHeaders(to, string(*b)) }

// ReadHeaders shows to every line of a map, without taking any apart that nobody
// asks for. The lines share the block's memory.
func ReadHeaders(from Map, to Sink) (Block, error) {
	if status := getHeaders(int32(from), unsafe.Pointer(&answer), &answerSize); status != 0 {
		return "", failed("proxy_get_header_map_pairs", status)
	}
	block := returned()
	text := *(*string)(unsafe.Pointer(&block))
	return Block(text), addHeaders(to, text)
}

// ResetReply breaks off the reply to the current request: its head is out, and
// nothing else would tell the client that the rest is not to come.
func ResetReply() error {
	if status := closeStream(replyStream); status != 0 {
		return failed("proxy_close_stream", status)
	}
	return nil
}

// ReplaceRequestHeader sets a request header. The host copies the value.
func ReplaceRequestHeader(name, value string) error {
	status := replaceHeader(int32(RequestHeaders), unsafe.StringData(name), int32(len(name)), unsafe.StringData(value), int32(len(value)))
	if status != 0 {
		return failed("proxy_replace_header_map_value", status)
	}
	return nil
}

// digits is where a number becomes text.
var digits [10]byte

// SetContentLength sets the request's content-length to n, which is not negative.
func SetContentLength(n int) error {
	at := len(digits)
	for rest := uint32(n); ; rest /= 10 {
		at--
		digits[at] = byte('0' + rest%10)
		if rest < 10 {
			break
		}
	}
	return ReplaceRequestHeader("content-length", unsafe.String(&digits[at], len(digits)-at))
}

// RemoveRequestHeader removes a request header, every line of it.
func RemoveRequestHeader(name string) error {
	if status := removeHeader(int32(RequestHeaders), unsafe.StringData(name), int32(len(name))); status != 0 {
		return failed("proxy_remove_header_map_value", status)
	}
	return nil
}

// Now is the time in milliseconds since 1970. Unlike time.Now it asks the host once
// and leaves the monotonic clock alone.
func Now() int64 {
	const realtime, millisecond = 0, 1_000_000
	clockTime(realtime, millisecond, &answerTime)
	return answerTime / millisecond
}

// SharedData returns a value that all workers share and its version, nothing and 0
// for none.
func SharedData(key string) (value []byte, version uint32) {
	answerSize = 0
	if getSharedData(unsafe.StringData(key), int32(len(key)), unsafe.Pointer(&answer), &answerSize, &answerVersion) != 0 {
		return nil, 0
	}
	if answerSize == 0 {
		return nil, answerVersion // the host hands over no memory
	}
	return returned(), answerVersion
}

// Count adds one to a counter. Nothing depends on it, so a refusal goes unheard.
func Count(id uint32) { incrementMetric(int32(id), 1) }

// SetProperty leaves a value under a path of one part. Nothing depends on it,
// so a refusal goes unheard. Unlike the SDK's it allocates nothing.
func SetProperty(name, value string) {
	setProperty(unsafe.StringData(name), int32(len(name)), unsafe.StringData(value), int32(len(value)))
}

const clearRouteCache = "clear_route_cache"

// ClearRouteCache makes the host choose the route anew. Not every host knows the
// function, and those do it with every header edit, so its answer says nothing.
func ClearRouteCache() {
	callForeignFunction(unsafe.StringData(clearRouteCache), int32(len(clearRouteCache)), nil, 0, unsafe.Pointer(&answer), &answerSize)
}
