// Package filter is the only package that touches the Wasm host. It gathers
// the facts of a request, asks the handler of the matched configuration and
// applies the Decision. It has no opinion of its own: where something is
// chosen, the code belongs to a handler.
package filter

import "github.com/higress-group/proxy-wasm-go-sdk/proxywasm"

// init is the module's entry: hosts run _initialize, never main.
func init() { proxywasm.SetVMContext(newVM()) }
