package e2e

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcp-router/test/module"
)

// session is what a client got through the router.
type session struct {
	Tools []string `json:"tools"`
	// Text is the call's content.
	Text string `json:"text"`
}

var exampleTools = []string{
	"random-user-server___get-random-user", "random-user-server___get-random-users",
	"rest-amap-server___geocode", "rest-amap-server___get-distance", "rest-amap-server___get-weather",
}

// clientCalls have one call to each server: one replies with JSON, the other
// with an event stream.
var clientCalls = []struct {
	name, tool, args string
	want             session
}{
	{"a reply as an event stream", "rest-amap-server___get-weather", `{"location":"New York"}`,
		session{exampleTools, `{"celsius":21,"humidityPct":48,"location":"New York","sky":"sunny"}`}},
	{"a reply as JSON", "random-user-server___get-random-users", `{"count":0}`, session{exampleTools, "count must be 1 to 100, got 0"}},
	{"the separator of the README", "rest-amap-server/geocode", `{"address":"New York"}`,
		session{exampleTools, `{"latitude":40.71,"longitude":-74.01}`}},
}

func TestTheGoClientListsAndCalls(t *testing.T) {
	s := examples.up(t)
	for _, version := range []string{"2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"} {
		for _, tt := range clientCalls {
			t.Run(version+", "+tt.name, func(t *testing.T) {
				got, err := s.withGoClient(t.Context(), version, tt.tool, tt.args)
				if err != nil {
					t.Fatal(err)
				}
				mustEqual(t, "session", got, tt.want)
			})
		}
	}
}

func (s *stand) withGoClient(ctx context.Context, version, tool, args string) (got session, err error) {
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	conn, err := client.Connect(ctx, &mcp.StreamableClientTransport{Endpoint: "http://" + s.address + "/mcp"},
		&mcp.ClientSessionOptions{ProtocolVersion: version})
	if err != nil {
		return got, err
	}
	defer conn.Close()
	if negotiated := conn.InitializeResult().ProtocolVersion; negotiated != version {
		return got, fmt.Errorf("negotiated %s", negotiated)
	}
	list, err := conn.ListTools(ctx, nil)
	if err != nil {
		return got, err
	}
	for _, tool := range list.Tools {
		got.Tools = append(got.Tools, tool.Name)
	}
	result, err := conn.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: json.RawMessage(args)})
	if err != nil {
		return got, err
	}
	for _, content := range result.Content {
		if text, ok := content.(*mcp.TextContent); ok {
			got.Text += text.Text
		}
	}
	return got, nil
}

func TestTheTypeScriptClientListsAndCalls(t *testing.T) {
	s := examples.up(t)
	for _, era := range []string{"legacy", "auto"} {
		for _, tt := range clientCalls {
			t.Run(era+", "+tt.name, func(t *testing.T) {
				mustEqual(t, "session", s.mustRunTypeScriptClient(t, era, tt.tool, tt.args), tt.want)
			})
		}
	}
}

func (s *stand) mustRunTypeScriptClient(t *testing.T, era, tool, args string) (got session) {
	t.Helper()
	root, err := module.Root()
	if err != nil {
		t.Fatal(err)
	}
	node := exec.CommandContext(t.Context(), "node", "client.mjs", "http://"+s.address+"/mcp", era, tool, args)
	node.Dir = filepath.Join(root, "test", "typescript")
	out, err := node.Output()
	if err != nil {
		t.Fatalf("node (its packages come with make node): %v\n%s", err, stderr(err))
	}
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatalf("node printed %s: %v", out, err)
	}
	return got
}

func stderr(err error) []byte {
	if exit := new(exec.ExitError); errors.As(err, &exit) {
		return exit.Stderr
	}
	return nil
}
