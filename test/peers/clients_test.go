package peers

import "sync"

// client is a driver in clients/.
type client struct {
	name    string
	command []string
	// mode is the driver's second argument, if any.
	mode []string
	// legacy is set if the client speaks the session protocols only; the others
	// choose by server.
	legacy bool
	// silent clients say neither what they negotiated nor how a call goes.
	silent bool

	once    sync.Once
	reports []report
	err     error
}

const (
	node    = "node"
	python1 = ".tools/python1/bin/python"
	python2 = ".tools/python2/bin/python"
)

// newClients are the foreign ones and Go's; the versions stand in package.json and in
// python1.in and python2.in.
func newClients() []*client {
	return []*client{
		// The slowest goes first: they run side by side.
		{name: "inspector", command: []string{node, "clients/inspector.mjs"}, legacy: true, silent: true},
		{name: "go-sdk", command: []string{goClient}},
		{name: "typescript1", command: []string{node, "clients/typescript1.mjs"}, legacy: true},
		{name: "typescript2", command: []string{node, "clients/typescript2.mjs"}, legacy: true},
		{name: "typescript2-auto", command: []string{node, "clients/typescript2.mjs"}, mode: []string{"auto"}},
		{name: "python1", command: []string{tool(python1), "clients/python1.py"}, legacy: true},
		{name: "python2", command: []string{tool(python2), "clients/python2.py"}},
		{name: "fastmcp", command: []string{tool(python2), "clients/fastmcp_client.py"}},
	}
}
