package touched

import (
	"encoding/base64"
	"strings"
	"testing"
	"time"

	"mcp-router/config"
	"mcp-router/session"
)

var key = session.Key{1, 2, 3, 31: 4}

// gateway is the configuration of routed in gateway mode.
var gateway = `{"gateway":{"allowedHosts":["gateway.example.com"],"sessionKeys":["` + base64.StdEncoding.EncodeToString(key[:]) + `"]},"servers":[
	{"name":"random-user-server","domain":"mcp.example.com","path":"/mcp-servers/mcp-random-user-server","cluster":"a"},
	{"name":"rest-amap-server","domain":"mcp.example.com","path":"/mcp-servers/mcp-rest-amap-server","cluster":"b"}]}`

// token is that of a session with both servers of the gateway.
func token(t *testing.T) string {
	t.Helper()
	doc := config.Parse([]byte(gateway))
	if len(doc.Problems) > 0 {
		t.Fatal(doc.Problems)
	}
	cfg := doc.Global
	s := &session.Session{Nonce: session.Nonce{1}, Issued: time.Now().UnixMilli(), Version: "2025-11-25"}
	for i := range cfg.Servers {
		s.Servers = append(s.Servers, session.Server{
			Hash: session.Hash(cfg.Servers[i].Identity()), Version: "2025-11-25", ID: "11111111-2222-3333-4444-555555555555"})
	}
	text, _ := session.New(cfg.Gateway.Name, int64(cfg.Gateway.SessionTTL), key).Seal(s)
	return string(text)
}

func TestAGatewaysCallTouchesLittleCode(t *testing.T) {
	wasm := named(t, ".")
	head := routed.Headers[:len(routed.Headers):len(routed.Headers)]
	reply := [][2]string{{":status", "200"}, {"content-type", "application/json"}, {"content-length", "100"}, {"date", "Tue, 01 Dec 2026 12:00:00 GMT"}}
	tests := []struct {
		name    string
		request Request
		most    Count
	}{
		{"a client with a session", Request{
			Config: gateway, Reply: reply,
			Headers: append(head, [2]string{"mcp-protocol-version", "2025-11-25"}, [2]string{"mcp-session-id", token(t)}),
			Body:    `{"jsonrpc":"2.0","id":1000000000,"method":"tools/call","params":{"name":"rest-amap-server___get-weather","arguments":{"location":"New York"}}}`,
		}, Count{153, 425, 114_800}},
		{"a stateless client", Request{
			Config: strings.ReplaceAll(gateway, `"cluster"`, `"protocol":"2026-07-28","cluster"`), Reply: reply,
			Headers: append(head, [2]string{"mcp-protocol-version", "2026-07-28"}, [2]string{"mcp-method", "tools/call"}, [2]string{"mcp-name", "rest-amap-server___get-weather"}),
			Body: `{"jsonrpc":"2.0","id":1000000000,"method":"tools/call","params":{"name":"rest-amap-server___get-weather","arguments":{"location":"New York"},` +
				`"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"bench","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}}}`,
		}, Count{154, 490, 123_100}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			report, err := CountRequest(t.Context(), wasm, tt.request)
			if err != nil {
				t.Fatal(err)
			}
			t.Log("\n" + report.String())
			if got := report.Total; got.Functions > tt.most.Functions || got.Calls > tt.most.Calls || got.Bytes > tt.most.Bytes {
				t.Errorf("a gateway's call touches %+v, want at most %+v", got, tt.most)
			}
		})
	}
}
