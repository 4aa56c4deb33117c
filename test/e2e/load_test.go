package e2e

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
)

// The shipped stand has two workers, so two VMs.
func TestRepliesAreNeverCrossed(t *testing.T) {
	const connections, callsEach = 32, 313 // 10,016 calls
	s := shipped.up(t)
	for name, server := range s.servers {
		// The reply tells which server got which body.
		server.Script(t, func(w http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body) // in memory already
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprintf(w, "%s got %s", name, body)
		})
	}
	errs := make(chan error, connections)
	var wg sync.WaitGroup
	for c := range connections {
		wg.Go(func() { errs <- s.callMany(c, callsEach) })
	}
	wg.Wait()
	close(errs)
	for err := range errs {
		if err != nil {
			t.Error(err)
		}
	}
	sum := 0
	for _, server := range s.servers {
		sum += server.Drain()
	}
	if sum != connections*callsEach {
		t.Errorf("servers got %d requests, want %d", sum, connections*callsEach)
	}
}

// callMany makes calls over one connection of its own and checks every reply. It
// stops at the first wrong one.
func (s *stand) callMany(connection, calls int) error {
	protocol := "HTTP/1.1"
	if connection%2 == 1 {
		protocol = "HTTP/2.0"
	}
	transport := protocols()[protocol]
	defer transport.CloseIdleConnections()
	client := http.Client{Transport: transport, Timeout: replyLimit}
	for i := range calls {
		body, want := numberedCall(connection*calls + i)
		resp, err := client.Post("http://"+s.address+"/mcp", "application/json", strings.NewReader(body))
		if err != nil {
			return fmt.Errorf("call %d of connection %d: %w", i, connection, err)
		}
		got, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		if err != nil {
			return fmt.Errorf("read reply %d of connection %d: %w", i, connection, err)
		}
		if resp.StatusCode != http.StatusOK || string(got) != want {
			return fmt.Errorf("call %d of connection %d: %d %.300s, want 200 %.300s", i, connection, resp.StatusCode, got, want)
		}
	}
	return nil
}

// numberedCall is a request unlike any other, of changing size and target, and
// its reply.
func numberedCall(n int) (body, want string) {
	text := func(method, name string) string {
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q,"params":{"name":%q,"arguments":{"pad":%q}}}`,
			n, method, name, strings.Repeat("x", n%97*37))
	}
	switch n % 4 {
	case 0:
		return text("tools/list", "rest-amap-server/a"), "catalog got " + text("tools/list", "rest-amap-server/a")
	case 1:
		return text("tools/call", "random-user-server/b"), "random-user-server got " + text("tools/call", "b")
	}
	return text("tools/call", "rest-amap-server___c"), "rest-amap-server got " + text("tools/call", "c")
}
