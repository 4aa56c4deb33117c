package server

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcp-router/companion/provider"
	"mcp-router/learn"
)

// Server is the MCP server with the one tool. It serves any number of
// transports and sessions, in both protocol eras.
type Server struct {
	directory *provider.Directory
	settings  learn.Settings
	life      context.Context
	sealer    *sealer
	lot       *parkingLot
	mcp       *mcp.Server
}

// NewServer returns a server over directory. Calls that wait for a stateless
// client's answer end with life.
func NewServer(life context.Context, directory *provider.Directory, settings learn.Settings) (*Server, error) {
	sealer, err := newSealer(time.Now)
	if err != nil {
		return nil, fmt.Errorf("make the key for requestState: %w", err)
	}
	s := &Server{
		directory: directory, settings: settings, life: life,
		sealer: sealer, lot: newParkingLot(stateTTL),
	}
	s.mcp = mcp.NewServer(&mcp.Implementation{Name: provider.ProgramName, Version: provider.ProgramVersion}, &mcp.ServerOptions{
		Instructions: settings.Description,
		// No listChanged: the list is this one tool, for ever.
		Capabilities: &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{}},
	})
	s.mcp.AddReceivingMiddleware(s.middleware)
	return s, nil
}

// middleware answers the tool methods below the SDK's own handlers, which
// would decode and encode the tool object and every result.
func (s *Server) middleware(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		if undeclared(method) {
			return nil, &jsonrpc.Error{Code: jsonrpc.CodeMethodNotFound, Message: method + " is not offered here"}
		}
		switch r := req.(type) {
		case *mcp.ListToolsRequest:
			return s.listTools(r), nil
		case *mcp.CallToolRequest:
			if r.Params.Name == s.settings.Name {
				return s.callTool(ctx, r)
			}
		}
		return next(ctx, method, req)
	}
}

// undeclared says whether a method belongs to a capability that this server does
// not declare. The SDK answers some of them with empty lists all the same.
func undeclared(method string) bool {
	area, _, _ := strings.Cut(method, "/")
	switch area {
	case "prompts", "resources", "completion", "logging":
		return true
	}
	return false
}

// listTools answers tools/list. The hints of the stateless era let a client
// keep the list; it depends on nothing.
func (s *Server) listTools(r *mcp.ListToolsRequest) mcp.Result {
	list := struct {
		Tools      []json.RawMessage `json:"tools"`
		ResultType string            `json:"resultType,omitempty"`
		TTL        *int64            `json:"ttlMs,omitempty"`
		Scope      string            `json:"cacheScope,omitempty"`
	}{Tools: []json.RawMessage{s.settings.Definition()}}
	if r.Params != nil && isStateless(r.Params.Meta) {
		ttl := time.Hour.Milliseconds()
		list.ResultType, list.TTL, list.Scope = "complete", &ttl, "public"
	}
	raw, _ := json.Marshal(list)
	return rawResult{Result: &mcp.ListToolsResult{}, raw: raw}
}

func (s *Server) callTool(ctx context.Context, r *mcp.CallToolRequest) (mcp.Result, error) {
	c, err := s.newCall(ctx, r)
	if err != nil {
		return nil, err
	}
	defer c.progress.close()
	raw, err := c.run()
	if err != nil {
		return nil, err
	}
	if c.stateless {
		raw = completed(raw)
	}
	c.progress.close()
	return toolResult(raw), nil
}

func invalidParams(err error) error {
	return &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: err.Error()}
}
