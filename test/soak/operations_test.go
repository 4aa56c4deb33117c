package soak

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"
)

// operation is something that a client does, and how often among a hundred.
type operation struct {
	name   string
	weight int
	run    func(c *client, ctx context.Context) error
}

var operations = []operation{
	{"a call answered with JSON", 30, func(c *client, ctx context.Context) error { return c.echo(ctx, "json___echo", c.words(40)) }},
	{"a call answered with a stream", 24, func(c *client, ctx context.Context) error { return c.echo(ctx, "stream/echo", c.words(40)) }},
	{"a large call", 3, func(c *client, ctx context.Context) error { return c.echo(ctx, "json___echo", c.words(5000)) }},
	{"a list", 12, (*client).list},
	{"a ping", 8, func(c *client, ctx context.Context) error { return c.succeed(ctx, "ping") }},
	{"a notification", 3, (*client).notify},
	{"a session's end", 4, (*client).again},
	{"a session that a server lost", 2, (*client).lose},
	{"a client that leaves", 4, (*client).leave},
	{"a session of nobody", 2, (*client).stranger},
	{"an unknown server", 2, func(c *client, ctx context.Context) error {
		return c.fail(ctx, "tools/call", map[string]any{"name": "nobody___echo"}, -32602)
	}},
	{"an unknown method", 2, func(c *client, ctx context.Context) error { return c.fail(ctx, "no/such", nil, -32601) }},
	{"broken JSON", 2, func(c *client, ctx context.Context) error {
		a, err := c.send(ctx, http.MethodPost, `{"jsonrpc":"2.0","id":1,`)
		return expect(a, err, http.StatusBadRequest)
	}},
	{"a GET", 2, func(c *client, ctx context.Context) error {
		a, err := c.send(ctx, http.MethodGet, "")
		return expect(a, err, http.StatusMethodNotAllowed)
	}},
}

// words are random text of so many words, unlike any other.
func (c *client) words(n int) string {
	var text strings.Builder
	for range n {
		fmt.Fprintf(&text, "%x ", c.random.Uint32())
	}
	return text.String()
}

// echo calls a tool that says what it is told and by which server.
func (c *client) echo(ctx context.Context, tool, text string) error {
	a, err := c.ask(ctx, "tools/call", map[string]any{"name": tool, "arguments": map[string]any{"text": text}})
	if err != nil {
		return err
	}
	var result struct {
		Content []struct {
			Text string `json:"text"`
		} `json:"content"`
	}
	server, _, _ := strings.Cut(strings.Replace(tool, "___", "/", 1), "/")
	if err := json.Unmarshal(a.message.Result, &result); err != nil || len(result.Content) != 1 || result.Content[0].Text != server+": "+text {
		return fmt.Errorf("%s, want the echo of %s: %.100s", a, server, text)
	}
	return nil
}

func (c *client) list(ctx context.Context) error {
	a, err := c.ask(ctx, "tools/list", map[string]any{})
	if err != nil {
		return err
	}
	var result struct {
		Tools []struct {
			Name string `json:"name"`
		} `json:"tools"`
	}
	if err := json.Unmarshal(a.message.Result, &result); err != nil {
		return fmt.Errorf("%s: %w", a, err)
	}
	var names []string
	for _, tool := range result.Tools {
		names = append(names, tool.Name)
	}
	if want := []string{"stream___echo", "stream___slow", "json___echo", "json___slow"}; !slices.Equal(names, want) {
		return fmt.Errorf("%s, want %q", a, want)
	}
	return nil
}

func (c *client) succeed(ctx context.Context, method string) error {
	a, err := c.ask(ctx, method, map[string]any{})
	if err == nil && a.message.Result == nil {
		return fmt.Errorf("%s, want a result", a)
	}
	return err
}

func (c *client) fail(ctx context.Context, method string, params any, code int) error {
	a, err := c.ask(ctx, method, params)
	if err == nil && a.message.Error.Code != code {
		return fmt.Errorf("%s, want error %d", a, code)
	}
	return err
}

// again ends the session and begins another.
func (c *client) again(ctx context.Context) error {
	return errors.Join(c.end(ctx), c.begin(ctx))
}

// lose has a server forget the session: the call fails and says so, the next one
// succeeds in a new session with that server.
func (c *client) lose(ctx context.Context) error {
	a, err := c.ask(ctx, "tools/call", map[string]any{"name": "stream___echo", "arguments": map[string]any{"text": forget}})
	if err != nil {
		return err
	}
	if !strings.Contains(a.message.Error.Message, "was lost") {
		return fmt.Errorf("%s, want an error that says that the session was lost", a)
	}
	return c.echo(ctx, "stream___echo", c.words(10))
}

// leave breaks a call off.
func (c *client) leave(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, time.Duration(c.random.IntN(int(slow/2))))
	defer cancel()
	server := []string{"json", "stream"}[c.random.IntN(2)]
	a, err := c.ask(ctx, "tools/call", map[string]any{"name": server + "___slow", "arguments": map[string]any{"text": "x"}})
	if err == nil {
		return fmt.Errorf("%s before the client left", a)
	}
	if !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return nil
}

// stranger uses a token that is none.
func (c *client) stranger(ctx context.Context) error {
	token := c.token
	defer func() { c.token = token }()
	middle := len(token) / 2
	c.token = token[:middle] + "A" + token[middle+1:]
	if c.token == token {
		c.token = token[:middle] + "B" + token[middle+1:]
	}
	a, err := c.send(ctx, http.MethodPost, `{"jsonrpc":"2.0","id":1,"method":"ping"}`)
	return expect(a, err, http.StatusNotFound)
}
