// Package fleet serves the example servers over streamable HTTP.
package fleet

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcp-router/examples/servers/amap"
	"mcp-router/examples/servers/catalog"
	"mcp-router/examples/servers/notebook"
	"mcp-router/examples/servers/randomuser"
)

// Names are the servers of the fleet that router mode can send calls to, which are
// also the clusters of envoy.yaml.
func Names() []string { return []string{randomuser.Name, amap.Name, catalog.Name} }

// BehindGateway are the servers of the fleet to put behind a gateway, which needs
// no catalog and keeps the sessions of servers that have them.
func BehindGateway() []string { return []string{randomuser.Name, amap.Name, notebook.Name} }

// Handler returns the named server's endpoint, which answers on every path. It
// logs each call. The separator, and members beyond the fleet, matter to the
// catalog only. Its error is an unknown name.
func Handler(name, separator string, log *slog.Logger, members ...catalog.Member) (http.Handler, error) {
	log = log.With("server", name)
	if name == notebook.Name {
		return sessions(notebook.New, log), nil
	}
	server, err := newServer(name, separator, log, members)
	if err != nil {
		return nil, err
	}
	server.AddReceivingMiddleware(logCalls(log))
	return mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, &mcp.StreamableHTTPOptions{
		// A router changes the server from call to call, so a session could not
		// live on any one of them.
		Stateless: true,
		// One server of each kind: the router must pass on replies as JSON and
		// as event streams.
		JSONResponse: name == randomuser.Name,
		// Routed requests carry the configured domain as their host.
		DisableLocalhostProtection: true,
	}), nil
}

// sessions gives every session a server of its own.
func sessions(newServer func() *mcp.Server, log *slog.Logger) http.Handler {
	return mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server {
		server := newServer()
		server.AddReceivingMiddleware(logCalls(log))
		return server
	}, &mcp.StreamableHTTPOptions{DisableLocalhostProtection: true})
}

func newServer(name, separator string, log *slog.Logger, members []catalog.Member) (*mcp.Server, error) {
	switch name {
	case randomuser.Name:
		return randomuser.New(), nil
	case amap.Name:
		return amap.New(), nil
	case catalog.Name:
		return catalog.New(separator, log, append([]catalog.Member{
			catalog.InProcess(randomuser.Name, randomuser.New()),
			catalog.InProcess(amap.Name, amap.New()),
		}, members...)...), nil
	}
	return nil, fmt.Errorf("no server %q, only %q", name, Names())
}

func logCalls(log *slog.Logger) mcp.Middleware {
	return func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			if call, ok := req.GetParams().(*mcp.CallToolParamsRaw); ok {
				log.Info("a call arrived", "tool", call.Name)
			}
			return next(ctx, method, req)
		}
	}
}
