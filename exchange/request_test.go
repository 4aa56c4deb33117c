package exchange

import "testing"

func TestAddHeaderKeepsTheFirstValueAndCountsLines(t *testing.T) {
	r := Request{ServerHeaderName: "x-own"}
	for _, name := range []string{":method", ":path", "content-type", "content-encoding", "content-length",
		"mcp-protocol-version", "mcp-method", "mcp-name", ":authority", "origin", "mcp-session-id", "last-event-id", "x-own", "accept", "x-own2", ""} {
		r.AddHeader(name, "first of "+name)
		r.AddHeader(name, "second")
	}
	for name, got := range map[string]Field{
		":method": r.Method, ":path": r.Path, "content-type": r.ContentType, "content-encoding": r.ContentEncoding,
		"content-length": r.ContentLength, "mcp-protocol-version": r.ProtocolVersion, "mcp-method": r.MCPMethod,
		"mcp-name": r.MCPName, ":authority": r.Authority, "origin": r.Origin, "mcp-session-id": r.SessionID,
		"last-event-id": r.LastEventID, "x-own": r.ServerHeader,
	} {
		if want := (Field{"first of " + name, 2}); got != want || !got.Present() {
			t.Errorf("%s = %+v, want %+v", name, got, want)
		}
	}
}

func TestWithoutAServerHeaderNoneIsNoted(t *testing.T) {
	var r Request
	r.AddHeader("x-own", "x")
	if r.ServerHeader.Present() {
		t.Errorf("ServerHeader = %+v, want none", r.ServerHeader)
	}
}

func TestBodyLength(t *testing.T) {
	for value, want := range map[string]int{"0": 0, "131": 131, "9223372036854775807": 1<<31 - 1, "": -1, "x": -1, "1.5": -1, "99999999999999999999": -1} {
		r := Request{ContentLength: Field{Value: value, Lines: 1}}
		got, ok := r.BodyLength()
		if !ok {
			got = -1
		}
		if got != want {
			t.Errorf("BodyLength of %q = %d, %v; want %d (-1: none)", value, got, ok, want)
		}
	}
}
