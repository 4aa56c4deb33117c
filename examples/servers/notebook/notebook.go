// Package notebook is an example MCP server that remembers: each session has
// notes of its own. It needs a client, or a gateway, that keeps its session.
package notebook

import (
	"context"
	"errors"
	"strings"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Name is what the server calls itself and its prefix in tool names.
const Name = "notebook"

// Limits of one session's notes.
const (
	maxNotes = 100
	maxNote  = 1000 // bytes
)

type noteArgs struct {
	Note string `json:"note" jsonschema:"what to remember, at most 1000 bytes"`
}

type noArgs struct{}

type notes struct {
	Notes []string `json:"notes"`
}

// New returns the server of one session with its tools add-note and read-notes.
func New() *mcp.Server {
	var mu sync.Mutex
	kept := notes{Notes: []string{}}
	server := mcp.NewServer(&mcp.Implementation{Name: Name, Version: "1.0.0"}, nil)
	mcp.AddTool(server, &mcp.Tool{Name: "add-note", Description: "Remember a note for this session."},
		func(_ context.Context, _ *mcp.CallToolRequest, args noteArgs) (*mcp.CallToolResult, notes, error) {
			mu.Lock()
			defer mu.Unlock()
			switch {
			case strings.TrimSpace(args.Note) == "":
				return nil, notes{}, errors.New("note must not be empty")
			case len(args.Note) > maxNote || len(kept.Notes) == maxNotes:
				return nil, notes{}, errors.New("a session keeps 100 notes of 1000 bytes")
			}
			kept.Notes = append(kept.Notes, args.Note)
			return nil, kept, nil
		})
	mcp.AddTool(server, &mcp.Tool{Name: "read-notes", Description: "Read the notes of this session."},
		func(context.Context, *mcp.CallToolRequest, noArgs) (*mcp.CallToolResult, notes, error) {
			mu.Lock()
			defer mu.Unlock()
			return nil, kept, nil
		})
	return server
}
