// Command wrapper is the shortest router for Higress: gjson, sjson, and every
// request through the wrapper's HTTP context, as plugins for Higress are usually
// written. It stands for their class of cost; it checks nothing.
package main

import (
	"strconv"
	"strings"

	"github.com/higress-group/proxy-wasm-go-sdk/proxywasm"
	"github.com/higress-group/proxy-wasm-go-sdk/proxywasm/types"
	"github.com/higress-group/wasm-go/pkg/wrapper"
	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"

	_ "mcp-router/bench/router/marker" // stock Envoy asks for it
)

func init() {
	wrapper.SetCtx("wrapper",
		wrapper.ParseConfig(parse),
		wrapper.ProcessRequestHeaders(onHeaders),
		wrapper.ProcessRequestBody(onBody))
}

func main() {}

type servers map[string]target

type target struct{ domain, path string }

func parse(json gjson.Result, to *servers) error {
	*to = servers{}
	for _, s := range json.Get("servers").Array() {
		(*to)[s.Get("name").String()] = target{s.Get("domain").String(), s.Get("path").String()}
	}
	return nil
}

func onHeaders(ctx wrapper.HttpContext, _ servers) types.Action {
	if !ctx.HasRequestBody() {
		return types.ActionContinue
	}
	return types.HeaderStopIteration
}

func onBody(_ wrapper.HttpContext, known servers, body []byte) types.Action {
	if gjson.GetBytes(body, "method").String() != "tools/call" {
		return types.ActionContinue
	}
	name, tool, ok := strings.Cut(gjson.GetBytes(body, "params.name").String(), "/")
	to, found := known[name]
	if !ok || !found {
		return types.ActionContinue
	}
	edited, err := sjson.SetBytes(body, "params.name", tool)
	if err != nil {
		return types.ActionContinue
	}
	// A failed edit shows as a wrong answer, which the benchmark checks for.
	_ = proxywasm.ReplaceHttpRequestHeader(":authority", to.domain)
	_ = proxywasm.ReplaceHttpRequestHeader(":path", to.path)
	_ = proxywasm.ReplaceHttpRequestHeader("content-length", strconv.Itoa(len(edited)))
	_ = proxywasm.ReplaceHttpRequestBody(edited)
	return types.ActionContinue
}
