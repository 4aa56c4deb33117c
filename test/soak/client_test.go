package soak

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync/atomic"
	"time"
)

const replyLimit = 20 * time.Second

// client is one of many that talk to the gateway at the same time.
type client struct {
	number int
	url    string
	http   *http.Client
	random *rand.Rand
	// sent counts the requests of all clients.
	sent *atomic.Int64

	id int
	// token is the current session's.
	token string
}

func newHTTP() *http.Client {
	return &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 2}, Timeout: replyLimit}
}

// answer is a reply to a message.
type answer struct {
	status  int
	token   string
	message struct {
		ID     int             `json:"id"`
		Result json.RawMessage `json:"result"`
		Error  struct {
			Code    int    `json:"code"`
			Message string `json:"message"`
		} `json:"error"`
	}
	body string
}

func (a answer) String() string { return fmt.Sprintf("%d %.300s", a.status, a.body) }

// send sends an HTTP request in the session.
func (c *client) send(ctx context.Context, method, body string) (a answer, err error) {
	req, err := http.NewRequestWithContext(ctx, method, c.url, strings.NewReader(body))
	if err != nil {
		return a, err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	if c.token != "" {
		req.Header.Set("Mcp-Session-Id", c.token)
		req.Header.Set("Mcp-Protocol-Version", "2025-11-25")
	}
	c.sent.Add(1)
	resp, err := c.http.Do(req)
	if err != nil {
		return a, err
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		return a, err
	}
	a.status, a.token, a.body = resp.StatusCode, resp.Header.Get("Mcp-Session-Id"), string(data)
	return a, nil
}

// ask sends a request message and reads its response, which comes as JSON or as the
// last event of a stream.
func (c *client) ask(ctx context.Context, method string, params any) (a answer, err error) {
	text, err := json.Marshal(params)
	if err != nil {
		return a, err
	}
	c.id++
	a, err = c.send(ctx, http.MethodPost, fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`, c.id, method, text))
	if err != nil {
		return a, err
	}
	data := []byte(a.body)
	for line := range bytes.Lines(data) {
		if event, ok := bytes.CutPrefix(line, []byte("data: ")); ok && len(bytes.TrimSpace(event)) > 0 {
			data = event
		}
	}
	if err := json.Unmarshal(data, &a.message); err != nil {
		return a, fmt.Errorf("%s: %w", a, err)
	}
	if a.message.ID != c.id {
		return a, fmt.Errorf("%s answers request %d, want %d", a, a.message.ID, c.id)
	}
	return a, nil
}

// begin opens a session.
func (c *client) begin(ctx context.Context) error {
	c.token = ""
	a, err := c.ask(ctx, "initialize", map[string]any{
		"protocolVersion": "2025-11-25", "capabilities": map[string]any{},
		"clientInfo": map[string]any{"name": "soak", "version": "1"},
	})
	if err != nil {
		return err
	}
	if a.status != http.StatusOK || a.token == "" {
		return fmt.Errorf("initialize: %s", a)
	}
	c.token = a.token
	return c.notify(ctx)
}

// notify sends a notification that every session may.
func (c *client) notify(ctx context.Context) error {
	a, err := c.send(ctx, http.MethodPost, `{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	return expect(a, err, http.StatusAccepted)
}

// end closes the session.
func (c *client) end(ctx context.Context) error {
	a, err := c.send(ctx, http.MethodDelete, "")
	return expect(a, err, http.StatusNoContent)
}

func expect(a answer, err error, status int) error {
	if err == nil && a.status != status {
		return fmt.Errorf("%s, want status %d", a, status)
	}
	return err
}
