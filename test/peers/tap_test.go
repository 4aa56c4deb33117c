package peers

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync"
	"time"
)

// tap is a proxy that keeps what passes it: before a server, what the gateway asks
// of it; before the gateway, what a client gets.
type tap struct {
	*httptest.Server

	mu   sync.Mutex
	seen []*passage
}

// passage is one request and its reply, so far as it has come.
type passage struct {
	HTTP   string // GET, POST …
	Method string // the message's, empty for a response or no message
	Tool   string // params.name
	// Session is the session id of the request, Given that of the reply.
	Session, Given string
	Status         int
	// reply is its head and body in bytes, of which the body came from first to last.
	reply       bytes.Buffer
	first, last time.Time
}

func (p *passage) String() string {
	return fmt.Sprintf("%s %s %s: %d", p.HTTP, p.Method, p.Tool, p.Status)
}

type passageKey struct{}

// newTap starts a tap before host:port.
func newTap(address string) *tap {
	t := &tap{}
	proxy := &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(&url.URL{Scheme: "http", Host: address})
			r.Out.Host = r.In.Host
		},
		ModifyResponse: t.keepReply,
		FlushInterval:  -1,
		// A client that leaves a stream is no news, and panics are net/http's way
		// of saying so.
		ErrorHandler: func(w http.ResponseWriter, _ *http.Request, _ error) { w.WriteHeader(http.StatusBadGateway) },
	}
	t.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r, err := t.keepRequest(r)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		proxy.ServeHTTP(w, r)
	}))
	t.Config.ErrorLog = nil
	return t
}

func (t *tap) keepRequest(r *http.Request) (*http.Request, error) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	var message struct {
		Method string `json:"method"`
		Params struct {
			Name string `json:"name"`
		} `json:"params"`
	}
	_ = json.Unmarshal(body, &message) // what is no message has no method
	p := &passage{HTTP: r.Method, Method: message.Method, Tool: message.Params.Name, Session: r.Header.Get("Mcp-Session-Id")}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.seen = append(t.seen, p)
	return r.WithContext(context.WithValue(r.Context(), passageKey{}, p)), nil
}

func (t *tap) keepReply(resp *http.Response) error {
	p, ok := resp.Request.Context().Value(passageKey{}).(*passage)
	if !ok {
		return fmt.Errorf("a reply to no request: %s", resp.Request.URL)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	p.Status, p.Given = resp.StatusCode, resp.Header.Get("Mcp-Session-Id")
	if err := resp.Header.Write(&p.reply); err != nil {
		return err
	}
	resp.Body = &keeper{resp.Body, t, p}
	return nil
}

// keeper copies a reply's body as it is read.
type keeper struct {
	io.ReadCloser
	tap     *tap
	passage *passage
}

func (k *keeper) Read(p []byte) (int, error) {
	n, err := k.ReadCloser.Read(p)
	k.tap.mu.Lock()
	defer k.tap.mu.Unlock()
	if n > 0 {
		k.passage.reply.Write(p[:n])
		k.passage.last = time.Now()
		if k.passage.first.IsZero() {
			k.passage.first = k.passage.last
		}
	}
	return n, err
}

// drain returns what has passed since the last time.
func (t *tap) drain() []*passage {
	t.mu.Lock()
	defer t.mu.Unlock()
	seen := t.seen
	t.seen = nil
	return seen
}

// sessions are the ids in the replies of passages.
func sessions(passages []*passage) (ids []string) {
	for _, p := range passages {
		if p.Given != "" {
			ids = append(ids, p.Given)
		}
	}
	return ids
}

// tools are the calls among passages, by the name that was called.
func tools(passages []*passage) (names []string) {
	for _, p := range passages {
		if p.Method == "tools/call" {
			names = append(names, p.Tool)
		}
	}
	return names
}

// leaks are the secrets in the replies of passages, each with where it stands.
func leaks(passages []*passage, secrets []string) (found []string) {
	for _, p := range passages {
		for _, secret := range secrets {
			if strings.Contains(p.reply.String(), secret) {
				found = append(found, fmt.Sprintf("%s in the reply to %s", secret, p))
			}
		}
	}
	return found
}

// unavailable are the servers that the last list among passages names as missing.
func unavailable(passages []*passage) (servers []string) {
	for _, p := range passages {
		if p.Method != "tools/list" {
			continue
		}
		servers = nil
		_, after, found := strings.Cut(p.reply.String(), `"mcp-router/unavailable":`)
		if found {
			_ = json.NewDecoder(strings.NewReader(after)).Decode(&servers) // anything else is none
		}
	}
	return servers
}
