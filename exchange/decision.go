package exchange

import "mcp-router/jsonrpc"

// Decision is what a handler wants done with a request. The set is closed:
// Pass, Forward or Reply. Handlers return nil from the header phase when only
// the body can tell.
type Decision interface {
	// labels describe the decision to metrics and access logs.
	labels() Labels
}

// LabelsOf returns a decision's labels.
func LabelsOf(d Decision) Labels { return d.labels() }

// Pass lets the request go on to the route it came for.
type Pass struct {
	// Headers are edits that protect the route, such as the removal of a
	// client's copy of an internal header. Nearly always empty.
	Headers []HeaderEdit
	Labels  Labels
}

// Forward sends the request to another server: edits first, then the route is
// chosen anew.
type Forward struct {
	Headers []HeaderEdit
	Body    jsonrpc.Splices
	Labels  Labels
}

// Reply answers the request without any server.
type Reply struct {
	// Status is the HTTP status.
	Status uint32
	// Headers of the reply; content-length is the host's to add.
	Headers [][2]string
	Body    []byte
	Labels  Labels
}

func (d Pass) labels() Labels    { return d.Labels }
func (d Forward) labels() Labels { return d.Labels }
func (d Reply) labels() Labels   { return d.Labels }

// HeaderEdit changes one request header.
type HeaderEdit struct {
	Name string
	// Value replaces all lines of the header; empty with Remove.
	Value  string
	Remove bool
}

// Set replaces a header.
func Set(name, value string) HeaderEdit { return HeaderEdit{Name: name, Value: value} }

// Remove deletes a header.
func Remove(name string) HeaderEdit { return HeaderEdit{Name: name, Remove: true} }
