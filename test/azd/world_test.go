package azd_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcp-router/test/azd/fakestate"
)

// patience is how long anything may take before a test gives up on it.
const patience = 30 * time.Second

// world is one fake azd with its extensions.
type world struct {
	t   *testing.T
	dir string
}

// newWorld makes a fake azd that lists extensions.
func newWorld(t *testing.T, extensions ...fakestate.Extension) *world {
	t.Helper()
	w := &world{t: t, dir: t.TempDir()}
	w.write(fakestate.State{Version: "azd version 1.27.1 (commit 0123456789abcdef)", Provider: built.provider, Extensions: extensions})
	return w
}

func (w *world) write(s fakestate.State) {
	w.t.Helper()
	if err := fakestate.Write(w.dir, s); err != nil {
		w.t.Fatal(err)
	}
}

// change edits the state while everything runs.
func (w *world) change(edit func(*fakestate.State)) {
	w.t.Helper()
	err := fakestate.Update(w.dir, func(s *fakestate.State) error { edit(s); return nil })
	if err != nil {
		w.t.Fatal(err)
	}
}

// fault makes a command of azd misbehave.
func (w *world) fault(command string, f fakestate.Fault) {
	w.t.Helper()
	w.change(func(s *fakestate.State) { s.Faults = map[string]fakestate.Fault{command: f} })
}

// lines are those of a log in the world's directory.
func (w *world) lines(name string) []string {
	w.t.Helper()
	doc, err := os.ReadFile(filepath.Join(w.dir, name))
	if err != nil && !os.IsNotExist(err) {
		w.t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(doc)), "\n")
}

// runs are azd's command lines that begin with prefix.
func (w *world) runs(prefix string) []string {
	var list []string
	for _, l := range w.lines("runs.log") {
		if strings.HasPrefix(l, prefix) {
			list = append(list, l)
		}
	}
	return list
}

// starts are the process ids of a provider, one for each start.
func (w *world) starts(provider string) []string {
	var list []string
	for _, l := range w.lines(provider + ".log") {
		if pid, ok := strings.CutPrefix(l, "started "); ok {
			list = append(list, pid)
		}
	}
	return list
}

// did says whether the storage provider noted a line that begins with prefix.
func (w *world) did(prefix string) bool {
	for _, l := range w.lines("storage.log") {
		if strings.HasPrefix(l, prefix) {
			return true
		}
	}
	return false
}

// eventually waits for a condition.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	deadline := time.After(patience)
	for !holds() {
		select {
		case <-deadline:
			t.Fatalf("after %v still not: %s", patience, what)
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// client is an MCP client with a companion of its own.
type client struct {
	t       *testing.T
	process *exec.Cmd
	session *mcp.ClientSession

	mu       sync.Mutex
	progress []string
	asked    []string // questions that the client was asked
}

// clientOptions are what differs between clients.
type clientOptions struct {
	version string                                    // default: sessions
	args    []string                                  // of the companion
	elicit  func(*mcp.ElicitParams) *mcp.ElicitResult // nil: cannot
	sample  func(prompt string) (string, error)       // nil: cannot
}

const (
	sessions  = "2025-11-25"
	stateless = "2026-07-28"
)

// connect starts a companion in the world and a client for it.
func (w *world) connect(o clientOptions) *client {
	w.t.Helper()
	cmd := w.companion(o.args...)
	c := &client{t: w.t, process: cmd}
	c.open(&mcp.CommandTransport{Command: cmd}, o)
	return c
}

// companion is the command line of a companion in the world.
func (w *world) companion(args ...string) *exec.Cmd {
	cmd := exec.Command(built.companion, append([]string{"--azd", built.azd}, args...)...)
	cmd.Env = append(os.Environ(), "FAKE_AZD="+w.dir)
	log := &strings.Builder{}
	cmd.Stderr = log
	w.t.Cleanup(func() {
		if w.t.Failed() {
			w.t.Logf("companion's log:\n%s", log)
		}
	})
	return cmd
}

// open connects the client over a transport.
func (c *client) open(transport mcp.Transport, o clientOptions) {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(c.t.Context(), patience)
	defer cancel()
	if o.version == "" {
		o.version = sessions
	}
	session, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, c.options(o)).
		Connect(ctx, transport, &mcp.ClientSessionOptions{ProtocolVersion: o.version})
	if err != nil {
		c.t.Fatalf("connect: %v", err)
	}
	c.session = session
	c.t.Cleanup(func() { session.Close() })
}

func (c *client) options(o clientOptions) *mcp.ClientOptions {
	options := &mcp.ClientOptions{
		Capabilities: &mcp.ClientCapabilities{},
		ProgressNotificationHandler: func(_ context.Context, r *mcp.ProgressNotificationClientRequest) {
			c.note(&c.progress, r.Params.Message)
		},
	}
	if o.elicit != nil {
		options.ElicitationHandler = func(_ context.Context, r *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
			c.note(&c.asked, r.Params.Message)
			return o.elicit(r.Params), nil
		}
	}
	if o.sample != nil {
		options.CreateMessageHandler = func(_ context.Context, r *mcp.CreateMessageRequest) (*mcp.CreateMessageResult, error) {
			prompt := r.Params.Messages[0].Content.(*mcp.TextContent).Text
			c.note(&c.asked, prompt)
			answer, err := o.sample(prompt)
			if err != nil {
				return nil, err
			}
			return &mcp.CreateMessageResult{Role: "assistant", Model: "m", Content: &mcp.TextContent{Text: answer}}, nil
		}
	}
	return options
}

func (c *client) note(list *[]string, text string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	*list = append(*list, text)
}

func (c *client) noted(list *[]string) []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return append([]string(nil), *list...)
}

// args are the tool's arguments.
type args map[string]any

// call calls the tool and returns its result.
func (c *client) call(a args) *mcp.CallToolResult {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(c.t.Context(), 2*patience)
	defer cancel()
	r, err := c.session.CallTool(ctx, &mcp.CallToolParams{Name: "azure", Arguments: a})
	if err != nil {
		c.t.Fatalf("call azure %v: %v", a, err)
	}
	return r
}

// learned calls the tool and returns the names of the tools in the answer.
func (c *client) learned(a args) []string {
	c.t.Helper()
	r := c.call(a)
	var answer struct{ Tools []struct{ Name string } }
	if err := json.Unmarshal([]byte(textOf(r)), &answer); err != nil || r.IsError {
		c.t.Fatalf("learn %v: %q is no list: %v", a, textOf(r), err)
	}
	var names []string
	for _, tool := range answer.Tools {
		names = append(names, tool.Name)
	}
	return names
}

// textOf is the result's first text.
func textOf(r *mcp.CallToolResult) string {
	for _, block := range r.Content {
		if t, ok := block.(*mcp.TextContent); ok {
			return t.Text
		}
	}
	return ""
}

// protocolCode is the code of a JSON-RPC error, 0 for any other.
func protocolCode(err error) int64 {
	var e *jsonrpc.Error
	if !errors.As(err, &e) {
		return 0
	}
	return e.Code
}
