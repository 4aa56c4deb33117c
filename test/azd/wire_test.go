package azd_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"testing"
	"time"
)

// wire is a client that sees bytes: it writes lines to a companion and reads
// its lines.
type wire struct {
	t       *testing.T
	process *exec.Cmd
	in      io.WriteCloser
	lines   chan string
	version string
	next    int
}

// wire starts a companion in the world and a byte client for it.
func (w *world) wire(companionArgs ...string) *wire {
	w.t.Helper()
	c := &wire{t: w.t, process: w.companion(companionArgs...), lines: make(chan string, 64)}
	in, err := c.process.StdinPipe()
	if err != nil {
		w.t.Fatal(err)
	}
	out, err := c.process.StdoutPipe()
	if err != nil {
		w.t.Fatal(err)
	}
	if err := c.process.Start(); err != nil {
		w.t.Fatal(err)
	}
	c.in = in
	go func() {
		defer close(c.lines)
		for s := bufio.NewScanner(out); s.Scan(); {
			c.lines <- s.Text()
		}
	}()
	w.t.Cleanup(func() {
		in.Close()
		_ = c.process.Process.Kill() // most have ended by now
		_ = c.process.Wait()
	})
	return c
}

// signal sends the companion a signal.
func (c *wire) signal(s os.Signal) {
	c.t.Helper()
	if err := c.process.Process.Signal(s); err != nil {
		c.t.Fatal(err)
	}
}

// awaitEnd waits for the companion to end, which closes its output.
func (c *wire) awaitEnd() {
	c.t.Helper()
	timeout := time.After(patience)
	for {
		select {
		case _, open := <-c.lines:
			if !open {
				return
			}
		case <-timeout:
			c.t.Fatalf("the companion does not end in %v", patience)
		}
	}
}

// initialize begins a session, or nothing in the stateless era.
func (c *wire) initialize(version string) {
	c.t.Helper()
	c.version = version
	if version >= stateless {
		return
	}
	c.request("initialize", args{"protocolVersion": version, "capabilities": args{}, "clientInfo": args{"name": "w", "version": "1"}})
	c.send(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
}

// request sends a request and returns the line with its reply.
func (c *wire) request(method string, params args) string {
	c.t.Helper()
	return c.requestAs(method, params, args{})
}

// requestAs does so for a client with capabilities, in the stateless era.
func (c *wire) requestAs(method string, params, capabilities args) string {
	c.t.Helper()
	c.next++
	if c.version >= stateless {
		params["_meta"] = args{
			"io.modelcontextprotocol/protocolVersion":    c.version,
			"io.modelcontextprotocol/clientCapabilities": capabilities,
		}
	}
	p, err := json.Marshal(params)
	if err != nil {
		c.t.Fatal(err)
	}
	c.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`, c.next, method, p))
	return c.reply(c.next)
}

func (c *wire) send(line string) {
	c.t.Helper()
	if _, err := io.WriteString(c.in, line+"\n"); err != nil {
		c.t.Fatalf("write to the companion: %v", err)
	}
}

// reply reads lines until the reply to id.
func (c *wire) reply(id int) string {
	c.t.Helper()
	timeout := time.After(2 * patience)
	for {
		select {
		case line, open := <-c.lines:
			if !open {
				c.t.Fatalf("the companion ended before it answered %d", id)
			}
			var m struct {
				ID     *int
				Method string
			}
			if json.Unmarshal([]byte(line), &m) == nil && m.ID != nil && *m.ID == id && m.Method == "" {
				return line
			}
		case <-timeout:
			c.t.Fatalf("no reply to %d in %v", id, 2*patience)
		}
	}
}
