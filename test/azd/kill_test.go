package azd_test

import (
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"mcp-router/test/azd/fakestate"
)

// What is killed, hangs or ends in the middle of things: no orphan, no replay,
// no hang, a clear error.

func TestProviderKilledDuringACall(t *testing.T) {
	w := newWorld(t, installed("storage"))
	c := w.connect(clientOptions{})
	c.learned(args{"learn": true, "tool": "storage"})
	go func() {
		for !w.did("copy started") {
			<-time.After(time.Millisecond)
		}
		pid, _ := strconv.Atoi(w.starts("storage")[0])
		if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
			t.Error(err)
		}
	}()

	got := c.call(args{"tool": "storage", "command": "blob_copy", "parameters": args{"ms": 60_000}})

	for _, says := range []string{"storage was lost while it ran blob_copy", "may or may not", "not run again"} {
		if !got.IsError || !strings.Contains(strings.ToLower(textOf(got)), says) {
			t.Errorf("%q is not said: isError %v: %s", says, got.IsError, textOf(got))
		}
	}
	requireEqual(t, "what ran", w.lines("storage.log")[1:], []string{"copy started"})
	if pid := textOf(c.call(args{"tool": "storage", "command": "account_pid"})); pid == w.starts("storage")[0] || pid == "" {
		t.Errorf("the next call did not get a new process: %q", pid)
	}
}

func TestProviderCrashQuotesItsStderr(t *testing.T) {
	w := newWorld(t, installed("storage"))
	c := w.connect(clientOptions{})

	got := c.call(args{"tool": "storage", "command": "account_crash"})

	if !got.IsError || !strings.Contains(textOf(got), "out of luck") {
		t.Errorf("isError %v: %s", got.IsError, textOf(got))
	}
}

func TestProviderDiedWhileIdle(t *testing.T) {
	w := newWorld(t, installed("storage"))
	c := w.connect(clientOptions{})
	for range 5 {
		pid, err := strconv.Atoi(textOf(c.call(args{"tool": "storage", "command": "account_pid"})))
		if err != nil {
			t.Fatal(err)
		}
		if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
		eventually(t, "the provider is gone", func() bool { return !anyAlive(t, w.dir) })
		// Whether the companion has noticed must not matter: no server can have
		// seen the next command.
	}
}

// A companion that ends, in whatever way, takes everything with it: azd, which
// it started, and the provider, which azd started.
func TestCompanionEnds(t *testing.T) {
	end := func(s syscall.Signal) func(*wire) {
		return func(c *wire) { c.signal(s) }
	}
	tests := []struct {
		name string
		spec string
		busy bool // in the middle of a call
		end  func(*wire)
	}{
		{"its stdin is closed", `{"name":"storage"}`, false, func(c *wire) { c.in.Close() }},
		{"SIGTERM", `{"name":"storage"}`, false, end(syscall.SIGTERM)},
		{"SIGTERM during a call", `{"name":"storage"}`, true, end(syscall.SIGTERM)},
		{"SIGKILL", `{"name":"storage"}`, false, end(syscall.SIGKILL)},
		{"SIGKILL during a call", `{"name":"storage"}`, true, end(syscall.SIGKILL)},
		{"stdin closed, and the provider is deaf", `{"name":"storage","deaf":true}`, false, func(c *wire) { c.in.Close() }},
		{"stdin closed during a call", `{"name":"storage","deaf":true}`, true, func(c *wire) { c.in.Close() }},
		{"SIGKILL, and the provider is deaf", `{"name":"storage","deaf":true}`, true, end(syscall.SIGKILL)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, behaving(installed("storage"), tt.spec))
			c := w.wire()
			c.initialize(sessions)
			c.request("tools/call", args{"name": "azure", "arguments": args{"learn": true, "tool": "storage"}})
			if tt.busy {
				c.send(`{"jsonrpc":"2.0","id":99,"method":"tools/call","params":{"name":"azure","arguments":{"tool":"storage","command":"blob_copy","parameters":{"ms":600000}}}}`)
				eventually(t, "copying", func() bool { return w.did("copy started") })
			}
			if len(alive(t, w.dir)) < 4 { // companion, supervisor, azd, provider
				t.Fatalf("alive: %q", alive(t, w.dir))
			}

			tt.end(c)

			c.awaitEnd()
			eventually(t, "all gone", func() bool { return len(alive(t, w.dir)) == 0 })
		})
	}
}

func TestCompanionEndsWhileAzdInstalls(t *testing.T) {
	for _, signal := range []os.Signal{syscall.SIGTERM, syscall.SIGKILL} {
		t.Run(signal.String(), func(t *testing.T) {
			w := newWorld(t, listed("storage"))
			w.fault("ext install", faultDelay(600_000))
			c := w.wire()
			c.initialize(sessions)
			c.send(`{"jsonrpc":"2.0","id":99,"method":"tools/call","params":{"name":"azure","arguments":{"learn":true,"tool":"storage"}}}`)
			eventually(t, "installing", func() bool { return len(w.runs("ext install")) == 1 })

			c.signal(signal)

			c.awaitEnd()
			eventually(t, "all gone", func() bool { return len(alive(t, w.dir)) == 0 })
		})
	}
}

func TestProvidersThatDoNotStart(t *testing.T) {
	tests := []struct {
		name  string
		setup func(*world)
		spec  string
		says  []string
	}{
		{"it prints its usage and leaves", nil, `{"name":"storage","usage":true}`, []string{"could not be started", "Usage: storage [command]"}},
		{"it does not know its arguments", nil, `{"name":"storage","want":"serve"}`, []string{"could not be started", "unknown command: server start"}},
		{"it floods its stdout", nil, `{"name":"storage","flood":true}`, []string{"could not be started", "65536 bytes on stdout that are not MCP"}},
		{"azd cannot install it", func(w *world) {
			w.fault("ext install", fakestate.Fault{Exit: 1, Stdout: "ERROR: no extensions found"})
		}, "", []string{"mcp.storage could not be installed", "no extensions found"}},
		{"azd asks something", func(w *world) { w.fault("ext install", fakestate.Fault{Prompt: true}) }, "", []string{"mcp.storage could not be installed", "Which source"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t, behaving(listed("storage"), tt.spec))
			if tt.setup != nil {
				tt.setup(w)
			}
			c := w.connect(clientOptions{})
			for _, a := range []args{{"learn": true, "tool": "storage"}, {"tool": "storage", "command": "blob_copy"}} {
				got := c.call(a)
				for _, says := range tt.says {
					if !got.IsError || !strings.Contains(textOf(got), says) {
						t.Errorf("%v: %q is not said: isError %v: %s", a, says, got.IsError, textOf(got))
					}
				}
			}
			eventually(t, "nothing is left", func() bool { return !anyAlive(t, w.dir) })
		})
	}
}

// A provider that never answers initialize is given up after its time, and then
// left alone for as long as that took.
func TestProviderNeverInitializes(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	flags := w.servers(args{"storage": args{"command": built.provider, "args": []string{`{"name":"storage","hang":true}`, "server", "start"}, "startTimeout": "2s"}})
	c := w.connect(clientOptions{args: flags})

	for _, says := range []string{"no answer to initialize in 2s", "it is tried again in"} {
		got := c.call(args{"learn": true, "tool": "storage"})
		if !got.IsError || !strings.Contains(textOf(got), says) {
			t.Errorf("isError %v: %s, want … %s …", got.IsError, textOf(got), says)
		}
	}
	requireEqual(t, "starts", len(w.starts("storage")), 1)
	eventually(t, "nothing is left", func() bool { return !anyAlive(t, w.dir) })
}

func TestNoisyProvider(t *testing.T) {
	w := newWorld(t, behaving(installed("storage"), `{"name":"storage","noise":60}`))
	c := w.connect(clientOptions{})

	got := c.call(args{"tool": "storage", "command": "container_list", "parameters": args{"account": "a"}})

	requireEqual(t, "text", textOf(got), "two containers: images, backups")
}
