// Package catalog is the example's default route: an MCP server that lists the
// tools of the others under their prefixed names and runs none of them, as a
// composed mcp-server does in Higress. Calls are the router's work.
package catalog

import (
	"context"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Name is what the server calls itself.
const Name = "catalog"

// Member is a server whose tools are listed.
type Member struct {
	// Name is the prefix, the server's name in the router's configuration.
	Name string
	// Server is asked once, at start, over a connection in memory.
	Server *mcp.Server
}

// New lists the members' tools, in their order, as name + separator + tool. It
// fails when a member cannot be listed.
func New(ctx context.Context, separator string, members ...Member) (*mcp.Server, error) {
	server := mcp.NewServer(&mcp.Implementation{Name: Name, Version: "1.0.0"}, nil)
	for _, m := range members {
		tools, err := listTools(ctx, m.Server)
		if err != nil {
			return nil, fmt.Errorf("list tools of %s: %w", m.Name, err)
		}
		for _, tool := range tools {
			tool.Name = m.Name + separator + tool.Name
			server.AddTool(tool, refuse)
		}
	}
	return server, nil
}

// refuse answers a call that should never have come here: the router in front
// is missing, switched off, or does not know the server.
func refuse(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return nil, &jsonrpc.Error{
		Code:    jsonrpc.CodeInvalidParams,
		Message: fmt.Sprintf("%s lists tools only: mcp-router should have routed %q to its server", Name, req.Params.Name),
	}
}

func listTools(ctx context.Context, server *mcp.Server) ([]*mcp.Tool, error) {
	near, far := mcp.NewInMemoryTransports()
	serving, err := server.Connect(ctx, far, nil)
	if err != nil {
		return nil, err
	}
	defer serving.Close()
	client := mcp.NewClient(&mcp.Implementation{Name: Name, Version: "1.0.0"}, nil)
	session, err := client.Connect(ctx, near, nil)
	if err != nil {
		return nil, err
	}
	defer session.Close()
	var tools []*mcp.Tool
	for tool, err := range session.Tools(ctx, nil) {
		if err != nil {
			return nil, err
		}
		tools = append(tools, tool)
	}
	return tools, nil
}
