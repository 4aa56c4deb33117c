package provider

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"mcp-router/companion/process"
)

const fine = `{"jsonrpc":"2.0","id":1,"result":{"big":12345678901234567890,"price":1.10}}`

// Whatever form a stream has, the data is what was sent.
func TestEventsOfEveryForm(t *testing.T) {
	half := len(fine) / 2
	cut := strings.Index(fine, `"result"`)
	tests := []struct {
		name, body string
		want       []string
	}{
		{"as SDKs write it", "event: message\ndata: " + fine + "\n\n", []string{fine}},
		{"without a space", "data:" + fine + "\n\n", []string{fine}},
		{"CRLF", "data: " + fine + "\r\n\r\n", []string{fine}},
		{"CR alone", "data: " + fine + "\r\r", []string{fine}},
		{"over two lines", "data: " + fine[:cut] + "\ndata: " + fine[cut:] + "\n\n", []string{fine[:cut] + "\n" + fine[cut:]}},
		{"the last event left open", "data: " + fine + "\n", []string{fine}},
		{"the last line left open", "data: " + fine, []string{fine}},
		{"comments and other fields", ": ping\nid: 7\nretry: 10\nx\ndata: " + fine + "\n\n", []string{fine}},
		{"an empty event first", "data\n\ndata: " + fine + "\n\n", []string{"", fine}},
		{"a byte order mark", "\ufeffdata: " + fine + "\n\n", []string{fine}},
		{"two events", "data: {}\n\ndata: " + fine + "\n\n", []string{"{}", fine}},
		{"no data at all", "event: x\n\n", nil},
	}
	for _, tt := range tests {
		for _, size := range []int{1, 2, 3, half, len(tt.body)} {
			e := eventReader{stream: true}
			var got []string
			for rest := tt.body; len(rest) > 0; {
				n := min(size, len(rest))
				e.read([]byte(rest[:n]), n == len(rest), func(doc []byte) { got = append(got, string(doc)) })
				rest = rest[n:]
			}
			if fmt.Sprintf("%q", got) != fmt.Sprintf("%q", tt.want) {
				t.Errorf("%s, in pieces of %d: %q, want %q", tt.name, size, got, tt.want)
			}
		}
	}
}

func TestEventsAreBounded(t *testing.T) {
	e := eventReader{stream: true}
	for range maxLine/(1<<20) + 2 {
		e.read([]byte(strings.Repeat("x", 1<<20)), false, func([]byte) { t.Error("something was found") })
	}
	if len(e.line)+len(e.data) > maxLine {
		t.Errorf("%d bytes are held", len(e.line)+len(e.data))
	}
}

// remote is a server of the session era that is as strange as the test wants. It
// answers tools/call by call, the rest as it should be.
func remote(t *testing.T, call http.HandlerFunc) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		var m struct {
			ID     json.RawMessage
			Method string
		}
		if r.Method != http.MethodPost || json.Unmarshal(body, &m) != nil {
			w.WriteHeader(http.StatusMethodNotAllowed)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		switch m.Method {
		case "server/discover":
			w.WriteHeader(http.StatusBadRequest)
		case "initialize":
			w.Header().Set("Mcp-Session-Id", "s")
			fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}}`, m.ID)
		case "tools/list":
			fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":{"tools":[{"name":"do","inputSchema":{"type":"object"}}]}}`, m.ID)
		case "tools/call":
			r.Header.Set("X-Request-Id", string(m.ID))
			call(w, r)
		default:
			w.WriteHeader(http.StatusAccepted)
		}
	}))
	t.Cleanup(s.Close)
	return s
}

// reaching is the upstream of an entry for a URL.
func reaching(t *testing.T, e ServerEntry) *Upstream {
	t.Helper()
	e.Name = "remote"
	life, end := context.WithCancel(context.Background())
	u := newUpstream(life, e.Name, e.source(process.Launcher{}), e.limits(0), func() {})
	t.Cleanup(func() { end(); u.close() })
	return u
}

func TestRemoteServersThatRefuse(t *testing.T) {
	tests := []struct {
		name   string
		status int
		says   string
		calls  int64
	}{
		{"unauthorised", http.StatusUnauthorized, "the server refused the call: HTTP 401 Unauthorized", 1},
		{"too many", http.StatusTooManyRequests, "HTTP 429", 1},
		{"a session that it has forgotten", http.StatusNotFound, "could not be reached to run do", 2},
		{"it broke down", http.StatusInternalServerError, "may or may not have taken effect", 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var calls atomic.Int64
			s := remote(t, func(w http.ResponseWriter, _ *http.Request) { calls.Add(1); w.WriteHeader(tt.status) })
			u := reaching(t, ServerEntry{URL: s.URL + "/mcp"})
			_, err := u.Call(t.Context(), 0, &Invocation{Command: "do", Parameters: json.RawMessage(`{}`)}, nil)
			if err == nil || !strings.Contains(FailureText(err), tt.says) || calls.Load() != tt.calls {
				t.Errorf("%d calls, %v, want %d, … %s …", calls.Load(), err, tt.calls, tt.says)
			}
		})
	}
}

// A server that was restarted knows no session: the call goes to a new one.
func TestForgottenSessionIsReplaced(t *testing.T) {
	var calls atomic.Int64
	s := remote(t, func(w http.ResponseWriter, r *http.Request) {
		if calls.Add(1) == 1 {
			w.WriteHeader(http.StatusNotFound)
			return
		}
		fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":{"content":[]}}`, r.Header.Get("X-Request-Id"))
	})
	u := reaching(t, ServerEntry{URL: s.URL + "/mcp"})
	raw, err := u.Call(t.Context(), 0, &Invocation{Command: "do", Parameters: json.RawMessage(`{}`)}, nil)
	if string(raw) != `{"content":[]}` || err != nil {
		t.Errorf("%s, %v", raw, err)
	}
}

func TestNothingRunsWhereNobodyListens(t *testing.T) {
	s := remote(t, func(http.ResponseWriter, *http.Request) {})
	u := reaching(t, ServerEntry{URL: s.URL + "/mcp"})
	if err := u.Load(t.Context(), 0, nil); err != nil {
		t.Fatal(err)
	}
	http.DefaultTransport.(*http.Transport).CloseIdleConnections()
	s.Listener.Close()
	_, err := u.Call(t.Context(), 0, &Invocation{Command: "do", Parameters: json.RawMessage(`{}`)}, nil)
	if lost := (*LostError)(nil); err == nil || errors.As(err, &lost) {
		t.Errorf("a call that nobody saw: %v", err)
	}
}

// What is private in an entry reaches the server, and no error text.
func TestSecretsStayPrivate(t *testing.T) {
	var seen atomic.Value
	s := remote(t, func(w http.ResponseWriter, r *http.Request) {
		seen.Store(r.URL.RawQuery + " " + r.Header.Get("Authorization") + " " + r.Header.Get("X-Key"))
		fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"error":{"code":-32000,"message":"apiKey=QUERYKEY PASSWORD HEADERKEY are not known"}}`, r.Header.Get("X-Request-Id"))
	})
	t.Setenv("HEADER_KEY", "HEADERKEY")
	secret := func(base string) ServerEntry {
		return ServerEntry{
			URL:     strings.Replace(base, "http://", "http://user:PASSWORD@", 1) + "/mcp?apiKey=QUERYKEY",
			Headers: []Setting{{"X-Key", "${HEADER_KEY}"}, {"Authorization", "Bearer PASSWORD"}},
		}
	}
	texts := map[string]error{}
	_, texts["the server says them back"] = reaching(t, secret(s.URL)).Call(t.Context(), 0, &Invocation{Command: "do", Parameters: json.RawMessage(`{}`)}, nil)
	texts["nobody listens"] = reaching(t, secret("http://127.0.0.1:1")).Load(t.Context(), 0, nil)
	texts["no such host"] = reaching(t, secret("http://host.invalid")).Load(t.Context(), 0, nil)
	for name, err := range texts {
		if err == nil {
			t.Errorf("%s: no error", name)
			continue
		}
		for _, private := range []string{"QUERYKEY", "PASSWORD", "HEADERKEY"} {
			if strings.Contains(FailureText(err), private) || strings.Contains(err.Error(), private) {
				t.Errorf("%s: %s", name, err)
			}
		}
	}
	if got := seen.Load(); got != "apiKey=QUERYKEY Bearer PASSWORD HEADERKEY" {
		t.Errorf("the server saw %q", got)
	}
}

// A result is the bytes that the server sent, in every form that a reply may have.
func TestRemoteResultsKeepTheirBytes(t *testing.T) {
	const result = `{"content":[],"structuredContent":{"big":12345678901234567890,"price":1.10,"z":1,"a":2},"unknown":[1e3]}`
	forms := map[string]func(message string) string{
		"one line": func(m string) string { return "event: message\ndata: " + m + "\n\n" },
		"CR":       func(m string) string { return "event: message\rdata: " + m + "\r\r" },
		"CRLF":     func(m string) string { return "event: message\r\ndata: " + m + "\r\n\r\n" },
		"two lines": func(m string) string {
			return strings.Replace("data: "+m, `,"result"`, ",\ndata: \"result\"", 1) + "\n\n"
		},
		"the last line is open": func(m string) string { return "data: " + m },
	}
	for name, form := range forms {
		t.Run(name, func(t *testing.T) {
			s := remote(t, func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", "text/event-stream")
				fmt.Fprint(w, form(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":%s}`, r.Header.Get("X-Request-Id"), result)))
			})
			u := reaching(t, ServerEntry{URL: s.URL + "/mcp"})
			raw, err := u.Call(t.Context(), 0, &Invocation{Command: "do", Parameters: json.RawMessage(`{}`)}, nil)
			if string(raw) != result || err != nil {
				t.Errorf("%s, %v", raw, err)
			}
		})
	}
}
