package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// calls go to one server each, by both separators.
var calls = []struct{ tool, args string }{
	{"rest-amap-server___get-weather", `{"location":"New York"}`},
	{"random-user-server/get-random-user", `{}`},
}

// tour lists the tools and makes the calls with the Go SDK's client.
func tour(ctx context.Context, out io.Writer, url string) error {
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
	fmt.Fprintf(out, "\nTools listed through %s, all answered by catalog:\n", url)
	for _, tool := range list.Tools {
		fmt.Fprintf(out, "  %-40s %s\n", tool.Name, tool.Description)
	}
	for _, call := range calls {
		fmt.Fprintf(out, "\nCall %s %s\n", call.tool, call.args)
		result, err := session.CallTool(ctx, &mcp.CallToolParams{Name: call.tool, Arguments: json.RawMessage(call.args)})
		if err != nil {
			return fmt.Errorf("call %s: %w", call.tool, err)
		}
		data, err := json.Marshal(result.StructuredContent)
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "  the client got %s\n", data)
	}
	return nil
}
