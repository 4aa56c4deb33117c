package touched

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"mcp-router/test/module"
)

// routed is a small call as clients send it, and the configuration of envoy.yaml.
var routed = Request{
	Config: `{"servers":[
		{"name":"random-user-server","domain":"mcp.example.com","path":"/mcp-servers/mcp-random-user-server"},
		{"name":"rest-amap-server","domain":"mcp.example.com","path":"/mcp-servers/mcp-rest-amap-server"}]}`,
	Headers: [][2]string{
		{":authority", "gateway.example.com"}, {":path", "/mcp"}, {":method", "POST"}, {":scheme", "http"},
		{"content-type", "application/json"}, {"accept", "application/json, text/event-stream"}, {"content-length", "137"},
		{"user-agent", "client"}, {"x-forwarded-proto", "http"}, {"x-request-id", "11111111-1111-1111-1111-111111111111"},
	},
	Body: `{"jsonrpc":"2.0","id":1000000000,"method":"tools/call","params":{"name":"rest-amap-server/get-weather","arguments":{"location":"New York"}}}`,
}

// What a routed call touches is what it costs (docs/performance.md). The bounds
// are what was reached; -v lists the functions.
func TestARoutedCallTouchesLittleCode(t *testing.T) {
	const (
		mostFunctions = 85
		mostCalls     = 195
		mostBytes     = 65_000
	)
	report, err := CountRequest(t.Context(), named(t, "."), routed)
	if err != nil {
		t.Fatal(err)
	}
	t.Log("\n" + report.String())
	if got := report.Total; got.Functions > mostFunctions || got.Calls > mostCalls || got.Bytes > mostBytes {
		t.Errorf("a routed call touches %+v, want at most %+v", got, Count{mostFunctions, mostCalls, mostBytes})
	}
}

// named builds a module as make does, with the names of its functions.
func named(t *testing.T, pkg string) []byte {
	t.Helper()
	root, err := module.Root()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "named.wasm")
	build := exec.Command("go", "build", "-buildmode=c-shared", "-buildvcs=false", "-trimpath", "-ldflags=-buildid=", "-o", path, pkg)
	build.Dir, build.Env = root, append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("build %s: %v\n%s", pkg, err, out)
	}
	wasm, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return wasm
}
