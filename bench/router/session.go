package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"

	"mcp-router/bench/router/backend"
	"mcp-router/bench/router/load"
)

// revision is what clients with a session speak, stateless what others do.
const (
	revision  = "2025-06-18"
	stateless = "2026-07-28"
)

const (
	sessionHeader   = "Mcp-Session-Id"
	versionHeader   = "MCP-Protocol-Version"
	placeholder     = "999999999"
	initializeBody  = backend.Head + `1,"method":"initialize","params":{"protocolVersion":"` + revision + `","capabilities":{},"clientInfo":{"name":"bench","version":"1"}}}`
	initializedBody = `{"jsonrpc":"2.0","method":"notifications/initialized"}`
)

// openSession does what a client does before its first call, and returns the
// headers of those that follow.
func openSession(ctx context.Context, address string) ([][2]string, error) {
	first := load.Call{Host: entryHost, Path: entryPath, Body: []byte(initializeBody)}
	header, body, err := exchange(ctx, address, first, http.StatusOK)
	if err != nil {
		return nil, fmt.Errorf("initialize: %w", err)
	}
	if !bytes.Contains(body, []byte(`"result":`)) {
		return nil, fmt.Errorf("initialize is answered with %.300q", body)
	}
	token := header.Get(sessionHeader)
	if token == "" {
		return nil, errors.New("initialize is answered without a session")
	}
	headers := [][2]string{{sessionHeader, token}}
	second := load.Call{Host: entryHost, Path: entryPath, Body: []byte(initializedBody),
		Headers: append(slices.Clone(headers), [2]string{versionHeader, revision})}
	if _, _, err := exchange(ctx, address, second, http.StatusAccepted); err != nil {
		return nil, fmt.Errorf("notifications/initialized: %w", err)
	}
	return headers, nil
}

// inSession puts calls into a session. A gateway says whose the ids of events are,
// in words of its own: they are learned from a first reply to each call, whose ids
// must be the server's but for that.
func inSession(ctx context.Context, address string, calls []load.Call) ([]load.Call, error) {
	headers, err := openSession(ctx, address)
	if err != nil {
		return nil, err
	}
	calls = slices.Clone(calls)
	for i := range calls {
		call := &calls[i]
		call.Headers = append(slices.Clone(call.Headers), headers...)
		if !call.Events {
			continue
		}
		if call.Want.EventPrefix, err = eventPrefix(ctx, address, *call); err != nil {
			return nil, err
		}
	}
	return calls, nil
}

// eventPrefix is what stands before the server's own id in a call's first event.
func eventPrefix(ctx context.Context, address string, call load.Call) (string, error) {
	call.Headers = append(slices.Clone(call.Headers), [2]string{backend.EventsHeader, "1"})
	_, body, err := exchange(ctx, address, call, http.StatusOK)
	if err != nil {
		return "", err
	}
	_, rest, _ := strings.Cut(string(body), "\nid: ")
	prefix, _, found := strings.Cut(rest, placeholder+"_0\n")
	if !found || prefix == "" || strings.ContainsAny(prefix, "\n ") {
		return "", fmt.Errorf("the first event of %.300q has no id of a gateway", body)
	}
	return prefix, nil
}

// exchange sends one call outside of what is measured, with the id of its body.
func exchange(ctx context.Context, address string, call load.Call, status int) (http.Header, []byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+address+call.Path, bytes.NewReader(call.Body))
	if err != nil {
		return nil, nil, err
	}
	req.Host = call.Host
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	for _, header := range call.Headers {
		req.Header.Set(header[0], header[1])
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, nil, err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err == nil && resp.StatusCode != status {
		err = fmt.Errorf("reply = %s %.300q, want %d", resp.Status, body, status)
	}
	return resp.Header, body, err
}
