//go:build !wasip1

package hostcall

import (
	"errors"

	"github.com/higress-group/proxy-wasm-go-sdk/proxywasm"
)

// ReplaceBodyHead always fails: the SDK's native host knows whole bodies only.
func ReplaceBodyHead(int, []byte) error { return errors.ErrUnsupported }

// SetProperty leaves a value under a path of one part.
func SetProperty(name, value string) {
	_ = proxywasm.SetProperty([]string{name}, []byte(value))
}

// ClearRouteCache makes the host choose the route anew.
func ClearRouteCache() {
	_, _ = proxywasm.CallForeignFunction("clear_route_cache", nil)
}
