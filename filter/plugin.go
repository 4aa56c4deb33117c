package filter

import (
	"errors"
	"os"

	"github.com/higress-group/proxy-wasm-go-sdk/proxywasm"
	"github.com/higress-group/proxy-wasm-go-sdk/proxywasm/types"
	"github.com/higress-group/wasm-go/pkg/wrapper"

	"mcp-router/config"
)

// plugin is one running configuration.
type plugin struct {
	*wrapper.CommonPluginCtx[struct{}]
	vm       *vm
	counters *counters
	calls    callCounters
	// refused are the clusters to which the host has taken no call.
	refused map[string]bool
	scopes  *scopes
	// reserved are the request headers that only we may set, wherever in the
	// document they are named.
	reserved  []string
	logPrefix string
	// higress is false on stock Envoy, which chooses the route anew by itself when
	// a request header changes, and does not tell modules its routes' names.
	higress bool
	// spare, a list of spares entries, and scratch are used again from request to
	// request: memory that the last one touched is still near, and the collector
	// has less to do.
	spare   *held
	spares  int
	scratch []byte
}

// OnPluginStart reads the configuration, reports every problem of it and then
// starts what could be read, or refuses.
func (p *plugin) OnPluginStart(int) (status types.OnPluginStartStatus) {
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
	p.higress = isHigress()
	doc := config.ParseWith(data, config.Environment{SessionKeys: os.Getenv(config.EnvironmentSessionKeys)})
	p.logPrefix = logPrefix(doc.PluginID)
	p.reserved = doc.ServerHeaders
	for _, problem := range doc.Problems {
		proxywasm.LogErrorf("%sconfiguration: %s", p.logPrefix, problem)
	}
	if len(doc.Problems) > 0 && doc.OnConfigError == config.FailOnError {
		return types.OnPluginStartStatusFailed
	}
	p.scopes = newScopes(doc, world{p.logPrefix})
	if len(p.reserved) == 0 {
		p.scopes.settle()
	}
	p.announce(doc)
	return types.OnPluginStartStatusOK
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
	if p.spare == nil {
		p.addSpare()
	}
	h := p.spare
	p.spare, h.next = h.next, nil
	p.spares--
	h.request.Reserved = p.reserved
	return h
}

//go:noinline
func (p *plugin) addSpare() { p.release(new(held)) }

// maxSpare bounds the held requests that are kept for use again.
const maxSpare = 64

// release takes back a request that nobody holds any more. One that is never
// released, because its client left, is the collector's.
//
//go:noinline
func (p *plugin) release(h *held) {
	*h = held{}
	if p.spares < maxSpare {
		h.next, p.spare = p.spare, h
		p.spares++
	}
}
