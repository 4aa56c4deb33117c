package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"
)

const (
	// Endpoint is the path of the streamable HTTP endpoint.
	Endpoint = "/mcp"
	// sessionIdle is how long a session-era client may be silent.
	sessionIdle = time.Hour
	// headerTimeout is how long a client may take for its request headers, and
	// bodyTimeout for the body behind them.
	headerTimeout = 10 * time.Second
	bodyTimeout   = 30 * time.Second
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

// Serve serves streamable HTTP on l until ctx ends, and then what is being served
// for a moment. host is the name that the
// listener was opened with; requests for other names are refused, see
// [Server.Handler].
func (s *Server) Serve(ctx context.Context, l net.Listener, host string) error {
	srv := &http.Server{Handler: s.Handler(host), ReadHeaderTimeout: headerTimeout}
	finished := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(finished)
		grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), endGrace)
		defer cancel()
		if srv.Shutdown(grace) != nil {
			srv.Close()
		}
	})
	defer stop()
	if err := srv.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	<-finished
	return nil
}
