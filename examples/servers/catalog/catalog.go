// Package catalog is the example's default route: an MCP server that lists the
// tools of the others under their prefixed names and runs none of them, as a
// composed mcp-server does in Higress. Calls are the router's work.
package catalog

import (
	"context"
	"fmt"
	"log/slog"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Name is what the server calls itself.
const Name = "catalog"

type catalog struct {
	separator string
	members   []Member
	log       *slog.Logger
}

// New returns a server that lists the members' tools, in their order, as name +
// separator + tool. It asks the members anew for every list, so that they may
// come and go; one that does not answer is left out, and log says why.
func New(separator string, log *slog.Logger, members ...Member) *mcp.Server {
	c := catalog{separator, members, log}
	server := mcp.NewServer(&mcp.Implementation{Name: Name, Version: "1.0.0"}, &mcp.ServerOptions{
		Capabilities: &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{}},
	})
	server.AddReceivingMiddleware(c.middleware)
	return server
}

func (c catalog) middleware(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		switch req := req.(type) {
		case *mcp.ListToolsRequest:
			return c.list(ctx), nil
		case *mcp.CallToolRequest:
			return nil, refusal(req.Params.Name)
		}
		return next(ctx, method, req)
	}
}

func (c catalog) list(ctx context.Context) *mcp.ListToolsResult {
	all := []*mcp.Tool{} // an empty list is not null
	for _, m := range c.members {
		tools, err := m.listTools(ctx)
		if err != nil {
			c.log.Warn("tools are missing from the list", "member", m.name, "error", err)
			continue
		}
		for _, tool := range tools {
			tool.Name = m.name + c.separator + tool.Name
			all = append(all, tool)
		}
	}
	return &mcp.ListToolsResult{Tools: all, Cacheable: mcp.Cacheable{CacheScope: "public"}}
}

// refusal answers a call that should never have come here: the router in front
// is missing, switched off, or does not know the server.
func refusal(tool string) error {
	return &jsonrpc.Error{
		Code:    jsonrpc.CodeInvalidParams,
		Message: fmt.Sprintf("%s lists tools only: mcp-router should have routed %q to its server", Name, tool),
	}
}
