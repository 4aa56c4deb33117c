// Package telemetry names every metric, access-log property and log field in
// one place. The filter sends them; docs and envoy.yaml spell the same names.
package telemetry

import "mcp-router/mcp"

// Properties are set on refused requests; a routed call sets server and tool.
// In Envoy's access log they read %FILTER_STATE(wasm.mcp_server:PLAIN)%.
const (
	PropertyMethod  = "mcp_method"
	PropertyServer  = "mcp_server"
	PropertyTool    = "mcp_tool"
	PropertyOutcome = "mcp_outcome"
)

// noServer labels requests for which no server was chosen: a label may not be
// empty, or stats_tags could not take it out of the name.
const noServer = "none"

// Counter identifies one series of mcp_router.requests, the number of requests
// by what became of them. Every label has a bounded set of values: the methods
// that MCP defines, the configured servers, the outcomes.
type Counter struct{ Method, Server, Outcome string }

// NewCounter bounds the labels of a request.
func NewCounter(method, server, outcome string) Counter {
	if server == "" {
		server = noServer
	}
	return Counter{Method: mcp.MethodLabel(method), Server: server, Outcome: outcome}
}

// Call identifies one series of mcp_router.callouts, the number of our own calls
// to servers by what became of them. The labels are those of Counter: here the
// method is that of the call, and the outcome the call's.
type Call struct{ Method, Server, Outcome string }

// NewCall bounds the labels of a call.
func NewCall(method, server, outcome string) Call { return Call(NewCounter(method, server, outcome)) }

// Name is the series' name.
func (c Call) Name() string { return "mcp_router.callouts." + Counter(c).labels() }

// Name is the series' name. Envoy knows names only; the stats_tags rules in
// envoy.yaml turn the three parts into labels.
func (c Counter) Name() string { return "mcp_router.requests." + c.labels() }

func (c Counter) labels() string {
	return "mcp_method=" + c.Method + ".mcp_server=" + c.Server + ".mcp_outcome=" + c.Outcome
}
