package azd_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// listen starts a companion that serves HTTP and returns its URL, and what it
// logged until then.
func (w *world) listen(companionArgs ...string) (url, log string) {
	w.t.Helper()
	cmd := w.companion(companionArgs...)
	cmd.Stderr = nil
	stderr, err := cmd.StderrPipe()
	if err != nil {
		w.t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() { stop(cmd) })
	lines := bufio.NewScanner(stderr)
	for lines.Scan() {
		log += lines.Text() + "\n"
		if m := regexp.MustCompile(`url=(\S+)`).FindStringSubmatch(lines.Text()); m != nil {
			go drain(stderr)
			return m[1], log
		}
	}
	w.t.Fatalf("the companion does not serve:\n%s", log)
	return "", ""
}

// drain reads what nobody wants, until there is no more or it is closed.
func drain(r io.Reader) { _, _ = io.Copy(io.Discard, r) }

// stop asks a process to end, and insists after a while. It may have ended.
func stop(cmd *exec.Cmd) {
	_ = cmd.Process.Signal(os.Interrupt)
	insist := time.AfterFunc(patience, func() { _ = cmd.Process.Kill() })
	defer insist.Stop()
	_ = cmd.Wait()
}

// dial connects a client to a companion's URL.
func (w *world) dial(url string, o clientOptions) *client {
	w.t.Helper()
	c := &client{t: w.t}
	c.open(&mcp.StreamableClientTransport{Endpoint: url}, o)
	return c
}

func TestHTTPServesBothErasOnOneURL(t *testing.T) {
	w := newWorld(t, listed("storage"))
	url, _ := w.listen("--listen", "127.0.0.1:0")
	for _, version := range []string{sessions, stateless} {
		c := w.dial(url, clientOptions{version: version, elicit: answering(mcp.ElicitResult{Action: "decline"})})
		requireEqual(t, version+" commands", c.learned(args{"learn": true, "tool": "storage"}), storageTools)
		requireEqual(t, version+" consent", textOf(c.call(deleteBlob)), "not deleted: decline")
	}
	if n := len(w.starts("storage")); n != 1 {
		t.Errorf("started %d times", n)
	}
}

func TestHTTPProgressReachesItsRequest(t *testing.T) {
	for _, version := range []string{sessions, stateless} {
		w := newWorld(t, listed("storage"))
		url, _ := w.listen("--listen", "127.0.0.1:0")
		c := w.dial(url, clientOptions{version: version})
		params := &mcp.CallToolParams{Name: "azure", Arguments: args{"learn": true, "tool": "storage"}}
		params.SetProgressToken("p")
		if _, err := c.session.CallTool(t.Context(), params); err != nil {
			t.Fatal(err)
		}
		eventually(t, "progress", func() bool { return len(c.noted(&c.progress)) == 2 })
		requireEqual(t, version+" progress", c.noted(&c.progress), []string{"installing mcp.storage", "starting storage"})
	}
}

// Two people at one provider: a question goes to the one whose command raises
// it, at once, whatever the other one's commands do meanwhile.
func TestHTTPQuestionsNeverReachSomebodyElse(t *testing.T) {
	w := newWorld(t, installed("storage"))
	url, _ := w.listen("--listen", "127.0.0.1:0")
	yes := answering(mcp.ElicitResult{Action: "accept", Content: map[string]any{"sure": true}})
	one, two := w.dial(url, clientOptions{elicit: yes}), w.dial(url, clientOptions{elicit: yes})
	ctx, leave := context.WithCancel(t.Context())
	var busy sync.WaitGroup
	busy.Go(func() {
		_, _ = one.session.CallTool(ctx, &mcp.CallToolParams{Name: "azure", // it is cancelled
			Arguments: args{"tool": "storage", "command": "blob_copy", "parameters": args{"ms": 600_000}}})
	})
	eventually(t, "one is copying", func() bool { return w.did("copy started") })

	requireEqual(t, "meanwhile", textOf(two.call(deleteBlob)), "deleted")

	leave()
	busy.Wait()
	requireEqual(t, "afterwards", textOf(two.call(deleteBlob)), "deleted")
	requireEqual(t, "one was asked", one.noted(&one.asked), nil)
	requireEqual(t, "two was asked", two.noted(&two.asked), []string{"Delete the blob?", "Delete the blob?"})
	if n := len(w.starts("storage")); n != 2 {
		t.Errorf("started %d times", n)
	}
}

func TestHTTPClientLeaving(t *testing.T) {
	w := newWorld(t, installed("storage"))
	url, _ := w.listen("--listen", "127.0.0.1:0")
	body := fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"azure","arguments":{"tool":"storage","command":"blob_copy","parameters":{"ms":600000}},"_meta":{"io.modelcontextprotocol/protocolVersion":%q,"io.modelcontextprotocol/clientCapabilities":{"elicitation":{}}}}}`, stateless)
	ctx, leave := context.WithCancel(t.Context())
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header = http.Header{"Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"},
		"Mcp-Protocol-Version": {stateless}, "Mcp-Method": {"tools/call"}, "Mcp-Name": {"azure"}}
	go func() {
		if resp, err := http.DefaultClient.Do(request); err == nil {
			drain(resp.Body)
			resp.Body.Close()
		}
	}()
	eventually(t, "the provider works", func() bool { return w.did("copy started") })
	leave()
	eventually(t, "the provider's work is cancelled", func() bool { return w.did("copy cancelled") })
}

// post sends one message and returns the status and the body.
func post(t *testing.T, url, body string, header http.Header) (int, string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Host = header.Get("Host")
	header.Del("Host")
	header.Set("Content-Type", "application/json")
	header.Set("Accept", "application/json, text/event-stream")
	request.Header = header
	resp, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	reply, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(reply)
}

const initialize = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{"elicitation":{}},"clientInfo":{"name":"c","version":"1"}}}`

// Through a router, a session client's initialize may have gone elsewhere: its
// calls come without a session, and are served.
func TestHTTPCallsOutsideASession(t *testing.T) {
	w := newWorld(t, installed("storage"))
	url, _ := w.listen("--listen", "127.0.0.1:0")
	message := func(command string) string {
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"azure","arguments":{"tool":"storage","command":%q,"parameters":{"blob":"b","account":"a"}}}}`, command)
	}
	for _, version := range []string{"", "2025-03-26", "2025-06-18", "2025-11-25"} {
		header := func() http.Header {
			h := http.Header{}
			if version != "" {
				h.Set("Mcp-Protocol-Version", version)
			}
			return h
		}
		if status, reply := post(t, url, message("container_list"), header()); status != http.StatusOK || !strings.Contains(reply, "two containers") {
			t.Errorf("version %q: status %d: %s", version, status, reply)
		}
		if _, reply := post(t, url, message("blob_delete"), header()); !strings.Contains(reply, "does not support elicitation") {
			t.Errorf("version %q: consent: %s", version, reply)
		}
	}
	if _, reply := post(t, url, initialize, http.Header{}); !strings.Contains(reply, `"protocolVersion":"2025-06-18"`) {
		t.Errorf("initialize: %s", reply)
	}
	if status, reply := post(t, url, message(strings.Repeat("x", 5<<20)), http.Header{}); status != http.StatusRequestEntityTooLarge {
		t.Errorf("a body of 5 MiB: status %d: %.100s", status, reply)
	}
}

func TestHTTPHostsAndOrigins(t *testing.T) {
	w := newWorld(t)
	url, _ := w.listen("--listen", "127.0.0.1:0")
	own := strings.TrimPrefix(strings.TrimSuffix(url, "/mcp"), "http://")
	tests := []struct {
		name, host, origin string
		status             int
	}{
		{"a program", own, "", http.StatusOK},
		{"localhost", "localhost:1", "", http.StatusOK},
		{"a name that was pointed here", "attacker.example", "", http.StatusForbidden},
		{"no name", "", "", http.StatusOK}, // the client library fills in the address
		{"a page of that name", own, "http://attacker.example", http.StatusForbidden},
		{"a page at another address", own, "http://192.0.2.1", http.StatusForbidden},
		{"a local tool's page", own, "http://localhost:6274", http.StatusOK},
		{"a page without an origin of its own", own, "null", http.StatusForbidden},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			header := http.Header{"Host": {tt.host}}
			if tt.origin != "" {
				header.Set("Origin", tt.origin)
			}
			if status, reply := post(t, url, initialize, header); status != tt.status {
				t.Errorf("status %d, want %d: %s", status, tt.status, reply)
			}
		})
	}
}

func TestHTTPListenAddresses(t *testing.T) {
	tests := []struct {
		address, url string
		warns        bool
	}{
		{":0", "http://127.0.0.1:", false},
		{"localhost:0", "http://127.0.0.1:", false},
		{"0.0.0.0:0", "http://", true},
	}
	for _, tt := range tests {
		t.Run(tt.address, func(t *testing.T) {
			url, log := newWorld(t).listen("--listen", tt.address)
			if !strings.HasPrefix(url, tt.url) {
				t.Errorf("serves at %s, want %s…", url, tt.url)
			}
			if warns := strings.Contains(log, "every caller acts with this host's Azure identity"); warns != tt.warns {
				t.Errorf("warned: %v, want %v:\n%s", warns, tt.warns, log)
			}
		})
	}
}
