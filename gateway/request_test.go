package gateway

import (
	"slices"
	"testing"

	"mcp-router/config"
	"mcp-router/exchange"
	"mcp-router/mcp"
	"mcp-router/session"
)

// Envoy takes a client for an internal one by its address or by headers that it
// trusts, and then obeys what that asks of the upstream request. A call of a tool
// must run once, for as long as it is allowed to.
func TestNoHeaderOfAClientRepeatsOrCutsACall(t *testing.T) {
	doc := config.Parse([]byte(`{"gateway":{},"servers":[{"name":"a","path":"/a","cluster":"a","callTimeout":"7s"}]}`))
	if len(doc.Problems) > 0 {
		t.Fatal(doc.Problems)
	}
	g := New(doc.Global, newFakeWorld())
	ours := map[string]string{headerRetries: "0", headerTimeout: "7000"}
	for _, name := range []string{
		"x-envoy-retry-on", "x-envoy-retry-grpc-on", "x-envoy-max-retries", "x-envoy-retriable-status-codes",
		"x-envoy-retriable-header-names", "x-envoy-hedge-on-per-try-timeout", "x-envoy-upstream-rq-per-try-timeout-ms",
		"x-envoy-upstream-rq-timeout-ms", "x-envoy-upstream-alt-stat-name", "x-envoy-decorator-operation",
	} {
		headers := [][2]string{{":method", "POST"}, {":path", "/mcp"}, {":authority", "h"}, {name, "5xx"}, {name, "9"}}
		req := &exchange.Request{Headers: exchange.HeaderLines(headers...)}
		for _, header := range headers {
			req.AddHeader(header[0], header[1])
		}
		edits := g.forwardEdits(&g.servers[0], req, session.Server{})
		want := exchange.Remove(name)
		if value, ok := ours[name]; ok {
			want = exchange.Set(name, value)
		}
		of := func(edit exchange.HeaderEdit) bool { return edit.Name == name }
		if i := slices.IndexFunc(edits, of); i < 0 || edits[i] != want {
			t.Errorf("%s: the edits %v lack %v", name, edits, want)
		}
		for name, value := range ours {
			if !slices.Contains(edits, exchange.Set(name, value)) {
				t.Errorf("the edits %v lack %s: %s", edits, name, value)
			}
		}
	}
}

// A server sees the revision that was agreed on with it, once, and none where that
// had no such header (before 2025-06-18).
func TestServersSeeTheirOwnRevision(t *testing.T) {
	doc := config.Parse([]byte(`{"gateway":{},"servers":[{"name":"a","path":"/a","cluster":"a"}]}`))
	if len(doc.Problems) > 0 {
		t.Fatal(doc.Problems)
	}
	g := New(doc.Global, newFakeWorld())
	const name, old, june = mcp.HeaderProtocolVersion, "2025-03-26", mcp.RevisionJune
	set, remove := exchange.Set(name, june), exchange.Remove(name)
	for _, test := range []struct {
		client []string
		server string
		want   *exchange.HeaderEdit
	}{
		{nil, june, &set}, {[]string{june}, june, nil}, {[]string{june, june}, june, &set}, {[]string{old}, june, &set},
		{nil, old, nil}, {[]string{old}, old, &remove}, {[]string{june}, old, &remove}, {[]string{june}, "", &remove}, {nil, "", nil},
	} {
		req := &exchange.Request{}
		for _, version := range test.client {
			req.AddHeader(name, version)
		}
		var got *exchange.HeaderEdit
		for _, edit := range g.forwardEdits(&g.servers[0], req, session.Server{Version: test.server}) {
			if edit.Name == name {
				got = &edit
			}
		}
		if got == nil != (test.want == nil) || got != nil && *got != *test.want {
			t.Errorf("client %q, server %q: %v, want %v", test.client, test.server, got, test.want)
		}
	}
}
