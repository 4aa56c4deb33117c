package server

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcp-router/jsonrpc"
)

const (
	// drainGrace is how long calls may take to finish after the client has closed
	// its side: long enough for a script that pipes its requests in, short enough
	// not to outlive a host that is gone.
	drainGrace = 5 * time.Second
	// endGrace is how long calls, which end then, may take to be answered when this
	// program is asked to end.
	endGrace = 500 * time.Millisecond
	// closeGrace is how long a client may leave the last answers unread.
	closeGrace = 500 * time.Millisecond
	// maxMessage bounds a client's message, in bytes.
	maxMessage = 16 << 20
)

// ServeStdio serves one client over newline-delimited JSON-RPC until it closes
// in, or life ends. Nothing else ends it: lines that are no message are answered
// with an error.
func (s *Server) ServeStdio(life context.Context, in io.Reader, out io.WriteCloser) error {
	c := newStdioConn(life, in, out)
	done := make(chan error, 1)
	go func() { done <- s.mcp.Run(context.WithoutCancel(life), c) }()
	select {
	case err := <-done:
		return ended(err)
	case <-c.over:
	}
	select {
	case err := <-done:
		return ended(err)
	case <-time.After(closeGrace):
		return nil // the client does not read
	}
}

// ended is the error of a session, nil for an orderly end.
func ended(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// stdioConn is the connection with the client, and the transport that yields it.
type stdioConn struct {
	life  context.Context
	out   io.WriteCloser
	lines chan []byte   // closed at the end of the input
	over  chan struct{} // closed when nothing more is read
	end   func()        // closes over

	queue  []sdk.Message // what the last line held beyond the first
	frames frames

	writing sync.Mutex // one line at a time
}

func newStdioConn(life context.Context, in io.Reader, out io.WriteCloser) *stdioConn {
	c := &stdioConn{life: life, out: out, lines: make(chan []byte), over: make(chan struct{}), frames: newFrames()}
	c.end = sync.OnceFunc(func() { close(c.over) })
	go c.readLines(in)
	return c
}

// Connect implements mcp.Transport.
func (c *stdioConn) Connect(context.Context) (mcp.Connection, error) { return c, nil }

// SessionID implements mcp.Connection; stdio has none.
func (c *stdioConn) SessionID() string { return "" }

// Close implements mcp.Connection.
func (c *stdioConn) Close() error {
	c.end()
	return c.out.Close()
}

// readLines feeds lines until the input ends.
func (c *stdioConn) readLines(in io.Reader) {
	defer close(c.lines)
	r := bufio.NewReaderSize(in, 64<<10)
	for {
		line, err := readLine(r)
		if errors.Is(err, errMessageSize) {
			c.refuse(sdk.CodeInvalidRequest, err.Error())
			continue
		}
		if len(line) > 0 {
			select {
			case c.lines <- line:
			case <-c.over:
				return
			}
		}
		if err != nil {
			return
		}
	}
}

var errMessageSize = fmt.Errorf("a message of more than %d bytes", maxMessage)

// readLine reads up to the next newline. Of a line over maxMessage nothing is
// kept.
func readLine(r *bufio.Reader) (line []byte, err error) {
	size := 0
	for {
		part, err := r.ReadSlice('\n')
		if size += len(part); size <= maxMessage {
			line = append(line, part...)
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if size > maxMessage {
			return nil, errMessageSize // the end of the input, if it is, comes again
		}
		return line, err
	}
}

// Read implements mcp.Connection. The end of the input is held back while
// requests are being served: the SDK drops their replies once it has seen it.
func (c *stdioConn) Read(ctx context.Context) (sdk.Message, error) {
	for len(c.queue) == 0 {
		select {
		case line, open := <-c.lines:
			if !open {
				c.drain(ctx, drainGrace)
				return nil, io.EOF
			}
			var refused []byte
			if c.queue, refused = c.frames.read(line); refused != nil {
				if err := c.writeLine(refused); err != nil {
					return nil, err
				}
			}
		case <-c.life.Done():
			c.drain(ctx, endGrace)
			return nil, io.EOF
		case <-c.over:
			return nil, io.EOF
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	next := c.queue[0]
	c.queue = c.queue[1:]
	return next, nil
}

// drain waits until every request is answered, as long as that may take.
func (c *stdioConn) drain(ctx context.Context, grace time.Duration) {
	defer c.end()
	timeout := time.NewTimer(grace)
	defer context.AfterFunc(c.life, func() { timeout.Reset(min(grace, endGrace)) })()
	for c.frames.open() > 0 {
		select {
		case <-c.frames.answered:
		case <-timeout.C:
			return
		case <-ctx.Done():
			return
		}
	}
}

// Write implements mcp.Connection.
func (c *stdioConn) Write(_ context.Context, m sdk.Message) error {
	if reply, ok := m.(*sdk.Response); ok {
		defer c.frames.done(reply.ID, c.frames.request(reply.ID))
	}
	line, err := c.frames.write(m)
	if err != nil || line == nil {
		return err
	}
	return c.writeLine(line)
}

// refuse answers what is no message.
func (c *stdioConn) refuse(code int, why string) {
	_ = c.writeLine(jsonrpc.ErrorReply(nil, code, why)) // the client has left
}

func (c *stdioConn) writeLine(line []byte) error {
	c.writing.Lock()
	defer c.writing.Unlock()
	_, err := c.out.Write(append(line, '\n'))
	return err
}
