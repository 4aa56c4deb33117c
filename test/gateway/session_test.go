package gateway

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcp-router/test/module"
)

// seen is what a client got in one session.
type seen struct {
	Server string   `json:"server"`
	Tools  []string `json:"tools"`
	Texts  []string `json:"texts"`
}

var tools = []string{"json___count", "json___say_x20it_x2eagain", "stream___count", "stream___say_x20it_x2eagain"}

func TestASessionOverTwoServersThatKeepSessions(t *testing.T) {
	servers := []*server{newServer("json"), newServer("stream")}
	for _, s := range servers {
		t.Cleanup(s.Close)
	}
	gateway := start(t, nil, servers...)
	clients := []struct {
		name string
		run  func(t *testing.T, url, tool string) (seen, error)
	}{
		{"go-sdk", withGoClient},
		{"TypeScript v1", withTypeScript("v1")},
		{"TypeScript 2.x", withTypeScript("legacy")},
		// They ask for the stateless era first and go back to a session.
		{"TypeScript 2.x, dual-era", withTypeScript("auto")},
	}
	for _, client := range clients {
		for _, tool := range []string{"json___count", "stream/count"} {
			t.Run(client.name+" "+tool, func(t *testing.T) {
				tap := newTap(t, gateway.address)
				got, err := client.run(t, "http://"+tap.address+"/mcp", tool)
				if err != nil {
					t.Fatal(err)
				}
				name, _, _ := strings.Cut(strings.Replace(tool, "___", "/", 1), "/")
				want := seen{"mcp-router", tools, []string{name + " 1", name + " 2", name + " 3"}}
				if !reflect.DeepEqual(got, want) {
					t.Errorf("session\n got %+v\nwant %+v", got, want)
				}
				var given []string
				for _, s := range servers {
					given = append(given, s.givenSessions()...)
				}
				tap.mustKeep(t, given)
			})
		}
	}
	for _, s := range servers {
		mustHaveEndedAll(t, s)
		mustKeepTokens(t, s)
	}
}

func mustHaveEndedAll(t *testing.T, s *server) {
	t.Helper()
	given, ended := s.givenSessions(), s.endedSessions()
	slices.Sort(given)
	slices.Sort(ended)
	if len(given) != 8 || !slices.Equal(given, ended) {
		t.Errorf("server %s gave out %d sessions and %d were ended, want 8 and the same", s.name, len(given), len(ended))
	}
}

// mustKeepTokens fails if a server saw a session id that is not its own.
func mustKeepTokens(t *testing.T, s *server) {
	t.Helper()
	given := s.givenSessions()
	for _, header := range s.seenRequests() {
		if id := header.Get("Mcp-Session-Id"); id != "" && !slices.Contains(given, id) {
			t.Errorf("server %s saw a session id that it has not given out: %.40s…", s.name, id)
		}
	}
}

func withGoClient(t *testing.T, url, tool string) (got seen, err error) {
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: url, HTTPClient: &http.Client{}}, nil)
	if err != nil {
		return got, fmt.Errorf("connect: %w", err)
	}
	got.Server = session.InitializeResult().ServerInfo.Name
	if err := session.Ping(t.Context(), nil); err != nil {
		return got, fmt.Errorf("ping: %w", err)
	}
	list, err := session.ListTools(t.Context(), nil)
	if err != nil {
		return got, fmt.Errorf("list: %w", err)
	}
	for _, tool := range list.Tools {
		got.Tools = append(got.Tools, tool.Name)
	}
	for range 3 {
		text, err := callText(t.Context(), session, tool)
		if err != nil {
			return got, err
		}
		got.Texts = append(got.Texts, text)
	}
	return got, session.Close()
}

func callText(ctx context.Context, session *mcp.ClientSession, tool string) (string, error) {
	result, err := session.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: map[string]any{}})
	if err != nil {
		return "", fmt.Errorf("call %s: %w", tool, err)
	}
	text, ok := result.Content[0].(*mcp.TextContent)
	if !ok {
		return "", fmt.Errorf("call %s: content %T", tool, result.Content[0])
	}
	return text.Text, nil
}

// withTypeScript runs the client of a TypeScript SDK: v1, or an era of version 2.
func withTypeScript(sdk string) func(t *testing.T, url, tool string) (seen, error) {
	return func(t *testing.T, url, tool string) (got seen, err error) {
		root, err := module.Root()
		if err != nil {
			return got, err
		}
		script := filepath.Join(root, "test", "typescript", "session.mjs")
		out, err := exec.CommandContext(t.Context(), "node", script, sdk, url, tool, "{}", "3").Output()
		if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
			return got, fmt.Errorf("%w\n%s", err, exit.Stderr)
		}
		if err != nil {
			return got, err
		}
		return got, json.Unmarshal(out, &got)
	}
}
