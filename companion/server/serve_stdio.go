package server

import (
	"context"
	"errors"
	"io"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// drainGrace is how long calls may take to finish after the client has closed
// its side: long enough for a script that pipes its requests in, short enough
// not to outlive a host that is gone.
const drainGrace = 5 * time.Second

// ServeStdio serves one client over newline-delimited JSON-RPC until it closes
// in, or ctx ends.
func (s *Server) ServeStdio(ctx context.Context, in io.ReadCloser, out io.WriteCloser) error {
	err := s.mcp.Run(ctx, drainingTransport{&mcp.IOTransport{Reader: in, Writer: out}})
	if errors.Is(err, io.EOF) || errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// drainingTransport holds the end of the input back while requests are being
// served: the SDK drops their replies once it has seen it.
type drainingTransport struct{ mcp.Transport }

// Connect implements mcp.Transport.
func (t drainingTransport) Connect(ctx context.Context) (mcp.Connection, error) {
	c, err := t.Transport.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return &drainingConn{Connection: c, served: make(chan struct{}, 1)}, nil
}

type drainingConn struct {
	mcp.Connection
	served chan struct{} // has a value after a reply

	mu   sync.Mutex
	open int // requests without a reply
}

// Read implements mcp.Connection.
func (c *drainingConn) Read(ctx context.Context) (jsonrpc.Message, error) {
	m, err := c.Connection.Read(ctx)
	if r, ok := m.(*jsonrpc.Request); ok && r.IsCall() {
		c.count(1)
	}
	if !errors.Is(err, io.EOF) {
		return m, err
	}
	grace := time.After(drainGrace)
	for c.count(0) > 0 {
		select {
		case <-c.served:
		case <-grace:
			return m, err
		case <-ctx.Done():
			return m, err
		}
	}
	return m, err
}

// Write implements mcp.Connection.
func (c *drainingConn) Write(ctx context.Context, m jsonrpc.Message) error {
	err := c.Connection.Write(ctx, m)
	if _, ok := m.(*jsonrpc.Response); ok {
		c.count(-1)
		select {
		case c.served <- struct{}{}:
		default:
		}
	}
	return err
}

// count changes the number of open requests and returns it.
func (c *drainingConn) count(by int) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.open += by
	return c.open
}
