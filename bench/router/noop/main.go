// Command noop is a filter that does nothing: what a Go module in Envoy costs by
// being there, every callback of the SDK included.
package main

import (
	"github.com/higress-group/proxy-wasm-go-sdk/proxywasm"
	"github.com/higress-group/proxy-wasm-go-sdk/proxywasm/types"

	_ "mcp-router/bench/router/marker" // stock Envoy asks for it
)

func init() { proxywasm.SetVMContext(&vm{}) }

func main() {}

type vm struct{ types.DefaultVMContext }

func (*vm) NewPluginContext(uint32) types.PluginContext { return &plugin{} }

type plugin struct{ types.DefaultPluginContext }

func (*plugin) NewHttpContext(uint32) types.HttpContext { //nolint:revive // the SDK's name
	return &types.DefaultHttpContext{}
}
