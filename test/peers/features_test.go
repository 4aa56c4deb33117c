package peers

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcp-router/test/envoy"
	"mcp-router/test/module"
)

// connect opens a session of the Go SDK's client.
func connect(t *testing.T, address string) *mcp.ClientSession {
	t.Helper()
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: "http://" + address + "/mcp"}, &mcp.ClientSessionOptions{ProtocolVersion: withSessions})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := session.Close(); err != nil {
			t.Error(err)
		}
	})
	return session
}

// over runs a gateway over some of the servers alone. edit, if any, changes the
// plugin's configuration.
func over(t *testing.T, edit func(plugin string) (string, error), names ...string) (address string) {
	t.Helper()
	var some []envoy.Server
	for _, s := range running {
		if slices.Contains(names, s.name) {
			some = append(some, envoy.Server{Name: s.name, URL: "http://" + s.address + s.path})
		}
	}
	wasm, err := module.Build("")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	config, err := envoy.Gateway(dir, wasm, some...)
	if err != nil {
		t.Fatal(err)
	}
	if edit != nil {
		const plugin = envoy.Plugin + "/configuration/value"
		text, err := config.Get(plugin)
		if err != nil {
			t.Fatal(err)
		}
		edited, err := edit(fmt.Sprint(text))
		if err == nil {
			err = config.Set(plugin, edited)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	process, err := envoy.Start(context.Background(), dir, config, 1)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("[envoy]\n%s\n[access log]\n%s", process.Log(), process.AccessLog())
		}
		if err := process.Stop(); err != nil {
			t.Error(err)
		}
	})
	if address, err = process.Address(t.Context(), "mcp"); err != nil {
		t.Fatal(err)
	}
	return address
}

// Two servers have the same resources here, which only the error tells apart.
func TestAResourceOfTwoServersIsNobodys(t *testing.T) {
	const uri = "demo://resource/static/document/architecture.md"
	asPrinted.up(t)
	_, err := connect(t, asPrinted.address).ReadResource(t.Context(), &mcp.ReadResourceParams{URI: uri})
	if err == nil || !strings.Contains(err.Error(), `is on several servers: "everything" and "supergateway"`) {
		t.Errorf("reading %s: %v", uri, err)
	}
}

// What server-everything has beside its tools, through a gateway.
func TestPromptsAndResourcesOfServerEverything(t *testing.T) {
	session, ctx := connect(t, over(t, nil, "everything", "go-stateful")), t.Context()
	var prompts []string
	for prompt, err := range session.Prompts(ctx, nil) {
		if err != nil {
			t.Fatal(err)
		}
		prompts = append(prompts, prompt.Name)
	}
	for _, want := range []string{"everything___args-prompt", "everything___completable-prompt", "everything___simple-prompt"} {
		if !slices.Contains(prompts, want) {
			t.Errorf("prompts %q lack %s", prompts, want)
		}
	}
	prompt, err := session.GetPrompt(ctx, &mcp.GetPromptParams{Name: "everything___args-prompt", Arguments: map[string]string{"city": "Oslo"}})
	if err != nil {
		t.Fatal(err)
	}
	if text, ok := prompt.Messages[0].Content.(*mcp.TextContent); !ok || !strings.Contains(text.Text, "Oslo") {
		t.Errorf("prompt %+v", prompt.Messages[0])
	}
	// The one is listed, the other of a template.
	var listed string
	for resource, err := range session.Resources(ctx, nil) {
		if err != nil {
			t.Fatal(err)
		}
		if listed == "" && strings.HasPrefix(resource.URI, "demo://resource/static/") {
			listed = resource.URI
		}
	}
	for _, uri := range []string{listed, "demo://resource/dynamic/text/7"} {
		resource, err := session.ReadResource(ctx, &mcp.ReadResourceParams{URI: uri})
		if err != nil {
			t.Fatalf("%q: %v", uri, err)
		}
		if c := resource.Contents[0]; c.URI != uri || c.Text == "" {
			t.Errorf("%q is %+v", uri, c)
		}
	}
	for _, complete := range []struct {
		ref            *mcp.CompleteReference
		argument, text string
		want           string
	}{
		{&mcp.CompleteReference{Type: "ref/prompt", Name: "everything___completable-prompt"}, "department", "E", "Engineering"},
		{&mcp.CompleteReference{Type: "ref/resource", URI: "demo://resource/dynamic/text/{resourceId}"}, "resourceId", "3", "3"},
	} {
		completion, err := session.Complete(ctx, &mcp.CompleteParams{Ref: complete.ref, Argument: mcp.CompleteParamsArgument{Name: complete.argument, Value: complete.text}})
		if err != nil {
			t.Fatal(err)
		}
		if values := completion.Completion.Values; !slices.Contains(values, complete.want) {
			t.Errorf("%s is completed by %q, want %s", complete.text, values, complete.want)
		}
	}
	if err := session.SetLoggingLevel(ctx, &mcp.SetLoggingLevelParams{Level: "error"}); err != nil { //nolint:staticcheck // deprecated from 2026-07-28 on, and served
		t.Error(err)
	}
}
