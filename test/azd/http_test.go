package azd_test

import (
	"bufio"
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
			go io.Copy(io.Discard, stderr)
			return m[1], log
		}
	}
	w.t.Fatalf("the companion does not serve:\n%s", log)
	return "", ""
}

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

// Two people at one provider process: a question goes to the one whose command
// raises it, or to nobody.
func TestHTTPQuestionsNeverReachSomebodyElse(t *testing.T) {
	w := newWorld(t, installed("storage"))
	url, _ := w.listen("--listen", "127.0.0.1:0")
	yes := answering(mcp.ElicitResult{Action: "accept", Content: map[string]any{"sure": true}})
	one, two := w.dial(url, clientOptions{elicit: yes}), w.dial(url, clientOptions{elicit: yes})
	var busy sync.WaitGroup
	busy.Go(func() { one.call(args{"tool": "storage", "command": "blob_copy", "parameters": args{"ms": 700}}) })
	eventually(t, "one is copying", func() bool { return w.did("copy started") })

	got := two.call(deleteBlob)

	if !got.IsError || !strings.Contains(textOf(got), "nobody was asked") || w.did("deleted") {
		t.Errorf("isError %v: %s", got.IsError, textOf(got))
	}
	busy.Wait()
	requireEqual(t, "afterwards", textOf(two.call(deleteBlob)), "deleted")
	requireEqual(t, "one was asked", one.noted(&one.asked), nil)
	requireEqual(t, "two was asked", two.noted(&two.asked), []string{"Delete the blob?"})
}

func TestHTTPClientLeaving(t *testing.T) {
	w := newWorld(t, installed("storage"))
	url, _ := w.listen("--listen", "127.0.0.1:0")
	body := fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"azure","arguments":{"tool":"storage","command":"blob_copy","parameters":{"ms":600000}},"_meta":{"io.modelcontextprotocol/protocolVersion":%q,"io.modelcontextprotocol/clientCapabilities":{"elicitation":{}}}}}`, stateless)
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header = http.Header{"Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"},
		"Mcp-Protocol-Version": {stateless}, "Mcp-Method": {"tools/call"}, "Mcp-Name": {"azure"}}
	leaving := &http.Client{Timeout: 1500 * time.Millisecond}
	if resp, err := leaving.Do(request); err == nil {
		io.Copy(io.Discard, resp.Body)
		resp.Body.Close()
	}
	eventually(t, "the provider's work is cancelled", func() bool { return w.did("copy cancelled") })
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
			request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(
				`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}`))
			if err != nil {
				t.Fatal(err)
			}
			request.Header = http.Header{"Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"}}
			if tt.origin != "" {
				request.Header.Set("Origin", tt.origin)
			}
			request.Host = tt.host
			resp, err := http.DefaultClient.Do(request)
			if err != nil {
				t.Fatal(err)
			}
			defer resp.Body.Close()
			if resp.StatusCode != tt.status {
				t.Errorf("status %d, want %d", resp.StatusCode, tt.status)
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
