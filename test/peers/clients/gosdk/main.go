// gosdk is the driver of the Go SDK's client; driver.mjs says what a driver is. The
// optional second argument is the protocol version it asks for.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"sync/atomic"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type target struct {
	URL   string `json:"url"`
	Calls []struct {
		Tool      string          `json:"tool"`
		Arguments json.RawMessage `json:"arguments"`
	} `json:"calls"`
}

type report struct {
	Server   string    `json:"server"`
	Protocol string    `json:"protocol"`
	Tools    []string  `json:"tools"`
	Calls    []outcome `json:"calls"`
	Error    string    `json:"error"`
}

type outcome struct {
	Text     string `json:"text"`
	IsError  bool   `json:"isError"`
	Error    string `json:"error"`
	Progress int64  `json:"progress"`
}

func main() {
	var targets []target
	if err := json.Unmarshal([]byte(os.Args[1]), &targets); err != nil {
		fmt.Fprintln(os.Stderr, "targets:", err)
		os.Exit(2)
	}
	var options mcp.ClientSessionOptions
	if len(os.Args) > 2 {
		options.ProtocolVersion = os.Args[2]
	}
	for _, t := range targets {
		got, err := drive(context.Background(), t, &options)
		if err != nil {
			got.Error = err.Error()
		}
		line, err := json.Marshal(got)
		if err != nil {
			fmt.Fprintln(os.Stderr, "report:", err)
			os.Exit(2)
		}
		fmt.Println(string(line))
	}
}

func drive(ctx context.Context, t target, options *mcp.ClientSessionOptions) (got report, err error) {
	var progress atomic.Int64
	clientOptions := &mcp.ClientOptions{
		ProgressNotificationHandler: func(context.Context, *mcp.ProgressNotificationClientRequest) { progress.Add(1) },
	}
	who := os.Getenv("PEERS_ANSWER")
	if who != "" {
		answerAs(who, clientOptions)
	}
	client := mcp.NewClient(&mcp.Implementation{Name: "gosdk", Version: "1.0.0"}, clientOptions)
	if who != "" {
		client.AddRoots(&mcp.Root{URI: "file:///" + who, Name: who}) //nolint:staticcheck // deprecated from 2026-07-28 on, and served
	}
	session, err := client.Connect(ctx, &mcp.StreamableClientTransport{Endpoint: t.URL}, options)
	if err != nil {
		return got, err
	}
	if hello := session.InitializeResult(); hello != nil {
		got.Protocol = hello.ProtocolVersion
		if hello.ServerInfo != nil {
			got.Server = hello.ServerInfo.Name
		}
	}
	for tool, err := range session.Tools(ctx, nil) {
		if err != nil {
			got.Error = err.Error()
			break
		}
		got.Tools = append(got.Tools, tool.Name)
	}
	for i, c := range t.Calls {
		params := &mcp.CallToolParams{Name: c.Tool, Arguments: c.Arguments}
		params.SetProgressToken(i)
		progress.Store(0)
		one := call(ctx, session, params)
		one.Progress = progress.Load()
		got.Calls = append(got.Calls, one)
	}
	return got, session.Close()
}

// answerAs has a client answer what it is asked.
func answerAs(who string, options *mcp.ClientOptions) {
	options.ElicitationHandler = func(context.Context, *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
		return &mcp.ElicitResult{Action: "accept", Content: map[string]any{"name": who}}, nil
	}
	options.CreateMessageHandler = func(_ context.Context, r *mcp.CreateMessageRequest) (*mcp.CreateMessageResult, error) { //nolint:staticcheck // deprecated from 2026-07-28 on, and served
		heard, _ := r.Params.Messages[0].Content.(*mcp.TextContent)
		return &mcp.CreateMessageResult{Model: "test", Role: "assistant", Content: &mcp.TextContent{Text: who + " heard " + heard.Text}}, nil //nolint:staticcheck // deprecated from 2026-07-28 on, and served
	}
}

func call(ctx context.Context, session *mcp.ClientSession, params *mcp.CallToolParams) (got outcome) {
	result, err := session.CallTool(ctx, params)
	if err != nil {
		got.Error = err.Error()
		return got
	}
	got.IsError = result.IsError
	for _, block := range result.Content {
		if text, ok := block.(*mcp.TextContent); ok {
			got.Text += text.Text
		}
	}
	return got
}
