package gateway

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcp-router/test/module"
)

// newRichServer is a server with everything that servers can have: a prompt, a
// resource "NAME:one", one that it does not list, a template, completions, a log
// and subscriptions.
func newRichServer(name string) *server {
	s := newServer(name)
	s.build = s.rich
	return s
}

func (s *server) rich() *mcp.Server {
	m := mcp.NewServer(&mcp.Implementation{Name: s.name, Version: "1"}, &mcp.ServerOptions{
		Capabilities: &mcp.ServerCapabilities{Logging: &mcp.LoggingCapabilities{}},
		CompletionHandler: func(_ context.Context, req *mcp.CompleteRequest) (*mcp.CompleteResult, error) {
			return &mcp.CompleteResult{Completion: mcp.CompletionResultDetails{Values: []string{s.name + " " + cmp.Or(req.Params.Ref.Name, req.Params.Ref.URI)}}}, nil
		},
		SubscribeHandler:   func(context.Context, *mcp.SubscribeRequest) error { return nil },
		UnsubscribeHandler: func(context.Context, *mcp.UnsubscribeRequest) error { return nil },
	})
	m.AddPrompt(&mcp.Prompt{Name: "greet it"}, func(_ context.Context, req *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
		text := s.name + " greets " + req.Params.Arguments["who"]
		return &mcp.GetPromptResult{Messages: []*mcp.PromptMessage{{Role: "user", Content: &mcp.TextContent{Text: text}}}}, nil
	})
	read := func(_ context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) { //nolint:unparam // the SDK's type
		return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: req.Params.URI, Text: s.name + " has it"}}}, nil
	}
	m.AddResource(&mcp.Resource{Name: "one", URI: s.name + ":one"}, read)
	m.AddResourceTemplate(&mcp.ResourceTemplate{Name: "many", URITemplate: s.name + ":many/{id}"}, read)
	// A link in a result need not be in any list.
	m.AddReceivingMiddleware(func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			if r, ok := req.(*mcp.ReadResourceRequest); ok && r.Params.URI == "hidden:"+s.name {
				return read(ctx, r)
			}
			return next(ctx, method, req)
		}
	})
	mcp.AddTool(m, &mcp.Tool{Name: "change", Description: "Tells of a change of its resource."},
		func(ctx context.Context, _ *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
			err := m.ResourceUpdated(ctx, &mcp.ResourceUpdatedNotificationParams{URI: s.name + ":one"})
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "changed"}}}, nil, err
		})
	return m
}

// features is what a client has found behind a gateway.
type features struct {
	Prompts, Resources, Templates []string
	// Got are the texts of a prompt, of three resources and of two completions.
	Got []string
	// Unknown is the code of the error for a resource that nobody has.
	Unknown int
}

func TestPromptsResourcesAndTheRestOfTwoServers(t *testing.T) {
	servers := []*server{newRichServer("json"), newServer("plain"), newRichServer("stream")}
	for _, s := range servers {
		t.Cleanup(s.Close)
	}
	gateway := start(t, nil, servers...)
	want := features{
		Prompts:   []string{"json___greet_x20it", "stream___greet_x20it"},
		Resources: []string{"json:one", "stream:one"}, Templates: []string{"json:many/{id}", "stream:many/{id}"},
		Got:     []string{"stream greets you", "stream has it", "json has it", "stream has it", "json greet it", "stream stream:many/{id}"},
		Unknown: -32602,
	}
	for name, find := range map[string]func(*testing.T, string) (features, error){"go-sdk": featuresInGo, "TypeScript 2.x": featuresInTypeScript} {
		t.Run(name, func(t *testing.T) {
			got, err := find(t, gateway.url())
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("features\n got %+v\nwant %+v", got, want)
			}
		})
	}
	for _, s := range servers {
		mustKeepTokens(t, s)
		all := strings.Join(s.seenBodies(), "\n")
		for _, method := range []string{"prompts/list", "resources/list", "resources/templates/list"} {
			if asked := strings.Contains(all, `"`+method+`"`); asked != (s.name != "plain") {
				t.Errorf("server %s was sent %s: %t", s.name, method, asked)
			}
		}
	}
}

func featuresInGo(t *testing.T, url string) (got features, err error) {
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: url, DisableStandaloneSSE: true}, nil)
	if err != nil {
		return got, err
	}
	ctx := t.Context()
	for prompt, failed := range session.Prompts(ctx, nil) {
		if failed != nil {
			return got, failed
		}
		got.Prompts = append(got.Prompts, prompt.Name)
	}
	for resource, failed := range session.Resources(ctx, nil) {
		if failed != nil {
			return got, failed
		}
		got.Resources = append(got.Resources, resource.URI)
	}
	for template, failed := range session.ResourceTemplates(ctx, nil) {
		if failed != nil {
			return got, failed
		}
		got.Templates = append(got.Templates, template.URITemplate)
	}
	prompt, err := session.GetPrompt(ctx, &mcp.GetPromptParams{Name: "stream___greet_x20it", Arguments: map[string]string{"who": "you"}})
	if err != nil {
		return got, err
	}
	if text, ok := prompt.Messages[0].Content.(*mcp.TextContent); ok {
		got.Got = append(got.Got, text.Text)
	}
	for _, uri := range []string{"stream:one", "json:many/7", "hidden:stream"} {
		resource, err := session.ReadResource(ctx, &mcp.ReadResourceParams{URI: uri})
		if err != nil {
			return got, err
		}
		got.Got = append(got.Got, resource.Contents[0].Text)
	}
	for _, ref := range []*mcp.CompleteReference{{Type: "ref/prompt", Name: "json___greet_x20it"}, {Type: "ref/resource", URI: "stream:many/{id}"}} {
		completion, err := session.Complete(ctx, &mcp.CompleteParams{Ref: ref, Argument: mcp.CompleteParamsArgument{Name: "id", Value: ""}})
		if err != nil {
			return got, err
		}
		got.Got = append(got.Got, completion.Completion.Values...)
	}
	_, err = session.ReadResource(ctx, &mcp.ReadResourceParams{URI: "nobody:1"})
	if failure := (*jsonrpc.Error)(nil); errors.As(err, &failure) {
		got.Unknown = int(failure.Code)
	}
	return got, errors.Join(session.SetLoggingLevel(ctx, &mcp.SetLoggingLevelParams{Level: "warning"}), session.Close())
}

func featuresInTypeScript(t *testing.T, url string) (got features, err error) {
	root, err := module.Root()
	if err != nil {
		return got, err
	}
	out, err := exec.CommandContext(t.Context(), "node", filepath.Join(root, "test", "typescript", "features.mjs"), url).CombinedOutput()
	if err != nil {
		return got, errors.Join(err, errors.New(string(out)))
	}
	return got, json.Unmarshal(out, &got)
}

// With a streamServer clients are told of changes of its resources.
func TestASubscriptionIsToldOfChanges(t *testing.T) {
	servers := []*server{newRichServer("json"), newRichServer("stream")}
	for _, s := range servers {
		t.Cleanup(s.Close)
	}
	gateway := start(t, map[string]any{"streamServer": "stream"}, servers...)
	told := make(chan string, 1)
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, &mcp.ClientOptions{
		ResourceUpdatedHandler: func(_ context.Context, req *mcp.ResourceUpdatedNotificationRequest) { told <- req.Params.URI },
	})
	session, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: gateway.url()}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if c := session.InitializeResult().Capabilities; c.Resources == nil || !c.Resources.Subscribe || c.Completions == nil || c.Logging == nil || c.Prompts == nil {
		t.Errorf("capabilities %+v", c)
	}
	if err := session.Subscribe(t.Context(), &mcp.SubscribeParams{URI: "json:one"}); err == nil || !strings.Contains(err.Error(), `on server "json"`) {
		t.Errorf("a subscription at another server: %v", err)
	}
	if err := session.Subscribe(t.Context(), &mcp.SubscribeParams{URI: "stream:one"}); err != nil {
		t.Fatal(err)
	}
	if text, err := callText(t.Context(), session, "stream___change"); err != nil || text != "changed" {
		t.Fatalf("%q, %v", text, err)
	}
	select {
	case uri := <-told:
		if uri != "stream:one" {
			t.Errorf("told of %s", uri)
		}
	case <-time.After(10 * time.Second):
		t.Error("nothing is told of the change")
	}
	if err := errors.Join(session.Unsubscribe(t.Context(), &mcp.UnsubscribeParams{URI: "stream:one"}), session.Close()); err != nil {
		t.Error(err)
	}
	if slices.ContainsFunc(servers[0].seenBodies(), func(body string) bool { return strings.Contains(body, "subscribe") }) {
		t.Error("the other server was sent a subscription")
	}
}
