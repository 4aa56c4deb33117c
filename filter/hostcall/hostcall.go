//go:build !wasip1

package hostcall

import (
	"errors"

	"github.com/higress-group/proxy-wasm-go-sdk/proxywasm"

	"mcp-router/exchange"
)

// ReplaceBodyHead always fails: the SDK's native host knows whole bodies only.
func ReplaceBodyHead(int, []byte) error { return errors.ErrUnsupported }

// ReadRequestHeaders notes the facts that the request headers hold.
func ReadRequestHeaders(request *exchange.Request) error {
	headers, err := proxywasm.GetHttpRequestHeaders()
	for _, header := range headers {
		request.AddHeader(header[0], header[1])
	}
	return err
}

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
