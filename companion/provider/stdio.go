package provider

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcp-router/companion/process"
)

// maxNoise bounds what a provider may print between two messages that is none,
// in bytes.
const maxNoise = 64 << 10

// writeTimeout is how long a process may leave a message unread.
const writeTimeout = 30 * time.Second

var (
	errNoise = fmt.Errorf("more than %d bytes on stdout that are not MCP", maxNoise)
)

// stdioTransport is the SDK's side of one provider process: newline-delimited
// JSON-RPC in which lines that are no JSON-RPC 2.0 object are skipped, within
// maxNoise. It serves one connection.
type stdioTransport struct {
	stdin  *os.File
	stdout io.ReadCloser
	said   *process.Excerpt // gets the lines that are skipped
	end    func()           // ends the process
}

func newStdioTransport(c *child) *stdioTransport {
	return &stdioTransport{stdin: c.Stdin, stdout: c.Stdout, said: c.Said, end: c.stop}
}

// Connect implements mcp.Transport.
func (t *stdioTransport) Connect(context.Context) (mcp.Connection, error) {
	c := &stdioConn{
		stdioTransport: t, in: make(chan jsonrpc.Message), closed: make(chan struct{}),
		waiting: map[jsonrpc.ID]*capture{},
	}
	go c.readLines()
	return c, nil
}

type stdioConn struct {
	*stdioTransport
	in      chan jsonrpc.Message // closed when there is no more to read
	readErr error                // why; read after in is closed

	closing sync.Once
	closed  chan struct{}

	writing sync.Mutex // one message at a time

	mu      sync.Mutex
	waiting map[jsonrpc.ID]*capture // calls whose result is to be kept
}

// SessionID implements mcp.Connection; stdio has none.
func (c *stdioConn) SessionID() string { return "" }

// Read implements mcp.Connection.
func (c *stdioConn) Read(ctx context.Context) (jsonrpc.Message, error) {
	select {
	case m, ok := <-c.in:
		if !ok {
			return nil, c.readErr
		}
		return m, nil
	case <-c.closed:
		return nil, io.EOF
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Write implements mcp.Connection. The result of a call whose context has a
// capture is put there when it arrives. A process that does not read for
// writeTimeout breaks the connection.
func (c *stdioConn) Write(ctx context.Context, m jsonrpc.Message) error {
	data, err := jsonrpc.EncodeMessage(m)
	if err != nil {
		return err
	}
	c.writing.Lock()
	defer c.writing.Unlock()
	into := captureOf(ctx)
	if call, ok := m.(*jsonrpc.Request); ok && into != nil {
		c.await(call.ID, into)
		context.AfterFunc(ctx, func() { c.await(call.ID, nil) })
	}
	// Where pipes have no deadlines (Windows) a stuck write ends with the process.
	_ = c.stdin.SetWriteDeadline(time.Now().Add(writeTimeout))
	n, err := c.stdin.Write(append(data, '\n'))
	if into != nil && n > 0 {
		into.sending()
	}
	return err
}

// await remembers where the result of a call goes; nil forgets it, which is
// also done for calls that were given up.
func (c *stdioConn) await(id jsonrpc.ID, into *capture) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if into == nil {
		delete(c.waiting, id)
		return
	}
	c.waiting[id] = into
}

// Close implements mcp.Connection: it ends the process and returns when it is
// gone.
func (c *stdioConn) Close() error {
	c.closing.Do(func() { close(c.closed) })
	c.end()
	return nil
}

// readLines feeds in until the process closes its stdout, breaks a bound, or
// the connection is closed.
func (c *stdioConn) readLines() {
	defer close(c.in)
	defer c.stdout.Close()
	lines := &lineReader{r: bufio.NewReaderSize(c.stdout, 64<<10)}
	noise := 0
	for {
		line, err := lines.next()
		m, ok := c.message(line)
		switch {
		case ok:
			noise = 0
			select {
			case c.in <- m:
			case <-c.closed:
				err = io.EOF
			}
		case errors.Is(err, errLine):
		default:
			_, _ = c.said.Write(line)
			if noise += len(bytes.TrimSpace(line)); noise > maxNoise {
				err = errNoise
			}
		}
		if err != nil {
			c.readErr = err
			return
		}
	}
}

// message reads one line. DecodeMessage refuses what is not an object with
// "jsonrpc":"2.0"; of a reply that cannot be read its call is told.
func (c *stdioConn) message(line []byte) (jsonrpc.Message, bool) {
	m, err := jsonrpc.DecodeMessage(line)
	if err != nil {
		id, ok := brokenReply(line)
		if !ok {
			return nil, false
		}
		m = &jsonrpc.Response{ID: id, Error: &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: "its reply cannot be read: " + err.Error()}}
	}
	if reply, ok := m.(*jsonrpc.Response); ok {
		if reply.Result == nil && reply.Error == nil { // the SDK would end the session
			reply.Error = &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: "its reply has no result"}
		}
		c.mu.Lock()
		defer c.mu.Unlock()
		if into := c.waiting[reply.ID]; into != nil && reply.Error == nil {
			into.put(reply.Result)
		}
		delete(c.waiting, reply.ID)
	}
	return m, true
}
