package azd_test

import (
	"context"
	"encoding/json"
	"strings"
	"sync"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// What a client can rely on, from the tool's list entry to its errors.

func TestOneToolWhateverThereIs(t *testing.T) {
	for name, w := range map[string]*world{"no provider": newWorld(t), "two providers": newWorld(t, listed("a"), listed("b"))} {
		t.Run(name, func(t *testing.T) {
			c := w.connect(clientOptions{})
			list, err := c.session.ListTools(t.Context(), nil)
			if err != nil {
				t.Fatal(err)
			}
			if len(list.Tools) != 1 || list.Tools[0].Name != "azure" {
				t.Errorf("tools: %v", list.Tools)
			}
		})
	}
}

func TestOtherToolNamesAreUnknown(t *testing.T) {
	w := newWorld(t, installed("storage"))
	c := w.connect(clientOptions{})
	for _, name := range []string{"nottool", "storage", ""} {
		if _, err := c.session.CallTool(t.Context(), &mcp.CallToolParams{Name: name}); err == nil || !strings.Contains(err.Error(), "unknown tool") {
			t.Errorf("%q: error %v, want unknown tool", name, err)
		}
	}
}

func TestArgumentsThatAreNoObject(t *testing.T) {
	w := newWorld(t, installed("storage"))
	c := w.connect(clientOptions{})
	for _, arguments := range []string{`[]`, `"x"`, `1`} {
		_, err := c.session.CallTool(t.Context(), &mcp.CallToolParams{Name: "azure", Arguments: json.RawMessage(arguments)})
		if err == nil || protocolCode(err) != -32602 {
			t.Errorf("arguments %s: error %v, want code -32602", arguments, err)
		}
	}
}

func TestAnswers(t *testing.T) {
	w := newWorld(t, installed("storage"), installed("keyvault"))
	c := w.connect(clientOptions{})
	tests := []struct {
		name    string
		args    args
		isError bool
		text    string // is in the answer
	}{
		{"nothing usable says how to use it", args{}, true, "learn"},
		{"a command needs its tool", args{"command": "container_list"}, true, "tool"},
		{"learn never executes", args{"learn": true, "tool": "storage", "command": "account_crash"}, false, `"account_crash"`},
		{"learn as text counts", args{"learn": "true", "tool": "storage"}, false, `"container_list"`},
		{"an unknown tool names the nearest", args{"tool": "storge", "command": "container_list"}, true, "storage"},
		{"learning an unknown tool is an error", args{"learn": true, "tool": "storge"}, true, "storage"},
		{"an unknown command names the nearest", args{"tool": "storage", "command": "containr_list"}, true, "container_list"},
		{"any case and the full id will do", args{"tool": "MCP.Storage", "command": "Container_List", "parameters": args{"account": "a"}}, false, "two containers"},
		{"flat parameters", args{"tool": "storage", "command": "account_echo", "account": "a"}, false, "as they came"},
		{"parameters as JSON text", args{"tool": "storage", "command": "account_echo", "parameters": `{"a":1}`}, false, "as they came"},
		{"a provider's protocol error is a result", args{"tool": "storage", "command": "account_fail"}, true, "the account is locked"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := c.call(tt.args)
			if got.IsError != tt.isError || !strings.Contains(textOf(got), tt.text) {
				t.Errorf("%v:\n got isError %v: %s\nwant isError %v: … %s …", tt.args, got.IsError, textOf(got), tt.isError, tt.text)
			}
		})
	}
}

func TestNestedParametersSurvive(t *testing.T) {
	w := newWorld(t, installed("storage"))
	c := w.connect(clientOptions{})
	parameters := args{"tool": "git", "command": "list", "deep": args{"a": []any{1.0, "x"}}}

	got := c.call(args{"tool": "storage", "command": "account_echo", "parameters": parameters})

	requireEqual(t, "parameters", got.StructuredContent, any(parameters))
}

func TestReadOnly(t *testing.T) {
	w := newWorld(t, installed("storage"))
	c := w.connect(clientOptions{args: []string{"--read-only"}})

	requireEqual(t, "commands", c.learned(args{"learn": true, "tool": "storage"}),
		[]string{"account_echo", "account_fail", "account_pid", "account_summary", "container_list"})
	got := c.call(args{"tool": "storage", "command": "blob_copy", "parameters": args{"ms": 0}})
	if !got.IsError || !strings.Contains(textOf(got), "read-only") {
		t.Errorf("a command that writes: isError %v: %s", got.IsError, textOf(got))
	}
	if w.did("copy") {
		t.Error("it was executed all the same")
	}
}

func TestOneProviderIsStartedNotTheOthers(t *testing.T) {
	w := newWorld(t, listed("storage"), listed("keyvault"))
	c := w.connect(clientOptions{})

	c.learned(args{"learn": true, "tool": "storage"})

	requireEqual(t, "starts of keyvault", w.starts("keyvault"), nil)
	requireEqual(t, "installed", w.runs("ext install"), []string{"ext install mcp.storage -s local --no-prompt"})
}

func TestTenConcurrentFirstUses(t *testing.T) {
	w := newWorld(t, listed("storage"))
	c := w.connect(clientOptions{})
	var wg sync.WaitGroup
	for range 10 {
		wg.Go(func() {
			got := c.call(args{"tool": "storage", "command": "container_list", "parameters": args{"account": "a"}})
			if textOf(got) != "two containers: images, backups" {
				t.Errorf("answer: %s", textOf(got))
			}
		})
	}
	wg.Wait()
	if n, m := len(w.runs("ext install")), len(w.starts("storage")); n != 1 || m != 1 {
		t.Errorf("installed %d times, started %d times", n, m)
	}
}

func TestTheFirstCallerLeavesTheOthersGoOn(t *testing.T) {
	w := newWorld(t, listed("storage"))
	w.fault("ext install", faultDelay(500))
	c := w.connect(clientOptions{})
	ctx, cancel := context.WithCancel(t.Context())
	left := make(chan error)
	go func() {
		_, err := c.session.CallTool(ctx, &mcp.CallToolParams{Name: "azure", Arguments: args{"learn": true, "tool": "storage"}})
		left <- err
	}()
	eventually(t, "installing", func() bool { return len(w.runs("ext install")) == 1 })
	cancel()
	if err := <-left; err == nil {
		t.Error("the call that was cancelled succeeded")
	}

	requireEqual(t, "commands", c.learned(args{"learn": true, "tool": "storage"}), storageTools)
	if n := len(w.runs("ext install")); n != 1 {
		t.Errorf("installed %d times", n)
	}
}

func TestProgressWhileInstallingAndStarting(t *testing.T) {
	eachEra(t, func(t *testing.T, version string) {
		w := newWorld(t, listed("storage"))
		c := w.connect(clientOptions{version: version})
		params := &mcp.CallToolParams{Name: "azure", Arguments: args{"tool": "storage", "command": "blob_copy", "parameters": args{"ms": 200}}}
		params.SetProgressToken("p")
		if _, err := c.session.CallTool(t.Context(), params); err != nil {
			t.Fatal(err)
		}
		eventually(t, "progress", func() bool { return len(c.noted(&c.progress)) == 3 })
		requireEqual(t, "progress", c.noted(&c.progress), []string{"installing mcp.storage", "starting storage", "half"})
	})
}

// A script may close its side right after its requests: they are answered.
func TestPipedRequestsAreAnswered(t *testing.T) {
	w := newWorld(t, installed("storage"))
	c := w.wire()
	c.initialize(sessions)
	c.send(`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"azure","arguments":{"tool":"storage","command":"blob_copy","parameters":{"ms":300}}}}`)
	c.in.Close()
	if reply := c.reply(7); !strings.Contains(reply, "copied") {
		t.Errorf("reply: %s", reply)
	}
}

func TestStartedAsAnExtension(t *testing.T) {
	w := newWorld(t, listed("storage"))
	cmd := w.companion()
	cmd.Args = append([]string{cmd.Args[0], "server", "start"}, cmd.Args[1:]...)
	c := &client{t: t, process: cmd}
	c.open(&mcp.CommandTransport{Command: cmd}, clientOptions{})
	requireEqual(t, "providers", c.learned(args{"learn": true}), []string{"storage"})
}

func TestCommandLinesThatAreRefused(t *testing.T) {
	for _, flags := range [][]string{{"serve"}, {"--upgrade=always"}, {"--colour"}, {"--providers", "no-such-file"}, {"--listen", "8080"}} {
		t.Run(strings.Join(flags, " "), func(t *testing.T) {
			cmd := newWorld(t).companion(flags...)
			cmd.Stderr = nil
			if out, err := cmd.CombinedOutput(); err == nil || len(out) == 0 {
				t.Errorf("error %v, output %q", err, out)
			}
		})
	}
}
