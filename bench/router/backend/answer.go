// Package backend is the server behind Envoy in benchmarks. It costs little and
// tells in its answer exactly what it has received, so that the client can check
// every rewrite without slowing the run down.
package backend

import (
	"bytes"
	"fmt"
	"hash/crc32"
)

// Head begins every request body. The id of nine digits follows, which keeps
// the length of a body the same for every id.
const Head = `{"jsonrpc":"2.0","id":`

// EventsHeader asks for an event stream instead of one JSON document. A gateway
// hands on headers of this prefix (MCP 2026-07-28, "Standard headers").
const EventsHeader = "Mcp-Param-Bench-Events"

// EventsPerReply is how many events an event stream has, the answer included.
const EventsPerReply = progress + 1

// progress is the number of notifications before the answer in an event stream.
const progress = 9

var castagnoli = crc32.MakeTable(crc32.Castagnoli) // the one CPUs have an instruction for

// Seen is a request as a server received it.
type Seen struct {
	// Server is the server's own name: which cluster Envoy chose.
	Server     string
	Host, Path string
	Body       []byte
	// EventPrefix is what a gateway puts before the ids of a stream's events; ""
	// as they leave the server.
	EventPrefix string
}

// Answer is the JSON-RPC reply to a request. It names all that was received;
// the body by its length and checksum.
func (s Seen) Answer() []byte {
	return fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"result":{"content":[{"type":"text","text":"%s: %s %s, %d bytes, checksum %08x"}]}}`,
		s.id(), s.Server, s.Host, s.Path, len(s.Body), crc32.Checksum(s.Body, castagnoli))
}

// Events is the same reply as the last event of a stream, after some progress
// notifications. Each element is one event.
func (s Seen) Events() [][]byte {
	events := make([][]byte, 0, progress+1)
	for i := range progress {
		events = append(events, fmt.Appendf(nil,
			"event: message\nid: %s%s_%d\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":%[2]s,\"progress\":%[3]d}}\n\n",
			s.EventPrefix, s.id(), i))
	}
	return append(events, fmt.Appendf(nil, "event: message\nid: %s%s_%d\ndata: %s\n\n", s.EventPrefix, s.id(), progress, s.Answer()))
}

// id is the request's id as it stands in the body; null if the body does not
// begin as it should, which the client will notice.
func (s Seen) id() []byte {
	rest, ok := bytes.CutPrefix(s.Body, []byte(Head))
	id, _, found := bytes.Cut(rest, []byte(","))
	if !ok || !found {
		return []byte("null")
	}
	return id
}
