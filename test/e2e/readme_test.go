package e2e

import (
	"net/http"
	"strconv"
	"strings"
	"testing"
)

// The example of the original plugin's README, on one line and as printed there.
const (
	exampleCall   = `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"rest-amap-server/get-weather","arguments":{"location":"New York"}}}`
	exampleRouted = `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"get-weather","arguments":{"location":"New York"}}}`

	printedCall = `{
  "jsonrpc": "2.0",
  "id": 2,
  "method": "tools/call",
  "params": {
    "name": "rest-amap-server/get-weather",
    "arguments": {
      "location": "New York"
    }
  }
}`
	printedRouted = `{
  "jsonrpc": "2.0",
  "id": 2,
  "method": "tools/call",
  "params": {
    "name": "get-weather",
    "arguments": {
      "location": "New York"
    }
  }
}`
)

func TestReadmeExampleReachesItsServerWithOnlyTheNameChanged(t *testing.T) {
	s := shipped.up(t)
	for _, example := range []struct{ name, body, want string }{
		{"one line", exampleCall, exampleRouted},
		{"as printed", printedCall, printedRouted},
	} {
		t.Run(example.name, func(t *testing.T) {
			forEachProtocol(t, func(t *testing.T, transport *http.Transport) {
				got := mustSend(t, transport, s.post(t, strings.NewReader(example.body)))
				if want := `{"jsonrpc":"2.0","id":2,"result":{"content":[]}}`; got.Status != 200 || got.Body != want {
					t.Errorf("reply = %d %s, want 200 %s", got.Status, got.Body, want)
				}
				request := s.servers["rest-amap-server"].Next(t)
				want := request // what is not set below may be anything
				want.Method, want.Authority, want.Path = "POST", "mcp.example.com", "/mcp-servers/mcp-rest-amap-server"
				want.Body, want.ContentLength = example.want, int64(len(example.want))
				mustEqual(t, "request at the server", request, want)
				mustEqual(t, "headers", clientHeaders(request.Header), http.Header{
					"Accept":         {"application/json, text/event-stream"},
					"Content-Type":   {"application/json"},
					"Content-Length": {strconv.Itoa(len(example.want))},
					"User-Agent":     request.Header["User-Agent"],
				})
				s.mustBeIdle(t)
			})
		})
	}
}
