package azure

import (
	"context"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"mcp-router/test/azd/fakeprovider"
)

// What stands on the wire, which clients do not show.

// post is a call of the stateless era. Header lines are "Name: value".
func (s *stand) post(ctx context.Context, t *testing.T, arguments string, headers ...string) *http.Request {
	t.Helper()
	body := `{"jsonrpc":"2.0","id":42,"method":"tools/call","params":{"name":"azd___azure","arguments":` + arguments +
		`,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}`
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range append([]string{
		"Content-Type: application/json", "Accept: application/json, text/event-stream",
		"Mcp-Protocol-Version: 2026-07-28", "Mcp-Method: tools/call", "Mcp-Name: azd___azure",
	}, headers...) {
		name, value, _ := strings.Cut(line, ": ")
		req.Header.Set(name, value)
	}
	return req
}

// reply is what a client sees.
type reply struct {
	status int
	header http.Header
	body   string
}

func mustSend(t *testing.T, req *http.Request) reply {
	t.Helper()
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return reply{resp.StatusCode, resp.Header, string(body)}
}

func TestResultKeepsItsBytes(t *testing.T) {
	s := up(t)
	got := mustSend(t, s.post(t.Context(), t, `{"tool":"storage","command":"container_list","parameters":{"account":"a"}}`))
	want := `"structuredContent":` + fakeprovider.Fidelity
	if got.status != http.StatusOK || !strings.Contains(got.body, want) || !strings.Contains(got.body, `"id":42`) {
		t.Errorf("reply = %d %s, want 200 … %s …", got.status, got.body, want)
	}
}

// A session belongs to the server that opened it; the router keeps none. Hence
// the default route must not open one.
func TestSessionOfTheDefaultRoute(t *testing.T) {
	s := up(t)
	req := s.post(t.Context(), t, `{"learn":true}`, "Mcp-Session-Id: of-the-default-route", "Mcp-Protocol-Version: 2025-11-25")
	if got := mustSend(t, req); got.status != http.StatusNotFound {
		t.Errorf("reply = %d %s, want 404", got.status, got.body)
	}
}

// The router names the companion whatever name it was called by itself, so only
// the Origin tells a page that has no business here.
func TestPages(t *testing.T) {
	s := up(t)
	for _, tt := range []struct {
		name, origin string
		status       int
		allowed      string // Access-Control-Allow-Origin
	}{
		{"a local tool's page", "http://localhost:6274", http.StatusOK, "http://localhost:6274"},
		{"a page of a name that was pointed here", "http://attacker.example", http.StatusForbidden, ""},
		{"a page at another address", "http://192.0.2.1", http.StatusForbidden, ""},
		{"a page without an origin of its own", "null", http.StatusForbidden, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := mustSend(t, s.post(t.Context(), t, `{"learn":true}`, "Origin: "+tt.origin))
			if allowed := got.header.Get("Access-Control-Allow-Origin"); got.status != tt.status || allowed != tt.allowed {
				t.Errorf("reply = %d, allowed %q: %s, want %d, %q", got.status, allowed, got.body, tt.status, tt.allowed)
			}
		})
	}
}

// A client that leaves ends its command at the provider.
func TestLeaving(t *testing.T) {
	s := up(t)
	before := len(s.companion.Did(archive))
	did := func(line string) bool { return slices.Contains(s.companion.Did(archive)[before:], line) }
	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	left := make(chan error, 1)
	req := s.post(ctx, t, `{"tool":"archive","command":"blob_copy","parameters":{"ms":600000}}`)
	go func() {
		resp, err := http.DefaultClient.Do(req)
		if err == nil {
			_, err = io.Copy(io.Discard, resp.Body)
			resp.Body.Close()
		}
		left <- err
	}()
	waitFor(t, "the copy's start", func() bool { return did("copy started") })

	leave()

	if err := <-left; err == nil {
		t.Error("the request that was cancelled succeeded")
	}
	waitFor(t, "the copy's end", func() bool { return did("copy cancelled") })
}
