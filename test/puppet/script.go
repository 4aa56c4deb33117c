// Package puppet is a handler that does what a request's header says: whom to ask,
// what of the answers to show, how to end, how to edit the reply. Tests put it in
// the router's place to see what the filter makes of every decision. It is built
// into a module only with the tag puppet.
package puppet

import (
	"strings"

	"github.com/tidwall/gjson"

	"mcp-router/exchange"
)

// Header is the request header with the script, a JSON object.
//
//	rounds   lists of calls; a round begins when the one before has its answers
//	endAfter ends after so many answers, whatever is still to come
//	end      "reply" (default) with the answers, "forward", "pass", "wait" for ever
//	panic    "plan", "head" or "chunk": where to panic; "trap": end the VM
//	litter   objects to make with every answer
//	report   the answers' order: "sorted", default as they came
//	early    asks although the body has not come
//	world    what to do with the world before that, in its order: ["load", key],
//	         ["save", key, value, what is expected: "new" or "loaded"], ["random"],
//	         ["loopback"], ["warn", line]; what came of it joins the answers
//	path, authority, insert, cut: what to forward; body text to insert in front
//	         and the bytes to cut there
//	editor   how to edit the reply, see newEditor
const Header = "x-puppet"

type script struct{ json gjson.Result }

func read(req *exchange.Request) script {
	return script{gjson.Parse(req.Headers.Get(Header).Value)}
}

func (s script) text(path string) string { return s.json.Get(path).Str }

func (s script) rounds() []gjson.Result { return s.json.Get("rounds").Array() }

// calls are those of a round. A call names token, server, cluster, method,
// timeoutMs and body, or body bytes as "size".
func (s script) calls(round int) []exchange.Call {
	var calls []exchange.Call
	for _, c := range s.rounds()[round].Array() {
		body := c.Get("body").Str
		if size := c.Get("size"); size.Exists() {
			body = strings.Repeat("x", int(size.Int()))
		}
		calls = append(calls, exchange.Call{
			Token: int(c.Get("token").Int()), Server: c.Get("server").Str, Method: c.Get("method").Str,
			Cluster: c.Get("cluster").Str, TimeoutMs: uint32(c.Get("timeoutMs").Uint()), Body: []byte(body),
			Headers: [][2]string{{":method", "POST"}, {":path", "/" + c.Get("server").Str}, {":authority", "puppet"}},
		})
	}
	return calls
}
