// Command minimal is a filter that makes the host calls of a routed tools/call
// with next to no code between them: what any Go filter on the SDK pays to route.
// It finds the name by a pattern and checks nothing.
package main

import (
	"bytes"

	"github.com/higress-group/proxy-wasm-go-sdk/proxywasm"
	"github.com/higress-group/proxy-wasm-go-sdk/proxywasm/types"
	"github.com/tidwall/gjson"

	"mcp-router/filter/hostcall" // marks the module for stock Envoy, too
)

func init() { proxywasm.SetVMContext(&vm{}) }

func main() {}

type vm struct{ types.DefaultVMContext }

func (*vm) NewPluginContext(uint32) types.PluginContext { return &plugin{} }

type server struct{ name, domain, path string }

type plugin struct {
	types.DefaultPluginContext
	servers []server
	counter uint32
	head    []byte
}

// OnPluginStart reads the servers from the configuration of envoy.yaml.
func (p *plugin) OnPluginStart(int) types.OnPluginStartStatus {
	data, err := proxywasm.GetPluginConfiguration()
	if err != nil {
		return types.OnPluginStartStatusFailed
	}
	for _, s := range gjson.GetBytes(data, "servers").Array() {
		p.servers = append(p.servers, server{s.Get("name").String(), s.Get("domain").String(), s.Get("path").String()})
	}
	p.counter = uint32(proxywasm.DefineCounterMetric("minimal.requests"))
	return types.OnPluginStartStatusOK
}

func (p *plugin) NewHttpContext(uint32) types.HttpContext { return &stream{plugin: p} }

type stream struct {
	types.DefaultHttpContext
	plugin *plugin
}

// AddHeader forgets a header: the minimum is to have read it.
func (*stream) AddHeader(string, string) {}

// OnHttpRequestHeaders reads the headers, looks at none and waits for the body.
func (s *stream) OnHttpRequestHeaders(_ int, endOfStream bool) types.Action {
	if endOfStream {
		return types.ActionContinue
	}
	_, _ = hostcall.ReadHeaders(hostcall.RequestHeaders, s)
	return types.HeaderStopIteration
}

var key = []byte(`"name":"`)

// OnHttpRequestBody routes. A host call that fails shows as a wrong answer, which
// the benchmark checks for.
func (s *stream) OnHttpRequestBody(size int, endOfStream bool) types.Action {
	if !endOfStream {
		return types.ActionPause
	}
	body, err := hostcall.ReadRequestBody(size)
	start := bytes.Index(body, key) + len(key)
	slash := bytes.IndexByte(body[start:], '/')
	if err != nil || slash < 0 {
		return types.ActionContinue
	}
	p := s.plugin
	for i := range p.servers {
		to := &p.servers[i]
		if string(body[start:start+slash]) != to.name {
			continue
		}
		_ = hostcall.ReplaceRequestHeader(":authority", to.domain)
		_ = hostcall.ReplaceRequestHeader(":path", to.path)
		_ = hostcall.SetContentLength(len(body) - slash - 1)
		p.head = append(p.head[:0], body[:start]...)
		_ = hostcall.ReplaceBodyHead(start+slash+1, p.head)
		hostcall.Count(p.counter)
		hostcall.SetProperty("mcp_server", to.name)
		hostcall.SetProperty("mcp_tool", "get-weather")
		break
	}
	return types.ActionContinue
}
