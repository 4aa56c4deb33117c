package filter

import (
	"errors"

	"github.com/higress-group/proxy-wasm-go-sdk/proxywasm"
	"github.com/higress-group/proxy-wasm-go-sdk/proxywasm/types"
	"github.com/higress-group/wasm-go/pkg/wrapper"

	"mcp-router/config"
)

// plugin is one running configuration.
type plugin struct {
	*wrapper.CommonPluginCtx[*scope]
	vm       *vm
	counters *counters
	calls    callCounters
	// only is the one scope when there is nothing to match: no host call then
	// asks which it is.
	only *scope
	// reserved are the request headers that only we may set, wherever in the
	// document they are named.
	reserved  []string
	logPrefix string
	// clearsRoute is true on hosts that do not choose the route anew by
	// themselves when a request header changes.
	clearsRoute bool
	// spare and scratch are used again from request to request: memory that the
	// last one touched is still near, and the collector has less to do.
	spare   []*held
	scratch []byte
}

// OnPluginStart reads the configuration, reports every problem of it and then
// starts what could be read, or refuses. The wrapper never sees a document that
// our own checks have not been through: it would print it, secrets included.
func (p *plugin) OnPluginStart(size int) (status types.OnPluginStartStatus) {
	defer func() {
		if r := recover(); r != nil {
			proxywasm.LogCriticalf("%sstart failed: %v", p.logPrefix, r)
			status = types.OnPluginStartStatusFailed
		}
	}()
	data, err := proxywasm.GetPluginConfiguration()
	if err != nil && !errors.Is(err, types.ErrorStatusNotFound) {
		proxywasm.LogCriticalf("%sthe configuration cannot be read: %v", p.logPrefix, err)
		return types.OnPluginStartStatusFailed
	}
	p.clearsRoute = isHigress()
	doc := config.Parse(data)
	p.logPrefix = logPrefix(doc.PluginID)
	p.reserved = doc.ServerHeaders
	for _, problem := range doc.Problems {
		proxywasm.LogErrorf("%sconfiguration: %s", p.logPrefix, problem)
	}
	if len(doc.Problems) > 0 && doc.OnConfigError == config.FailOnError {
		return types.OnPluginStartStatusFailed
	}
	return p.start(doc, size)
}

// start makes the scopes. Only rules need the wrapper, which refuses documents
// that cannot be matched and some that merely hold nothing.
func (p *plugin) start(doc *config.Document, size int) types.OnPluginStartStatus {
	switch {
	case doc.Unmatchable:
		p.only = newScope(nil, doc.Problems)
		return types.OnPluginStartStatusOK
	case len(doc.Rules) == 0:
		p.only = newScope(doc.Global, doc.GlobalProblems)
		if p.only.handler == nil {
			proxywasm.LogInfof("%snothing is configured or enabled: every request passes", p.logPrefix)
		}
		return types.OnPluginStartStatusOK
	}
	p.vm.loading = newScopes(doc)
	defer func() { p.vm.loading = nil }()
	return p.CommonPluginCtx.OnPluginStart(size)
}

// isHigress tells Higress, which speaks its own ABI 0.2.100, from hosts of ABI
// 0.2.1. Those clear the route cache with every header edit, and being told
// again costs as much as two edits.
func isHigress() bool {
	_, err := proxywasm.CallForeignFunction("get_log_level", nil)
	return err == nil
}

// logPrefix begins our log lines as the wrapper begins its own.
func logPrefix(pluginID string) string {
	if pluginID == "" {
		return "[" + pluginName + "] "
	}
	return "[" + pluginName + "] [" + pluginID + "] "
}

// NewHttpContext is called for every stream.
func (p *plugin) NewHttpContext(uint32) types.HttpContext { return &stream{plugin: p} }

// hold begins to hold a request.
func (p *plugin) hold() *held {
	var h *held
	if last := len(p.spare) - 1; last >= 0 {
		h, p.spare = p.spare[last], p.spare[:last]
	} else {
		h = new(held)
	}
	h.request.Reserved = p.reserved
	return h
}

// maxSpare bounds the held requests that are kept for use again.
const maxSpare = 64

// release takes back a request that nobody holds any more. One that is never
// released, because its client left, is the collector's.
func (p *plugin) release(h *held) {
	*h = held{}
	if len(p.spare) < maxSpare {
		p.spare = append(p.spare, h)
	}
}

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
