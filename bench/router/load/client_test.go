package load

import (
	"context"
	"errors"
	"strings"
	"testing"

	"mcp-router/bench/router/backend"
)

const rest = `000000000,"method":"tools/call","params":{"name":"t"}}`

// call is one that a server of the name s answers as wanted.
func call() Call {
	body := []byte(backend.Head + rest)
	return Call{Host: "h.example", Path: "/p", Body: body, Want: backend.Seen{Server: "s", Host: "h.example", Path: "/p", Body: body}}
}

func TestRunCountsEveryRequestOnce(t *testing.T) {
	for _, requests := range []int{1, 2, 3, 100} {
		client, _ := mustDial(t, 3)
		events := call()
		events.Events = true
		result, err := client.Run(t.Context(), []Call{call(), events}, requests)
		if err != nil {
			t.Fatalf("Run(%d) = %v", requests, err)
		}
		if len(result.Latencies) != requests || result.Quantile(0) <= 0 || result.Quantile(1) > result.Wall {
			t.Errorf("Run(%d) = %+v", requests, result)
		}
		if want := firstID + requests; client.nextID != want {
			t.Errorf("after Run(%d) the next id is %d, want %d: ids are never used twice", requests, client.nextID, want)
		}
	}
}

func TestRunRefusesEveryWrongReply(t *testing.T) {
	tests := []struct {
		name  string
		wrong func(*Call)
	}{
		{"from another server", func(c *Call) { c.Want.Server = "other" }},
		{"to another host", func(c *Call) { c.Host = "other.example" }},
		{"to another path", func(c *Call) { c.Path = "/other" }},
		{"to a body with one other byte", func(c *Call) { c.Body = []byte(strings.Replace(string(c.Body), `"t"`, `"u"`, 1)) }},
		{"to a body with one more byte", func(c *Call) { c.Body = append(c.Body, ' ') }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			client, _ := mustDial(t, 2)
			wrong := call()
			tt.wrong(&wrong)
			if result, err := client.Run(t.Context(), []Call{wrong}, 4); err == nil {
				t.Errorf("Run() = %+v, want an error", result)
			} else if !strings.Contains(err.Error(), "reply = 200 OK") || !strings.Contains(err.Error(), "want 200") {
				t.Errorf("Run() = %v, want both replies in it", err)
			}
		})
	}
}

func TestRunFailsWhenTheServerGoes(t *testing.T) {
	client, server := mustDial(t, 2)
	if err := server.Close(); err != nil {
		t.Fatal(err)
	}
	if result, err := client.Run(t.Context(), []Call{call()}, 4); err == nil {
		t.Errorf("Run() = %+v, want an error", result)
	}
}

func TestRunEndsWithItsContext(t *testing.T) {
	client, _ := mustDial(t, 1)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := client.Run(ctx, []Call{call()}, 1000); !errors.Is(err, context.Canceled) {
		t.Errorf("Run() = %v, want %v", err, context.Canceled)
	}
}

func mustDial(t *testing.T, connections int) (*Client, *backend.Server) {
	t.Helper()
	server, err := backend.Start("s")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Close() }) // some tests close it themselves
	client, err := Dial(t.Context(), server.Address(), connections)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	return client, server
}
