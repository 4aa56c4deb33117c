package server

import (
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// An id that is used again as soon as its reply is out belongs to the new request.
func TestIDUsedAgain(t *testing.T) {
	f := newFrames()
	read := func() *openRequest {
		messages, refused := f.read([]byte(`{"jsonrpc":"2.0","id":1,"method":"ping"}`))
		if len(messages) != 1 || refused != nil {
			t.Fatalf("%v, %s", messages, refused)
		}
		return f.request(messages[0].(*sdk.Request).ID)
	}
	id, err := sdk.MakeID(1.0)
	if err != nil {
		t.Fatal(err)
	}
	first := read()
	second := read()
	f.done(id, first)
	if f.request(id) != second || f.open() != 1 {
		t.Errorf("%d requests are open, want the second", f.open())
	}
}
