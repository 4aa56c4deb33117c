package azd_test

import (
	"context"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcp-router/test/azd/fakestate"
)

// Nothing that a provider does, or leaves behind, holds up a call, a stop or the
// end of the companion.

// soon fails a test whose action takes longer than it may.
func soon(t *testing.T, what string, limit time.Duration, action func()) {
	t.Helper()
	begin := time.Now()
	action()
	if took := time.Since(begin); took > limit {
		t.Errorf("%s took %v, want at most %v", what, took, limit)
	}
}

const leavesOrphan = `{"name":"storage","orphan":true}`

func TestOrphanThatHoldsTheProvidersPipes(t *testing.T) {
	w := newWorld(t, behaving(installed("storage"), leavesOrphan))
	c := w.connect(clientOptions{})
	c.learned(args{"learn": true, "tool": "storage"})

	soon(t, "the call that crashes", 10*time.Second, func() {
		if got := c.call(args{"tool": "storage", "command": "account_crash"}); !strings.Contains(textOf(got), "was lost while it ran") {
			t.Errorf("the call: %s", textOf(got))
		}
	})
	soon(t, "the next call", 10*time.Second, func() { c.call(args{"tool": "storage", "command": "account_pid"}) })
}

func TestOrphanHoldsNoEndUp(t *testing.T) {
	for name, end := range map[string]func(*wire){
		"stdin closed": func(c *wire) { c.in.Close() },
		"SIGTERM":      func(c *wire) { c.signal(syscall.SIGTERM) },
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, behaving(installed("storage"), leavesOrphan))
			c := w.wire()
			c.initialize(sessions)
			c.request("tools/call", args{"name": "azure", "arguments": args{"learn": true, "tool": "storage"}})
			soon(t, "the end", 3*time.Second, func() { end(c); c.awaitEnd() })
		})
	}
}

func TestOrphanOfAzd(t *testing.T) {
	w := newWorld(t, listed("storage"))
	w.change(func(s *fakestate.State) {
		s.Faults = map[string]fakestate.Fault{"ext list": {Orphan: true}, "ext install": {Orphan: true}}
	})
	c := w.connect(clientOptions{})
	soon(t, "listing and installing", 10*time.Second, func() {
		requireEqual(t, "commands", c.learned(args{"learn": true, "tool": "storage"}), storageTools)
	})
}

// A signal ends the companion within a second; what ran is answered.
func TestSignalAnswersWhatRuns(t *testing.T) {
	w := newWorld(t, installed("storage"))
	c := w.wire()
	c.initialize(sessions)
	c.send(`{"jsonrpc":"2.0","id":99,"method":"tools/call","params":{"name":"azure","arguments":{"tool":"storage","command":"blob_copy","parameters":{"ms":600000}}}}`)
	eventually(t, "copying", func() bool { return w.did("copy started") })
	soon(t, "the end", 1500*time.Millisecond, func() {
		c.signal(syscall.SIGTERM)
		if reply := c.reply(99); !strings.Contains(reply, "may or may not have taken effect") {
			t.Errorf("reply: %s", reply)
		}
		c.awaitEnd()
	})
}

// stopped stops a provider's process, as a server that hangs would be.
func stopped(t *testing.T, w *world, name string) {
	t.Helper()
	pid, err := strconv.Atoi(w.starts(name)[0])
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(pid, syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
}

func TestHungProviderIsReplaced(t *testing.T) {
	w := newWorld(t, installed("storage"))
	c := w.connect(clientOptions{})
	c.learned(args{"learn": true, "tool": "storage"})
	stopped(t, w, "storage")
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	if _, err := c.session.CallTool(ctx, &mcp.CallToolParams{Name: "azure", Arguments: args{"tool": "storage", "command": "account_pid"}}); err == nil {
		t.Error("a stopped process answered")
	}

	// The companion may hear of the next call before it hears that the first one was
	// given up; then that is lost, too.
	soon(t, "the next calls", 20*time.Second, func() {
		if got := c.call(args{"tool": "storage", "command": "account_pid"}); got.IsError {
			requireEqual(t, "after "+textOf(got), c.call(args{"tool": "storage", "command": "account_pid"}).IsError, false)
		}
	})

	requireEqual(t, "starts", len(w.starts("storage")), 2)
}

func TestCallTimeout(t *testing.T) {
	w := newWorld(t)
	c := w.connect(clientOptions{args: w.servers(args{"storage": local("storage", args{"callTimeout": "1s"})})})

	got := c.call(args{"tool": "storage", "command": "blob_copy", "parameters": args{"ms": 600_000}})

	if !got.IsError || !strings.Contains(textOf(got), "no answer within its callTimeout of 1s") || !strings.Contains(textOf(got), "may or may not") {
		t.Errorf("isError %v: %s", got.IsError, textOf(got))
	}
	eventually(t, "it is cancelled", func() bool { return w.did("copy cancelled") })
}

// A start takes as long as it takes: who comes meanwhile waits for the same one.
func TestSlowStartIsJoined(t *testing.T) {
	t.Parallel()
	w := newWorld(t, behaving(installed("storage"), `{"name":"storage","slow":28000}`))
	c := w.connect(clientOptions{})

	first := textOf(c.call(args{"tool": "storage", "command": "account_pid"}))
	if !strings.Contains(first, "is still starting") {
		t.Errorf("the first call: %s", first)
	}
	if got := c.call(args{"tool": "storage", "command": "account_pid"}); got.IsError {
		t.Errorf("the second call: %s", textOf(got))
	}
	requireEqual(t, "starts", len(w.starts("storage")), 1)
}

// A provider's wrong byte goes no further, and costs no command.
func TestWrongBytesOfAProvider(t *testing.T) {
	w := newWorld(t, behaving(installed("storage"), `{"name":"storage","latin1":true}`))
	c := w.wire()
	c.initialize(sessions)
	reply := c.request("tools/call", args{"name": "azure", "arguments": args{"learn": true, "tool": "storage"}})
	for _, says := range []string{"Deletes a bl\ufffdb for ever.", "container_list"} {
		if !strings.Contains(reply, says) {
			t.Errorf("%q is not in %q", says, reply)
		}
	}
}
