package fleet

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"time"

	"mcp-router/examples/servers/catalog"
)

// Start serves the named server in this process, on a free loopback port, and
// returns its host:port and the function that stops it. Its errors are those of
// Handler and of listening.
func Start(ctx context.Context, name, separator string, log *slog.Logger, members ...catalog.Member) (address string, stop func() error, err error) {
	handler, err := Handler(name, separator, log, members...)
	if err != nil {
		return "", nil, err
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	server := &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second}
	go func() { _ = server.Serve(listener) }() // ends with Close
	return listener.Addr().String(), server.Close, nil
}
