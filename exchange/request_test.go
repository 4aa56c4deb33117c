package exchange

import (
	"slices"
	"testing"
)

func TestAddHeaderKeepsTheFirstValueAndCountsLines(t *testing.T) {
	var r Request
	for _, name := range []string{":method", ":path", "content-type", "content-encoding", "content-length",
		"mcp-protocol-version", "mcp-method", "mcp-name", ":authority", "origin", "mcp-session-id", "last-event-id", "accept", ""} {
		r.AddHeader(name, "first of "+name)
		r.AddHeader(name, "second")
	}
	for name, got := range map[string]Field{
		":method": r.Method, ":path": r.Path, "content-type": r.ContentType, "content-encoding": r.ContentEncoding,
		"content-length": r.ContentLength, "mcp-protocol-version": r.ProtocolVersion, "mcp-method": r.MCPMethod,
		"mcp-name": r.MCPName, ":authority": r.Authority, "origin": r.Origin, "mcp-session-id": r.SessionID,
		"last-event-id": r.LastEventID,
	} {
		if want := (Field{"first of " + name, 2}); got != want || !got.Present() {
			t.Errorf("%s = %+v, want %+v", name, got, want)
		}
	}
}

func TestForgedHeadersAreNotedLineByLine(t *testing.T) {
	r := Request{Reserved: []string{"x-one", "x-two", "x-three"}}
	for _, name := range []string{"x-two", "x-own", "x-one", ":path", "x-two"} {
		r.AddHeader(name, "forged")
	}
	if want := []string{"x-two", "x-one", "x-two"}; !slices.Equal(r.Forged, want) {
		t.Errorf("Forged = %q, want %q", r.Forged, want)
	}
	var none Request
	none.AddHeader("x-one", "theirs")
	if none.Forged != nil {
		t.Errorf("with nothing reserved Forged = %q, want none", none.Forged)
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
