package exchange

import "testing"

func TestAddHeaderKeepsTheFirstValueAndCountsLines(t *testing.T) {
	r := Request{ServerHeaderName: "x-own"}
	for _, name := range []string{":method", ":path", "content-type", "content-encoding", "content-length",
		"mcp-protocol-version", "mcp-method", "mcp-name", "x-own", "accept", "x-own2", ""} {
		r.AddHeader(name, "first of "+name)
		r.AddHeader(name, "second")
	}
	for name, got := range map[string]Field{
		":method": r.Method, ":path": r.Path, "content-type": r.ContentType, "content-encoding": r.ContentEncoding,
		"content-length": r.ContentLength, "mcp-protocol-version": r.ProtocolVersion, "mcp-method": r.MCPMethod,
		"mcp-name": r.MCPName, "x-own": r.ServerHeader,
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
