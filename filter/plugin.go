package filter

import (
	"github.com/higress-group/proxy-wasm-go-sdk/proxywasm"
	"github.com/higress-group/proxy-wasm-go-sdk/proxywasm/types"
	"github.com/higress-group/wasm-go/pkg/wrapper"

	"mcp-router/config"
)

// plugin is one running configuration.
type plugin struct {
	*wrapper.CommonPluginCtx[*scope]
	vm       *vm
	counters counters
	// only is the global scope when there are no rules: matching then needs no
	// host call at all.
	only *scope
}

// OnPluginStart reads the configuration, reports every problem of it and then
// lets the wrapper take over. The wrapper never sees a document that our own
// checks have not been through: it would print invalid ones, secrets included.
func (p *plugin) OnPluginStart(size int) (status types.OnPluginStartStatus) {
	defer func() {
		if r := recover(); r != nil {
			proxywasm.LogCriticalf("mcp-router: start failed: %v", r)
			status = types.OnPluginStartStatusFailed
		}
	}()
	data, err := proxywasm.GetPluginConfiguration()
	if err != nil && err != types.ErrorStatusNotFound {
		proxywasm.LogCriticalf("mcp-router: configuration cannot be read: %v", err)
		return types.OnPluginStartStatusFailed
	}
	doc := config.Parse(data)
	for _, problem := range doc.Problems {
		proxywasm.LogErrorf("mcp-router: configuration: %s", problem)
	}
	if len(doc.Problems) > 0 && doc.OnConfigError == config.FailOnError {
		return types.OnPluginStartStatusFailed
	}
	if doc.Global == nil && len(doc.Rules) == 0 {
		proxywasm.LogInfo("mcp-router: no configuration, every request passes")
	}
	return p.start(doc, size)
}

func (p *plugin) start(doc *config.Document, size int) types.OnPluginStartStatus {
	p.vm.loading = newScopes(doc)
	defer func() { p.vm.loading = nil }()
	if len(doc.Rules) == 0 {
		p.only = p.vm.loading.global
	}
	return p.CommonPluginCtx.OnPluginStart(size)
}

// NewHttpContext is called for every stream.
func (p *plugin) NewHttpContext(uint32) types.HttpContext { return &stream{plugin: p} }

// scope finds the configuration that applies to the current request; nil lets
// it pass. Only in the request header phase.
func (p *plugin) scope() (*scope, error) {
	if p.only != nil {
		return p.only, nil
	}
	matched, err := p.GetMatchConfig()
	if err != nil || matched == nil {
		return nil, err
	}
	return *matched, nil
}
