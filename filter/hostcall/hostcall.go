//go:build !wasip1

package hostcall

import (
	"errors"

	"github.com/higress-group/proxy-wasm-go-sdk/proxywasm"

	"mcp-router/exchange"
)

// ReplaceBodyHead always fails: the SDK's native host knows whole bodies only.
func ReplaceBodyHead(int, []byte) error { return errors.ErrUnsupported }

// ReadRequestHeaders notes the facts that the request headers hold, and with
// all the lines themselves.
func ReadRequestHeaders(request *exchange.Request, all bool) error {
	headers, err := proxywasm.GetHttpRequestHeaders()
	if all {
		request.Headers = exchange.HeaderLines(headers...)
	}
	return addPairs(request, headers, err)
}

// ReadReplyHeaders reads the head of the reply to the current request.
func ReadReplyHeaders(to Sink) error {
	headers, err := proxywasm.GetHttpResponseHeaders()
	return addPairs(to, headers, err)
}

// ReadCallHeaders reads the head of the reply to a call of ours.
func ReadCallHeaders(to Sink) error {
	headers, err := proxywasm.GetHttpCallResponseHeaders()
	return addPairs(to, headers, err)
}

func addPairs(to Sink, headers [][2]string, err error) error {
	for _, header := range headers {
		to.AddHeader(header[0], header[1])
	}
	return err
}

// ResetReply breaks off the reply to the current request.
func ResetReply() error { return proxywasm.CloseDownstream() }

// ReplaceRequestHeader sets a request header.
func ReplaceRequestHeader(name string, value []byte) error {
	return proxywasm.ReplaceHttpRequestHeader(name, string(value))
}

// SetProperty leaves a value under a path of one part.
func SetProperty(name, value string) {
	_ = proxywasm.SetProperty([]string{name}, []byte(value))
}

// ClearRouteCache makes the host choose the route anew.
func ClearRouteCache() {
	_, _ = proxywasm.CallForeignFunction("clear_route_cache", nil)
}
