// Package fakeprovider is a real MCP server with the tools of an imagined
// storage service. Tests run it as a provider process and behind a URL.
package fakeprovider

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Log is where a provider notes, one line each, what it really did.
type Log string

// Add appends a line.
func (l Log) Add(line string) {
	f, err := os.OpenFile(string(l), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		panic(err)
	}
	defer f.Close()
	fmt.Fprintln(f, line)
}

// Fidelity is a result that survives only if nobody decodes and encodes it.
const Fidelity = `{"big":12345678901234567890,"price":1.10,"exp":1e3,"order":{"z":1,"a":2}}`

// New returns a provider server.
func New(name string, log Log) *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: name, Version: "1.0.0"}, nil)
	readOnly := &mcp.ToolAnnotations{ReadOnlyHint: true}
	s.AddTool(tool("container_list", "Lists the containers of a storage account.", readOnly, "account"), containerList)
	s.AddTool(tool("account_echo", "Returns its parameters as they came.", readOnly), echo)
	s.AddTool(tool("blob_delete", "Deletes a blob for ever.", nil, "blob"), deleteBlob(log))
	s.AddTool(tool("blob_copy", "Copies a blob, which takes a while.", nil), copyBlob(log))
	s.AddTool(tool("account_crash", "Ends the server.", nil), crash(log))
	s.AddTool(tool("account_pid", "Returns the server's process id.", readOnly), pid)
	s.AddTool(tool("account_fail", "Answers with a protocol error.", readOnly), fail)
	s.AddTool(tool("account_summary", "Has the client's model summarise the account.", readOnly), summary)
	s.AddTool(tool("account_grow", "Adds a tool to this server.", nil), grow(s))
	return s
}

// tool makes a tool whose named parameters are required strings.
func tool(name, description string, hints *mcp.ToolAnnotations, required ...string) *mcp.Tool {
	properties := map[string]any{}
	for _, r := range required {
		properties[r] = map[string]any{"type": "string", "description": "The " + r + "."}
	}
	schema := map[string]any{"type": "object", "properties": properties}
	if len(required) > 0 {
		schema["required"] = required
	}
	return &mcp.Tool{Name: name, Description: description, InputSchema: schema, Annotations: hints}
}

func text(s string) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: s}}}
}

func containerList(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	r := text("two containers: images, backups")
	r.StructuredContent = json.RawMessage(Fidelity)
	return r, nil
}

func echo(_ context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	out := text("as they came")
	out.StructuredContent = r.Params.Arguments
	return out, nil
}

// consent is the question before something is deleted.
func consent() *mcp.ElicitParams {
	return &mcp.ElicitParams{Message: "Delete the blob?", RequestedSchema: map[string]any{
		"type": "object", "properties": map[string]any{"sure": map[string]any{"type": "boolean"}},
	}}
}

// deleteBlob asks for consent in the way of the request's era, and deletes
// only with it.
func deleteBlob(log Log) mcp.ToolHandler {
	return func(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		answer, err := askConsent(ctx, r)
		if answer == nil || err != nil {
			if in := (*needsConsent)(nil); errors.As(err, &in) {
				return in.result, nil
			}
			return nil, err
		}
		if answer.Action != "accept" || answer.Content["sure"] != true {
			out := text("not deleted: " + answer.Action)
			out.IsError = true
			return out, nil
		}
		log.Add("deleted " + string(r.Params.Arguments))
		return text("deleted"), nil
	}
}

// needsConsent is the answer of the stateless era while consent is missing.
type needsConsent struct{ result *mcp.CallToolResult }

// Error implements error.
func (*needsConsent) Error() string { return "needs consent" }

func askConsent(ctx context.Context, r *mcp.CallToolRequest) (*mcp.ElicitResult, error) {
	if r.Session.InitializeParams().ProtocolVersion < "2026-07-28" {
		return r.Session.Elicit(ctx, consent())
	}
	if r.Params.RequestState != "consent/AbC==" {
		return nil, &needsConsent{&mcp.CallToolResult{
			InputRequests: mcp.InputRequestMap{"sure": consent()}, RequestState: "consent/AbC==",
		}}
	}
	answer, ok := r.Params.InputResponses["sure"].(*mcp.ElicitResult)
	if !ok {
		return nil, errors.New("no answer")
	}
	return answer, nil
}

// copyBlob works until "ms" milliseconds are over or it is cancelled, and
// reports progress.
func copyBlob(log Log) mcp.ToolHandler {
	return func(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		var in struct{ MS int }
		if err := json.Unmarshal(r.Params.Arguments, &in); err != nil {
			return nil, err
		}
		log.Add("copy started")
		if token := r.Params.GetProgressToken(); token != nil {
			if err := r.Session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{ProgressToken: token, Progress: 50, Total: 100, Message: "half"}); err != nil {
				return nil, err
			}
		}
		select {
		case <-time.After(time.Duration(in.MS) * time.Millisecond):
			log.Add("copy done")
			return text("copied"), nil
		case <-ctx.Done():
			log.Add("copy cancelled")
			return nil, ctx.Err()
		}
	}
}

func crash(log Log) mcp.ToolHandler {
	return func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		log.Add("crash")
		fmt.Fprintln(os.Stderr, "panic: out of luck")
		os.Exit(3)
		return nil, nil
	}
}

func pid(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return text(strconv.Itoa(os.Getpid())), nil
}

func fail(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return nil, errors.New("the account is locked")
}

func summary(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	m, err := r.Session.CreateMessage(ctx, &mcp.CreateMessageParams{
		MaxTokens: 100, Messages: []*mcp.SamplingMessage{{Role: "user", Content: &mcp.TextContent{Text: "Summarise."}}},
	})
	if err != nil {
		return nil, err
	}
	return text("summary: " + m.Content.(*mcp.TextContent).Text), nil
}

func grow(s *mcp.Server) mcp.ToolHandler {
	return func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		s.AddTool(tool("queue_peek", "Looks at a queue's next message.", nil), pid)
		return text("grown"), nil
	}
}
