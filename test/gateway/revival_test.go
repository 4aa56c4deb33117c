package gateway

import (
	"net"
	"net/http/httptest"
	"testing"

	"mcp-router/test/envoy"
)

// A server dies, and comes back at its address with no memory of its sessions.
func TestAServerThatComesBack(t *testing.T) {
	gateway, _, bad := pair(t)
	w := connect(t, gateway.url())
	if got := w.call("bad___count").get("result.content.0.text"); got != "bad 1" {
		t.Fatalf("call: %q", got)
	}
	address := bad.Listener.Addr().String()
	bad.CloseClientConnections()
	bad.Close()
	w.call("bad___count").mustSay(t, `connection to server "bad" failed`)
	w.list().mustHave(t, "good", "bad")
	mustRevive(t, bad, address)
	// Nobody knows whether a call of a lost session ran: it is not made again.
	w.call("bad___count").mustSay(t, `session with server "bad" was lost; call again`)
	for _, want := range []string{"bad 1", "bad 2"} {
		if got := w.call("bad___count").get("result.content.0.text"); got != want {
			t.Errorf("call: %q, want %q", got, want)
		}
	}
	w.list().mustHave(t, "good,bad", "")
}

// mustRevive starts the program of a server anew at an address.
func mustRevive(t *testing.T, s *server, address string) {
	t.Helper()
	listener, err := net.Listen("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	fresh := newServer(s.name)
	t.Cleanup(fresh.Close)
	revived := httptest.NewUnstartedServer(fresh.Config.Handler)
	if err := revived.Listener.Close(); err != nil {
		t.Fatal(err)
	}
	revived.Listener = listener
	revived.Start()
	t.Cleanup(revived.Close)
}

// Sessions outlive Envoy where its key does, in the servers' own sessions.
func TestSessionsOutliveEnvoy(t *testing.T) {
	behind := newServer("json")
	t.Cleanup(behind.Close)
	config, err := configure(nil, []*server{behind})
	if err != nil {
		t.Fatal(err)
	}
	first, err := envoy.Start(t.Context(), t.TempDir(), config, 1)
	if err != nil {
		t.Fatal(err)
	}
	address, err := first.Address(t.Context(), "mcp")
	if err != nil {
		t.Fatal(err)
	}
	w := connect(t, "http://"+address+"/mcp")
	if got := w.call("json___count").get("result.content.0.text"); got != "json 1" {
		t.Errorf("call: %q", got)
	}
	if err := first.Stop(); err != nil {
		t.Fatal(err)
	}
	w.url = run(t, config, 1, behind).url()
	if got := w.call("json___count").get("result.content.0.text"); got != "json 2" {
		t.Errorf("the call after the restart: %q, want the second of the same session", got)
	}
	w.list().mustHave(t, "json", "")
}
