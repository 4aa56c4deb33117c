package server

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"mcp-router/companion/provider"
	"mcp-router/learn"
)

// served starts a server without any provider behind a URL.
func served(t *testing.T) *httptest.Server {
	t.Helper()
	life, end := context.WithCancel(context.Background())
	d := provider.NewDirectory(life, provider.Config{})
	s, err := NewServer(life, d, learn.Settings{Name: "azure"})
	if err != nil {
		t.Fatal(err)
	}
	web := httptest.NewServer(s.Handler("127.0.0.1"))
	t.Cleanup(func() { end(); d.Close(); web.Close() })
	return web
}

func send(t *testing.T, method, url, body string, header http.Header) *http.Response {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, url+Endpoint, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header = header
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	return resp
}

func TestPreflight(t *testing.T) {
	web := served(t)
	tests := []struct {
		name, origin string
		status       int
	}{
		{"a local page", "http://localhost:6274", http.StatusNoContent},
		{"our own page", web.URL, http.StatusNoContent},
		{"a page of somebody else", "https://attacker.example", http.StatusForbidden},
		{"a page without an origin of its own", "null", http.StatusForbidden},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			resp := send(t, http.MethodOptions, web.URL, "", http.Header{
				"Origin": {tt.origin}, "Access-Control-Request-Method": {"POST"},
				"Access-Control-Request-Headers":         {"content-type,mcp-protocol-version,mcp-param-x"},
				"Access-Control-Request-Private-Network": {"true"},
			})
			defer resp.Body.Close()
			want := map[string]string{}
			if tt.status == http.StatusNoContent {
				want = map[string]string{
					"Access-Control-Allow-Origin": tt.origin, "Access-Control-Allow-Methods": "POST, GET, DELETE",
					"Access-Control-Allow-Headers":         "content-type,mcp-protocol-version,mcp-param-x",
					"Access-Control-Allow-Private-Network": "true", "Access-Control-Expose-Headers": exposed, "Access-Control-Max-Age": "600",
				}
			}
			got := map[string]string{}
			for name := range resp.Header {
				if strings.HasPrefix(name, "Access-Control-") {
					got[name] = resp.Header.Get(name)
				}
			}
			if resp.StatusCode != tt.status || fmt.Sprint(got) != fmt.Sprint(want) || !strings.Contains(fmt.Sprint(resp.Header["Vary"]), "Origin") {
				t.Errorf("status %d, %v, want %d, %v; Vary %v", resp.StatusCode, got, tt.status, want, resp.Header["Vary"])
			}
		})
	}
}

func TestEveryOriginCounts(t *testing.T) {
	web := served(t)
	resp := send(t, http.MethodPost, web.URL, `{"jsonrpc":"2.0","id":1,"method":"ping"}`, http.Header{"Origin": {"http://localhost:1", "http://attacker.example"}})
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusForbidden {
		t.Errorf("status %d", resp.StatusCode)
	}
}

func TestPagesMayReadReplies(t *testing.T) {
	web := served(t)
	for origin, want := range map[string]string{"http://localhost:6274": "http://localhost:6274", "": ""} {
		header := http.Header{"Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"}}
		if origin != "" {
			header.Set("Origin", origin)
		}
		resp := send(t, http.MethodPost, web.URL, `{"jsonrpc":"2.0","id":1,"method":"ping"}`, header)
		defer resp.Body.Close()
		if got := resp.Header.Get("Access-Control-Allow-Origin"); resp.StatusCode != http.StatusOK || got != want {
			t.Errorf("origin %q: status %d, allowed %q", origin, resp.StatusCode, got)
		}
	}
}

func TestBodiesThatAreRefused(t *testing.T) {
	web := served(t)
	const meta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}`
	tests := []struct{ name, body, want string }{
		{"inputResponses is no object", `{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"azure","inputResponses":[],` + meta + `}}`, `"id":"a","error":{"code":-32602`},
		{"an answer is no object", `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"azure","inputResponses":{"k":5},` + meta + `}}`, `"id":2,"error":{"code":-32602`},
		{"requestState is no string", `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"azure","requestState":{},` + meta + `}}`, `"id":3,"error":{"code":-32602`},
		{"a name that is no string", `{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":7,` + meta + `}}`, `"id":4,"error":{"code":-32602`},
		{"an id that would change", `{"jsonrpc":"2.0","id":9007199254740993,"method":"tools/list","params":{` + meta + `}}`, `"id":9007199254740993,"error":{"code":-32600`},
		{"two ids", `{"jsonrpc":"2.0","id":1,"ID":2,"method":"tools/list","params":{` + meta + `}}`, `"id":null,"error":{"code":-32600`},
		{"what is not offered", `{"jsonrpc":"2.0","id":5,"method":"prompts/list","params":{` + meta + `}}`, `"id":5,"error":{"code":-32601`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			header := http.Header{
				"Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"},
				"Mcp-Protocol-Version": {"2026-07-28"}, "Mcp-Method": {"tools/call"}, "Mcp-Name": {"azure"},
			}
			if strings.Contains(tt.body, "/list") {
				header.Set("Mcp-Method", strings.Split(strings.Split(tt.body, `"method":"`)[1], `"`)[0])
				header.Del("Mcp-Name")
			}
			resp := send(t, http.MethodPost, web.URL, tt.body, header)
			defer resp.Body.Close()
			reply, err := io.ReadAll(resp.Body)
			if err != nil || resp.StatusCode < 400 || !strings.Contains(string(reply), tt.want) {
				t.Errorf("status %d, %s, %v; want %s", resp.StatusCode, reply, err, tt.want)
			}
		})
	}
}

// A client that announces a body and does not send it is not waited for for ever.
func TestUnfinishedBody(t *testing.T) {
	handler := guard("127.0.0.1", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = readBodyWithin(w, r, 100*time.Millisecond)
	}))
	web := httptest.NewServer(handler)
	defer web.Close()
	conn, err := net.Dial("tcp", strings.TrimPrefix(web.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprintf(conn, "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{")
	if err := conn.SetReadDeadline(time.Now().Add(10 * time.Second)); err != nil {
		t.Fatal(err)
	}
	reply, err := io.ReadAll(conn)
	if err != nil || !strings.HasPrefix(string(reply), "HTTP/1.1 408 ") {
		t.Errorf("%q, %v", reply, err)
	}
}

// A slow command is not cut off by the time that its body may take.
func TestBodyTimeoutIsForTheBody(t *testing.T) {
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, ok := readBodyWithin(w, r, 50*time.Millisecond); !ok {
			return
		}
		select {
		case <-r.Context().Done():
			t.Error("the request was cancelled")
		case <-time.After(200 * time.Millisecond):
		}
		fmt.Fprint(w, "done")
	})
	web := httptest.NewServer(handler)
	defer web.Close()
	resp := send(t, http.MethodPost, web.URL, "{}", http.Header{})
	defer resp.Body.Close()
	if reply, err := io.ReadAll(resp.Body); string(reply) != "done" || err != nil {
		t.Errorf("%q, %v", reply, err)
	}
}
