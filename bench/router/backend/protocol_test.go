package backend

import (
	"io"
	"net/http"
	"strings"
	"testing"
)

func TestServerAnswersWhatComesBeforeCalls(t *testing.T) {
	server, err := Start("s")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Close() }) // nothing is left to be lost
	own := sessionID("s")
	if len(own) != 36 {
		t.Errorf("a session's id has %d bytes, want a UUID's 36", len(own))
	}
	tests := []struct {
		name, session, body string
		status              int
		want                string
	}{
		{"initialize", "", `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}`, 200, `"id":1,"result":{"protocolVersion":"2025-06-18"`},
		{"a notification", own, `{"jsonrpc":"2.0","method":"notifications/initialized"}`, 202, ""},
		{"a list", own, `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, 200, `"id":1,"result":{"tools":[{"name":"tool-0"`},
		{"a list, the id last", own, `{"method":"tools/list","jsonrpc":"2.0","id":7}`, 200, `"id":7,"result":{"tools":[`},
		{"discovery", "", `{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{}}`, 200, `"supportedVersions":["2026-07-28"]`},
		{"another method", own, `{"jsonrpc":"2.0","id":1,"method":"prompts/list"}`, 200, `"code":-32601`},
		{"a list of another session", "x", `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, 404, ""},
		{"a call of another session", "x", Head + `123456789,"method":"tools/call"}`, 404, ""},
		{"a call", own, Head + `123456789,"method":"tools/call"}`, 200, `"id":123456789,"result"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://"+server.Address(), strings.NewReader(tt.body))
			if err != nil {
				t.Fatal(err)
			}
			if tt.session != "" {
				req.Header.Set(sessionHeader, tt.session)
			}
			resp, err := http.DefaultClient.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			defer resp.Body.Close()
			body, err := io.ReadAll(resp.Body)
			if err != nil || resp.StatusCode != tt.status || !strings.Contains(string(body), tt.want) {
				t.Errorf("reply = %d %.300q, %v, want %d with %q", resp.StatusCode, body, err, tt.status, tt.want)
			}
		})
	}
}
