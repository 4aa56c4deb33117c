package gateway

import (
	"encoding/base64"
	"io"
	"net/http"
	"strings"
	"testing"

	"mcp-router/config"
	"mcp-router/test/envoy"
)

// Session keys may come from the environment of the VM: Envoys that have one in
// common know each other's sessions, and one after a restart its own.
func TestKeysOfTheEnvironmentAreSharedByReplicas(t *testing.T) {
	behind := newServer("json")
	t.Cleanup(behind.Close)
	replica := func(keys string) *stand {
		t.Helper()
		c, err := configure(map[string]any{"sessionKeys": []any{}}, []*server{behind})
		if err != nil {
			t.Fatal(err)
		}
		environment := map[string]any{"key_values": map[string]any{config.EnvironmentSessionKeys: keys}}
		if err := c.Set(envoy.Plugin+"/vm_config/environment_variables", environment); err != nil {
			t.Fatal(err)
		}
		return run(t, c, 1, behind)
	}
	other := base64.StdEncoding.EncodeToString([]byte("another key, of thirty-two bytes"))
	first, second, stranger := replica(key), replica(other+","+key), replica(other)
	token, _ := post(t, first.url(), "", `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}`)
	if token == "" {
		t.Fatal("no session id")
	}
	for name, at := range map[string]struct {
		*stand
		status int
	}{"the replica that made it": {first, 200}, "one that has its key too": {second, 200}, "one that has not": {stranger, 404}} {
		if _, status := post(t, at.url(), token, `{"jsonrpc":"2.0","id":2,"method":"tools/list"}`); status != at.status {
			t.Errorf("%s answers %d, want %d", name, status, at.status)
		}
	}
}

// post sends a message and returns the session id and the status of the reply.
func post(t *testing.T, url, token, body string) (session string, status int) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/json, text/event-stream")
	if token != "" {
		request.Header.Set("Mcp-Session-Id", token)
		request.Header.Set("Mcp-Protocol-Version", "2025-11-25")
	}
	reply, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer reply.Body.Close()
	if _, err := io.Copy(io.Discard, reply.Body); err != nil {
		t.Fatal(err)
	}
	return reply.Header.Get("Mcp-Session-Id"), reply.StatusCode
}
