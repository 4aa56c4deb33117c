package filter

import (
	"github.com/higress-group/proxy-wasm-go-sdk/proxywasm/types"
	"github.com/higress-group/wasm-go/pkg/wrapper"
)

// pluginName appears in the wrapper's log lines.
const pluginName = "mcp-router"

// vm is the module instance. The Higress wrapper gives it and its plugins their
// life cycle. Neither the configuration nor requests pass through the wrapper
// (docs/RATIONALE.md, "Why the wrapper for the life cycle and for nothing else?").
type vm struct {
	*wrapper.CommonVmCtx[struct{}]
	// underWay are the calls to servers of all its configurations.
	underWay underWay
}

func newVM() *vm { return &vm{CommonVmCtx: wrapper.NewCommonVmCtx[struct{}](pluginName)} }

// NewPluginContext is called once for every configuration of the plugin.
func (v *vm) NewPluginContext(contextID uint32) types.PluginContext {
	common, ok := v.CommonVmCtx.NewPluginContext(contextID).(*wrapper.CommonPluginCtx[struct{}])
	if !ok {
		panic("the wrapper's plugin context has changed its type")
	}
	return &plugin{CommonPluginCtx: common, vm: v, counters: newCounters(), calls: callCounters{}, refused: map[string]bool{}, logPrefix: logPrefix("")}
}
