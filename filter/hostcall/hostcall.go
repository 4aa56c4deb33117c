//go:build !wasip1

package hostcall

import (
	"errors"
	"strconv"
	"time"

	"github.com/higress-group/proxy-wasm-go-sdk/proxywasm"
)

// ReplaceBodyHead always fails: the SDK's native host knows whole bodies only.
func ReplaceBodyHead(int, []byte) error { return errors.ErrUnsupported }

// Block is a header map as the host handed it over.
type Block [][2]string

// EachHeader shows the lines of a block.
func (b *Block) EachHeader(to Sink) {
	for _, line := range *b {
		to.AddHeader(line[0], line[1])
	}
}

// ReadHeaders shows to every line of a map.
func ReadHeaders(from Map, to Sink) (Block, error) {
	read := proxywasm.GetHttpRequestHeaders
	switch from {
	case RequestHeaders:
	case ReplyHeaders:
		read = proxywasm.GetHttpResponseHeaders
	case CallHeaders:
		read = proxywasm.GetHttpCallResponseHeaders
	}
	headers, err := read()
	for _, header := range headers {
		to.AddHeader(header[0], header[1])
	}
	return headers, err
}

// ResetReply breaks off the reply to the current request.
func ResetReply() error { return proxywasm.CloseDownstream() }

// ReadRequestBody returns the first size bytes of the buffered request body.
func ReadRequestBody(size int) ([]byte, error) { return proxywasm.GetHttpRequestBody(0, size) }

// ReplaceRequestHeader sets a request header.
func ReplaceRequestHeader(name, value string) error {
	return proxywasm.ReplaceHttpRequestHeader(name, value)
}

// SetContentLength sets the request's content-length.
func SetContentLength(n int) error { return ReplaceRequestHeader("content-length", strconv.Itoa(n)) }

// RemoveRequestHeader removes a request header.
func RemoveRequestHeader(name string) error { return proxywasm.RemoveHttpRequestHeader(name) }

// Now is the time in milliseconds since 1970.
func Now() int64 { return time.Now().UnixMilli() }

// SharedData returns a value that all workers share and its version, nothing and 0
// for none.
func SharedData(key string) (value []byte, version uint32) {
	value, version, err := proxywasm.GetSharedData(key)
	if err != nil {
		return nil, 0
	}
	return value, version
}

// Count adds one to a counter.
func Count(id uint32) { proxywasm.MetricCounter(id).Increment(1) }

// SetProperty leaves a value under a path of one part.
func SetProperty(name, value string) {
	_ = proxywasm.SetProperty([]string{name}, []byte(value))
}

// ClearRouteCache makes the host choose the route anew.
func ClearRouteCache() {
	_, _ = proxywasm.CallForeignFunction("clear_route_cache", nil)
}
