package hostcall

import (
	"encoding/binary"
	"errors"
	"slices"
	"testing"

	"mcp-router/exchange"
)

// block serialises headers as a host does.
func block(headers ...[2]string) string {
	out := binary.LittleEndian.AppendUint32(nil, uint32(len(headers)))
	for _, h := range headers {
		out = binary.LittleEndian.AppendUint32(out, uint32(len(h[0])))
		out = binary.LittleEndian.AppendUint32(out, uint32(len(h[1])))
	}
	for _, h := range headers {
		out = append(append(append(append(out, h[0]...), 0), h[1]...), 0)
	}
	return string(out)
}

func TestAddHeadersReadsWhatTheHostWrites(t *testing.T) {
	got := exchange.Request{Reserved: []string{"x-own"}}
	err := addHeaders(&got, block(
		[2]string{":method", "POST"}, [2]string{":path", "/mcp"}, [2]string{"accept", "*/*"}, [2]string{"content-encoding", ""},
		[2]string{"mcp-name", "a"}, [2]string{"mcp-name", "b"}, [2]string{"x-own", "forged"}))
	want := exchange.Request{
		Reserved:        []string{"x-own"},
		Forged:          []string{"x-own"},
		Method:          exchange.Field{Value: "POST", Lines: 1},
		Path:            exchange.Field{Value: "/mcp", Lines: 1},
		ContentEncoding: exchange.Field{Lines: 1},
		MCPName:         exchange.Field{Value: "a", Lines: 2},
	}
	if err != nil || !equal(got, want) {
		t.Errorf("got %+v, %v\nwant %+v", got, err, want)
	}
	if err := addHeaders(&got, block()); err != nil {
		t.Errorf("no headers at all: %v", err)
	}
}

// equal leaves out the body, the one field that does not compare.
func equal(a, b exchange.Request) bool {
	return a.Method == b.Method && a.Path == b.Path && a.ContentType == b.ContentType && a.ContentEncoding == b.ContentEncoding &&
		a.ContentLength == b.ContentLength && a.ProtocolVersion == b.ProtocolVersion && a.MCPMethod == b.MCPMethod &&
		a.MCPName == b.MCPName && slices.Equal(a.Forged, b.Forged)
}

func TestAddHeadersRefusesMalformedBlocks(t *testing.T) {
	whole := block([2]string{":method", "POST"}, [2]string{":path", "/"})
	for cut := range len(whole) {
		if err := addHeaders(&exchange.Request{}, whole[:cut]); !errors.Is(err, errHeaderBlock) {
			t.Errorf("cut at %d: %v, want an error", cut, err)
		}
	}
	for _, text := range []string{"\xff\xff\xff\xff", "\x01\x00\x00\x00\xff\xff\xff\xff\xff\xff\xff\xff", "\x01\x00\x00\x00\xff\xff\xff\xff\x00\x00\x00\x00\x00\x00"} {
		if err := addHeaders(&exchange.Request{}, text); !errors.Is(err, errHeaderBlock) {
			t.Errorf("%q: %v, want an error", text, err)
		}
	}
}
