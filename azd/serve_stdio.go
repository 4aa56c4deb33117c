package azd

import (
	"context"
	"errors"
	"io"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// drainGrace is how long calls may take to finish after the client has closed
// its side: long enough for a script that pipes its requests in, short enough
// not to outlive a host that is gone.
const drainGrace = 5 * time.Second

// ServeStdio serves one client over newline-delimited JSON-RPC until it closes
// in, or ctx ends.
func (s *Server) ServeStdio(ctx context.Context, in io.ReadCloser, out io.WriteCloser) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	input := &endNotice{ReadCloser: in, ended: func() { time.AfterFunc(drainGrace, cancel) }}
	err := s.mcp.Run(ctx, &mcp.IOTransport{Reader: input, Writer: out})
	if errors.Is(err, io.EOF) || errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// endNotice calls ended once when there is nothing more to read.
type endNotice struct {
	io.ReadCloser
	once  sync.Once
	ended func()
}

// Read implements io.Reader.
func (n *endNotice) Read(p []byte) (int, error) {
	c, err := n.ReadCloser.Read(p)
	if err != nil {
		n.once.Do(n.ended)
	}
	return c, err
}
