//go:build compat

package compat

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"mcp-router/test/azure/companiontest"
)

// page speaks MCP to the URL and writes what came of it into the document.
const page = `<!doctype html><title>t</title><pre id=out>waiting</pre><script>
const out = document.getElementById("out");
const post = (headers, message) => fetch(%q, {method: "POST", body: JSON.stringify(message), headers: {
  "Content-Type": "application/json", "Accept": "application/json, text/event-stream", ...headers}});
(async () => {
  const info = {name: "page", version: "1"};
  const first = await post({}, {jsonrpc: "2.0", id: 1, method: "initialize",
    params: {protocolVersion: "2025-11-25", capabilities: {}, clientInfo: info}});
  const session = first.headers.get("Mcp-Session-Id");
  const list = await post({"Mcp-Session-Id": session, "Mcp-Protocol-Version": "2025-11-25"},
    {jsonrpc: "2.0", id: 2, method: "tools/list"});
  const found = await post({"Mcp-Protocol-Version": "2026-07-28", "Mcp-Method": "server/discover"},
    {jsonrpc: "2.0", id: 3, method: "server/discover", params: {_meta: {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}}});
  out.textContent = "session " + (session ? "seen" : "hidden") + "; " + (await list.text()) + "; " + (await found.text());
})().catch(e => { out.textContent = "failed: " + e; });
</script>`

// chromium finds a browser.
func chromium(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Fatal("no browser: install Chromium (Debian: apt-get install chromium)")
	return ""
}

// render returns a page's document once its scripts have run.
func render(t *testing.T, url string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	out, err := exec.CommandContext(ctx, chromium(t), "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
		"--user-data-dir="+t.TempDir(), "--virtual-time-budget=10000", "--dump-dom", url).Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// A page of an accepted origin can use the companion in both eras; one of another
// origin cannot.
func TestPagesInABrowser(t *testing.T) {
	url := listening(t)
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintf(w, page, url) }))
	defer web.Close()
	_, port, _ := strings.Cut(strings.TrimPrefix(web.URL, "http://"), ":")

	got := render(t, "http://localhost:"+port)
	for _, says := range []string{"session seen", `"name":"azure"`, "supportedVersions"} {
		if !strings.Contains(got, says) {
			t.Errorf("%q is not in %s", says, got)
		}
	}
	// A sandboxed page has the origin "null".
	framed := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Security-Policy", "sandbox allow-scripts")
		fmt.Fprintf(w, page, url)
	}))
	defer framed.Close()
	if got := render(t, framed.URL); !strings.Contains(got, "failed: ") {
		t.Errorf("a page without an origin: %s", got)
	}
}

// listening starts a companion that serves HTTP and returns its URL.
func listening(t *testing.T) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "companion")
	if out, err := exec.Command("go", "build", "-o", program, "mcp-router/cmd/azd-azure-mcp").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return companiontest.Serve(t, exec.Command(program, "--azd", "no-such-azd", "--listen", "127.0.0.1:0"))
}
