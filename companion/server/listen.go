package server

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcp-router/companion/provider"
)

const (
	// Endpoint is the path of the streamable HTTP endpoint.
	Endpoint = "/mcp"
	// sessionIdle is how long a session-era client may be silent.
	sessionIdle = time.Hour
	// headerTimeout is how long a client may take for its request headers.
	headerTimeout = 10 * time.Second
	// shutdownGrace is how long requests may take to finish at the end.
	shutdownGrace = 2 * time.Second
)

// Listen opens the address HOST:PORT for [Server.Serve]. An empty host is
// loopback: everybody who can reach the address acts with this host's Azure
// identity, so a wider one has to be named, and is warned of.
func Listen(address string) (net.Listener, error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return nil, fmt.Errorf("listen address: %w", err)
	}
	if host == "" {
		host = "127.0.0.1"
	}
	l, err := net.Listen("tcp", net.JoinHostPort(host, port))
	if err != nil {
		return nil, err
	}
	if a, ok := l.Addr().(*net.TCPAddr); ok && !a.IP.IsLoopback() {
		slog.Warn("not a loopback address: every caller acts with this host's Azure identity", "address", l.Addr().String())
	}
	return l, nil
}

// Serve serves streamable HTTP on l until ctx ends. host is the name that the
// listener was opened with; requests for other names are refused, see
// [Server.Handler].
func (s *Server) Serve(ctx context.Context, l net.Listener, host string) error {
	srv := &http.Server{Handler: s.Handler(host), ReadHeaderTimeout: headerTimeout}
	stop := context.AfterFunc(ctx, func() {
		grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownGrace)
		defer cancel()
		if srv.Shutdown(grace) != nil {
			srv.Close()
		}
	})
	defer stop()
	if err := srv.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// Handler serves the endpoint in both eras: requests whose version header
// names a revision without sessions, and all others. A call that belongs to no
// session is served by itself, its client not asked for anything: through a
// router, initialize may have gone elsewhere. Requests for a name that
// is neither host, loopback nor an address are refused, and so are those from
// pages of such names: a web page must not reach this server by letting its
// own name point here.
func (s *Server) Handler(host string) http.Handler {
	server := func(*http.Request) *mcp.Server { return s.mcp }
	// Both handlers leave the check of names to guard.
	stateless := mcp.NewStreamableHTTPHandler(server, &mcp.StreamableHTTPOptions{
		Stateless: true, PropagateRequestCancellation: true, DisableLocalhostProtection: true,
	})
	sessions := mcp.NewStreamableHTTPHandler(server, &mcp.StreamableHTTPOptions{
		SessionTimeout: sessionIdle, DisableLocalhostProtection: true,
	})
	mux := http.NewServeMux()
	mux.HandleFunc(Endpoint, func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Mcp-Protocol-Version") >= provider.StatelessVersion || outsideSession(r) {
			stateless.ServeHTTP(w, r)
			return
		}
		sessions.ServeHTTP(w, r)
	})
	return guard(host, mux)
}

// outsideSession says whether r neither belongs to a session nor begins one. It
// reads the body, up to the SDK's own limit, and puts it back.
func outsideSession(r *http.Request) bool {
	if r.Method != http.MethodPost || r.Header.Get("Mcp-Session-Id") != "" {
		return false
	}
	read, err := io.ReadAll(io.LimitReader(r.Body, mcp.DefaultMaxRequestBodyBytes+1))
	r.Body = readCloser{io.MultiReader(bytes.NewReader(read), r.Body), r.Body}
	var message struct {
		Method string `json:"method"`
	}
	return err == nil && json.Unmarshal(read, &message) == nil && message.Method != "initialize"
}

// readCloser reads from one and closes the other.
type readCloser struct {
	io.Reader
	io.Closer
}

// guard refuses requests that name another host, or come from another one's
// pages.
func guard(host string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case !knownHost(r.Host, host):
			http.Error(w, "this server is not known by that name", http.StatusForbidden)
		case !knownOrigin(r.Header.Get("Origin"), r.Host):
			http.Error(w, "requests from that origin are not served", http.StatusForbidden)
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// knownHost says whether authority is host, loopback, or an address: only
// names can be pointed at us by somebody else.
func knownHost(authority, host string) bool {
	name := hostName(authority)
	return name != "" && (strings.EqualFold(name, host) || isLoopback(name) || net.ParseIP(name) != nil)
}

// knownOrigin says whether a page of origin may call: one served under the
// very authority that is called, or a loopback page calling loopback. Programs
// send no origin.
func knownOrigin(origin, authority string) bool {
	if origin == "" {
		return true
	}
	u, err := url.Parse(origin)
	if err != nil || u.Host == "" {
		return false
	}
	return strings.EqualFold(u.Host, authority) || isLoopback(u.Hostname()) && isLoopback(hostName(authority))
}

// hostName is an authority without its port and brackets.
func hostName(authority string) string {
	if h, _, err := net.SplitHostPort(authority); err == nil {
		return h
	}
	return strings.Trim(authority, "[]")
}

func isLoopback(name string) bool {
	ip := net.ParseIP(name)
	return strings.EqualFold(name, "localhost") || ip != nil && ip.IsLoopback()
}
