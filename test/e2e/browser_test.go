package e2e

import (
	"net/http"
	"strings"
	"testing"
)

const origin = "http://localhost:6274"

func TestAPreflightIsAnsweredByTheCORSFilter(t *testing.T) {
	s := shipped.up(t)
	const asked = "content-type,mcp-protocol-version,mcp-method,mcp-name,mcp-param-region,authorization,mcp-session-id,last-event-id"
	got := mustSend(t, protocols()["HTTP/1.1"], s.request(t, "OPTIONS", "/mcp", http.NoBody,
		"Origin: "+origin, "Access-Control-Request-Method: POST", "Access-Control-Request-Headers: "+asked))
	allowed := got.Header.Get("Access-Control-Allow-Headers")
	for name := range strings.SplitSeq(asked, ",") {
		if !strings.Contains(allowed, name) {
			t.Errorf("header %s is not allowed: %s", name, allowed)
		}
	}
	if got.Status != 200 || got.Header.Get("Access-Control-Allow-Origin") != origin {
		t.Errorf("preflight = %d, origin %q, want 200, %q", got.Status, got.Header.Get("Access-Control-Allow-Origin"), origin)
	}
	s.mustBeIdle(t)
}

// Without these headers a browser hides the reply from its page, the refusal's
// reason included.
func TestEveryReplyKeepsTheCORSHeaders(t *testing.T) {
	s := strict.up(t)
	bodies := map[string]string{
		"a routed reply": exampleCall,
		"the catalog's":  `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`,
		"too large":      callOfSize(strictBodyLimit + 1),
	}
	for _, refusal := range refusals {
		bodies[refusal.name] = refusal.body
	}
	for name, body := range bodies {
		t.Run(name, func(t *testing.T) {
			got := mustSend(t, protocols()["HTTP/1.1"], s.post(t, strings.NewReader(body), "Origin: "+origin))
			mustEqual(t, "CORS headers", []string{got.Header.Get("Access-Control-Allow-Origin"), got.Header.Get("Access-Control-Expose-Headers")},
				[]string{origin, "mcp-session-id, www-authenticate"})
		})
	}
}

func TestAnotherOriginGetsNoCORSHeaders(t *testing.T) {
	s := shipped.up(t)
	got := mustSend(t, protocols()["HTTP/1.1"], s.post(t, strings.NewReader(exampleCall), "Origin: http://localhost.evil.example"))
	if allowed, there := got.Header["Access-Control-Allow-Origin"]; there {
		t.Errorf("origin allowed: %q", allowed)
	}
}
