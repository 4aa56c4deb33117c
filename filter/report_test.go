package filter

import (
	"strings"
	"testing"

	"mcp-router/telemetry"
)

func requestsAreCountedAndShownToTheAccessLog(t *testing.T) {
	config := strings.Replace(twoServers, "{", `{"unknownServer":"reject",`, 1)
	tests := []struct {
		name, body            string
		server, outcome       string
		logMethod, logOutcome string
		logTool, log          string
	}{
		{"a routed call", weatherCall, "rest-amap-server", "forwarded", "", "", "get-weather", "rest-amap-server"},
		{"a refused call", strings.Replace(weatherCall, "rest-amap-server/get-weather", "zz/t", 1), "", "unknown_server", "tools/call", "unknown_server", "", ""},
		{"a batch", "[" + weatherCall + "]", "", "batch", "tools/call", "batch", "", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			host := mustStart(t, config)
			for range 2 {
				send(host, message{chunks: []string{test.body}})
			}
			if got := counter(t, host, "tools/call", test.server, test.outcome); got != 2 {
				t.Errorf("counted %d, want 2", got)
			}
			for name, want := range map[string]string{
				telemetry.PropertyMethod: test.logMethod, telemetry.PropertyServer: test.log,
				telemetry.PropertyTool: test.logTool, telemetry.PropertyOutcome: test.logOutcome,
			} {
				if got := property(host, name); got != want {
					t.Errorf("property %s = %q, want %q", name, got, want)
				}
			}
		})
	}
}

func refusalsAreLoggedWithoutWhatTheClientSent(t *testing.T) {
	host := mustStart(t, twoServers)
	send(host, message{chunks: []string{weatherCall}})
	send(host, message{chunks: []string{strings.Replace(weatherCall, `"id":2`, `"id":[]`, 1)}})
	told := strings.Join(host.GetDebugLogs(), "\n")
	if want := `[mcp-router] refused: status 400, outcome invalid_id, server "rest-amap-server"`; told != want {
		t.Errorf("debug log:\n%s\nwant the one line\n%s", told, want)
	}
}

func passedRequestsAreCountedByBoundedLabels(t *testing.T) {
	host := mustStart(t, twoServers)
	send(host, message{chunks: []string{`{"jsonrpc":"2.0","id":1,"method":"made/up"}`}})
	send(host, message{chunks: []string{`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`}})
	if got := counter(t, host, "other", "", "passed"); got != 1 {
		t.Errorf("counted %d of other methods, want 1", got)
	}
	if got := counter(t, host, "tools/list", "", "passed"); got != 1 {
		t.Errorf("counted %d of tools/list, want 1", got)
	}
	if got := property(host, telemetry.PropertyOutcome); got != "" {
		t.Errorf("a passed request sets the property %q", got)
	}
}

func theBufferLimitIsRaisedOnlyWhereItMayBeTooSmall(t *testing.T) {
	const limit = "set_decoder_buffer_limit"
	host := mustStart(t, twoServers)
	send(host, message{headers: []string{"content-length", "131"}, chunks: []string{weatherCall}})
	if got := property(host, limit); got != "" {
		t.Errorf("a small body sets %s to %s", limit, got)
	}
	send(host, message{headers: []string{"content-length", "32768"}, chunks: []string{weatherCall}})
	if got := property(host, limit); got != "4194304" {
		t.Errorf("a large body sets %s to %q, want 4194304", limit, got)
	}
}

func theBufferLimitIsRaisedForABodyOfUnknownLength(t *testing.T) {
	const limit = "set_decoder_buffer_limit"
	host := mustStart(t, twoServers)
	send(host, message{chunks: []string{weatherCall}})
	if got := property(host, limit); got != "4194304" {
		t.Errorf("a body of unknown length sets %s to %q, want 4194304", limit, got)
	}
}
