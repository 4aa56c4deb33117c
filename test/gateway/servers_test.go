package gateway

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// server is a real MCP server behind the gateway that keeps sessions: counters
// are a session's own, so calls that reach the wrong session show.
type server struct {
	name string
	*httptest.Server

	mu sync.Mutex
	// sessions are the ids that it has given out, ended those that were deleted.
	sessions, ended []string
	// requests are the headers of every request it got.
	requests []http.Header
	bodies   []string
	counts   map[string]int
	// build makes the server of a session.
	build func() *mcp.Server
	// meanwhile answers in its place; nil for the server itself.
	meanwhile http.HandlerFunc
}

func newServer(name string) *server {
	s := &server{name: name, counts: map[string]int{}}
	s.build = s.mcp
	handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s.build() }, &mcp.StreamableHTTPOptions{
		JSONResponse: name == "json", DisableLocalhostProtection: true,
	})
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { s.serve(handler, w, r) }))
	return s
}

func (s *server) mcp() *mcp.Server {
	m := mcp.NewServer(&mcp.Implementation{Name: s.name, Version: "1"}, nil)
	type none struct{}
	mcp.AddTool(m, &mcp.Tool{Name: "count", Description: "Counts the calls of this session."},
		func(_ context.Context, req *mcp.CallToolRequest, _ none) (*mcp.CallToolResult, any, error) {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.counts[req.Session.ID()]++
			text := fmt.Sprintf("%s %d", s.name, s.counts[req.Session.ID()])
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}, nil, nil
		})
	type said struct {
		Text string `json:"text"`
	}
	mcp.AddTool(m, &mcp.Tool{Name: "say it.again", Description: "Says what it was told."},
		func(_ context.Context, _ *mcp.CallToolRequest, in said) (*mcp.CallToolResult, any, error) {
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: in.Text}}}, nil, nil
		})
	return m
}

func (s *server) serve(handler http.Handler, w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body) // what is cut off fails in the handler
	r.Body = io.NopCloser(bytes.NewReader(body))
	s.mu.Lock()
	s.requests = append(s.requests, r.Header.Clone())
	s.bodies = append(s.bodies, string(body))
	meanwhile := s.meanwhile
	s.mu.Unlock()
	if meanwhile != nil {
		meanwhile(w, r)
		return
	}
	handler.ServeHTTP(w, r)
	s.mu.Lock()
	defer s.mu.Unlock()
	if id := w.Header().Get("Mcp-Session-Id"); id != "" && !slices.Contains(s.sessions, id) {
		s.sessions = append(s.sessions, id)
	}
	if r.Method == http.MethodDelete {
		s.ended = append(s.ended, r.Header.Get("Mcp-Session-Id"))
	}
}

// instead answers in the server's place until the returned function is called.
func (s *server) instead(handler http.HandlerFunc) (back func()) {
	set := func(h http.HandlerFunc) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.meanwhile = h
	}
	set(handler)
	return func() { set(nil) }
}

func (s *server) givenSessions() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.sessions)
}

func (s *server) endedSessions() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.ended)
}

func (s *server) seenRequests() []http.Header {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests)
}

func (s *server) seenBodies() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.bodies)
}
