package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// call is one step of the tour.
type call struct {
	why, tool, args string
	// show makes what is printed of the result.
	show func(*mcp.CallToolResult) (string, error)
}

// gatewayCalls go to one server each; two are of one session.
var gatewayCalls = []call{
	{"A call goes to the server that its name begins with.", "rest-amap-server___get-weather", `{"location":"New York"}`, structured},
	{"A server that keeps sessions has one with this client ...", "notebook___add-note", `{"note":"buy milk"}`, structured},
	{"... and finds it again.", "notebook___read-notes", `{}`, structured},
}

// routerCalls go to one server each, by both separators.
var routerCalls = []call{
	{"Both separators work.", "random-user-server/get-random-user", `{}`, structured},
	{"azure stands for many tools. First learn which ...", "azd___azure", `{"learn":true}`, names},
	{"... then call one of them, which installs and starts it.", "azd___azure", `{"tool":"storage","command":"container_list","parameters":{"account":"demo"}}`, text},
}

// tour lists the tools and makes the calls with the Go SDK's client.
func tour(ctx context.Context, out io.Writer, url, lister string, calls []call) error {
	client := mcp.NewClient(&mcp.Implementation{Name: "mcp-router-demo", Version: "1.0.0"}, nil)
	session, err := client.Connect(ctx, &mcp.StreamableClientTransport{Endpoint: url, DisableStandaloneSSE: true}, nil)
	if err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	defer session.Close()
	list, err := session.ListTools(ctx, nil)
	if err != nil {
		return fmt.Errorf("list tools: %w", err)
	}
	fmt.Fprintf(out, "\nTools listed through %s, by %s:\n", url, lister)
	for _, tool := range list.Tools {
		fmt.Fprintf(out, "  %-40s %s\n", tool.Name, brief(tool.Description))
	}
	for _, call := range calls {
		if err := call.make(ctx, out, session); err != nil {
			return fmt.Errorf("call %s: %w", call.tool, err)
		}
	}
	return nil
}

// brief is what fits on the rest of a line.
func brief(description string) string {
	const width = 60
	line, _, _ := strings.Cut(description, "\n")
	if runes := []rune(line); len(runes) > width {
		return string(runes[:width]) + " ..."
	}
	return line
}

func (c call) make(ctx context.Context, out io.Writer, session *mcp.ClientSession) error {
	fmt.Fprintf(out, "\n%s\nCall %s %s\n", c.why, c.tool, c.args)
	result, err := session.CallTool(ctx, &mcp.CallToolParams{Name: c.tool, Arguments: json.RawMessage(c.args)})
	if err != nil {
		return err
	}
	if result.IsError {
		return fmt.Errorf("the tool failed: %s", textOf(result))
	}
	shown, err := c.show(result)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "  the client got %s\n", shown)
	return nil
}

// structured shows the structured content.
func structured(result *mcp.CallToolResult) (string, error) {
	data, err := json.Marshal(result.StructuredContent)
	return string(data), err
}

// text shows the text blocks.
func text(result *mcp.CallToolResult) (string, error) { return textOf(result), nil }

// names shows the names alone of what was learnt: the rest is for models.
func names(result *mcp.CallToolResult) (string, error) {
	data, err := structured(result)
	if err != nil {
		return "", err
	}
	var learnt struct{ Tools []struct{ Name string } }
	if err := json.Unmarshal([]byte(data), &learnt); err != nil {
		return "", err
	}
	var all []string
	for _, tool := range learnt.Tools {
		all = append(all, tool.Name)
	}
	return "the names " + strings.Join(all, ", "), nil
}

func textOf(result *mcp.CallToolResult) string {
	var all []string
	for _, block := range result.Content {
		if t, ok := block.(*mcp.TextContent); ok {
			all = append(all, t.Text)
		}
	}
	return strings.Join(all, "\n")
}
