package exchange

// retryHeaders are those by which a client that Envoy takes for an internal one
// has its requests repeated. A call that is routed must run once: repeated, it
// would run a tool again (Envoy, "Router", HTTP headers).
var retryHeaders = [...]string{
	"x-envoy-retry-on", "x-envoy-retry-grpc-on", "x-envoy-max-retries",
	"x-envoy-retriable-status-codes", "x-envoy-retriable-header-names",
	"x-envoy-hedge-on-per-try-timeout", "x-envoy-upstream-rq-per-try-timeout-ms",
}

// Retries are the retry headers that a request has: a bit for each, so that one
// without any costs no call into the host.
type Retries uint8

// retryPrefix begins all their names.
const retryPrefix = "x-envoy-"

// note remembers a header if it is one of them.
func (r *Retries) note(name string) {
	for i, header := range retryHeaders {
		if name == header {
			*r |= 1 << i
		}
	}
}

// Remove appends the edits that take the retry headers off a request. It never
// writes into the given edits' memory.
func (r Retries) Remove(edits []HeaderEdit) []HeaderEdit {
	edits = edits[:len(edits):len(edits)]
	for i, header := range retryHeaders {
		if r&(1<<i) != 0 {
			edits = append(edits, Remove(header))
		}
	}
	return edits
}
