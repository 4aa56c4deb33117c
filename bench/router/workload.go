package main

import (
	"fmt"
	"strings"

	"mcp-router/bench/router/backend"
	"mcp-router/bench/router/load"
)

const (
	// tool is called on every server; only its name matters to a router.
	tool = "get-weather"
	// entry is where clients of a router send everything.
	entryHost, entryPath = "gateway.example.com", "/mcp"
)

// workload is a case: a kind of tools/call.
type workload struct {
	name, title string
	// size is about that of the whole body, in bytes.
	size int
	// nameLast puts params.name behind the arguments.
	nameLast bool
	// events is true when the server answers with an event stream.
	events bool
	// stateless is true for calls of the stateless era.
	stateless bool
	// list is true for tools/list instead of a call.
	list bool
	// servers is how many there are; 0 for those of envoy.yaml.
	servers int
}

// listServers is how many servers the longer lists are made of.
const listServers = 20

// workloads are the cases in the order of the report.
var workloads = []workload{
	{name: "small", title: "tools/call, small body"},
	{name: "5k", title: "tools/call, 5 KB", size: 5 << 10},
	{name: "100k-first", title: "tools/call, 100 KB, name first", size: 100 << 10},
	{name: "100k-last", title: "tools/call, 100 KB, name last", size: 100 << 10, nameLast: true},
	{name: "sse", title: "tools/call, small body, SSE reply of 10 events", events: true},
	{name: "stateless", title: "tools/call, small body, stateless client", stateless: true},
	{name: "list", title: "tools/list, 2 servers of 20 tools", list: true},
	{name: "list-20", title: "tools/list, 20 servers of 20 tools", list: true, servers: listServers},
}

// calls are the case's calls, one to each server, as they are sent to a listener
// that is addressed in the given way.
func (w workload) calls(servers []server, by addressing) []load.Call {
	if w.list {
		return listCalls(servers, by)
	}
	calls := make([]load.Call, 0, len(servers))
	for _, s := range servers {
		name := s.Name + by.separator + tool
		if by.direct {
			name = s.Name + directSeparator + tool
		}
		call := load.Call{
			Host: entryHost, Path: entryPath, Events: w.events,
			Headers: w.headers(name), Body: w.body(name),
			Want: backend.Seen{Server: s.Name, Host: s.Domain, Path: s.Path, Body: w.body(tool)},
		}
		if by.direct {
			// The same bytes, only addressed to the server itself.
			call.Host, call.Path = s.Domain, s.Path
			call.Want.Body = call.Body
		}
		calls = append(calls, call)
	}
	return calls
}

// headers are those of a call that depend on its era.
func (w workload) headers(name string) [][2]string {
	if !w.stateless {
		return [][2]string{{versionHeader, revision}}
	}
	return [][2]string{{versionHeader, stateless}, {"Mcp-Method", "tools/call"}, {"Mcp-Name", name}}
}

// body is a JSON-RPC request whose id load overwrites.
func (w workload) body(name string) []byte {
	member, arguments := fmt.Sprintf(`"name":%q`, name), `"arguments":`+w.arguments()
	if w.nameLast {
		member, arguments = arguments, member
	}
	if w.stateless {
		arguments += `,"_meta":{"io.modelcontextprotocol/protocolVersion":"` + stateless +
			`","io.modelcontextprotocol/clientInfo":{"name":"bench","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}`
	}
	return fmt.Appendf(nil, `%s%s,"method":"tools/call","params":{%s,%s}}`, backend.Head, placeholder, member, arguments)
}

// arguments are those of the README's example, and a list of places until the
// size is reached: objects, numbers and texts with escapes, as real arguments
// are, not one long string that a scanner runs through.
func (w workload) arguments() string {
	var places []string
	for length := 0; length < w.size; {
		place := fmt.Sprintf(`{"id":%d,"city":"Springfield %[1]d","point":[-73.9857,40.7484],"open":true,"note":"%[2]s"}`,
			len(places), `The \"old\" town, near the river; ask for the key at the desk\u2026`)
		places = append(places, place)
		length += len(place) + 1
	}
	if places == nil {
		return `{"location":"New York"}`
	}
	return `{"location":"New York","places":[` + strings.Join(places, ",") + `]}`
}

// task is what the case asks a router for.
func (w workload) task() tasks {
	if w.list {
		return lists
	}
	return calls
}

// weight is how many small calls one call of this case stands for in a round.
func (w workload) weight() int {
	switch {
	case w.servers > 0:
		return 10
	case w.size >= 100<<10:
		return 5
	case w.list:
		return 2
	}
	return 1
}

func workloadNames() []string {
	names := make([]string, 0, len(workloads))
	for _, w := range workloads {
		names = append(names, w.name)
	}
	return names
}
