package filter

import (
	"github.com/higress-group/proxy-wasm-go-sdk/proxywasm/types"
	"github.com/higress-group/wasm-go/pkg/wrapper"
)

// pluginName appears in the wrapper's log lines.
const pluginName = "mcp-router"

// vm is the module instance. The Higress wrapper gives it the life cycle:
// configuration, _rules_ matching, plugin ids. Requests do not pass through the
// wrapper (docs/RATIONALE.md, "Why the wrapper for the life cycle but not for
// requests?").
type vm struct {
	*wrapper.CommonVmCtx[*scope]
	// loading holds the scopes of the configuration being started, for the
	// wrapper's parse callbacks to hand out.
	loading *scopes
	// underWay are the calls to servers of all its configurations.
	underWay underWay
}

func newVM() *vm {
	v := &vm{}
	v.CommonVmCtx = wrapper.NewCommonVmCtx(pluginName, wrapper.ParseOverrideRawConfig(
		func(_ []byte, out **scope) error {
			*out = v.loading.global
			return nil
		},
		func(_ []byte, _ *scope, out **scope) error {
			*out = v.loading.nextRule()
			return nil
		},
	))
	return v
}

// NewPluginContext is called once for every configuration of the plugin.
func (v *vm) NewPluginContext(contextID uint32) types.PluginContext {
	common, ok := v.CommonVmCtx.NewPluginContext(contextID).(*wrapper.CommonPluginCtx[*scope])
	if !ok {
		panic("the wrapper's plugin context has changed its type")
	}
	return &plugin{CommonPluginCtx: common, vm: v, counters: newCounters(), calls: callCounters{}, logPrefix: logPrefix("")}
}
