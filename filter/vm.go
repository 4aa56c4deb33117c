package filter

import "github.com/higress-group/proxy-wasm-go-sdk/proxywasm/types"

// pluginName appears in log lines.
const pluginName = "mcp-router"

// vm is the module instance. It and its plugins stand on the SDK alone
// (docs/RATIONALE.md, "Why not Higress's wrapper?").
type vm struct {
	types.DefaultVMContext
	// underWay are the calls to servers of all its configurations.
	underWay underWay
}

func newVM() *vm { return &vm{} }

// NewPluginContext is called once for every configuration of the plugin.
func (v *vm) NewPluginContext(uint32) types.PluginContext {
	return &plugin{vm: v, counters: newCounters(), calls: callCounters{}, logPrefix: logPrefix("")}
}
