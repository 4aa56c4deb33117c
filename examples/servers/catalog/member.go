package catalog

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// requestLimit bounds each request to a member behind a URL.
const requestLimit = 2 * time.Second

// Member is a server whose tools are listed.
type Member struct {
	name string
	// transport leads to the server, on a connection of its own.
	transport func(context.Context) (mcp.Transport, error)
}

// InProcess is a member that is asked over a connection in memory. The name is
// the prefix, the server's name in the router's configuration.
func InProcess(name string, server *mcp.Server) Member {
	return Member{name, func(ctx context.Context) (mcp.Transport, error) {
		near, far := mcp.NewInMemoryTransports()
		_, err := server.Connect(ctx, far, nil) // ends with the client's side
		return near, err
	}}
}

// AtURL is a member behind a streamable HTTP endpoint, which need not serve yet.
func AtURL(name, endpoint string) Member {
	client := &http.Client{Timeout: requestLimit}
	return Member{name, func(context.Context) (mcp.Transport, error) {
		return &mcp.StreamableClientTransport{Endpoint: endpoint, HTTPClient: client, DisableStandaloneSSE: true}, nil
	}}
}

// ParseMember reads NAME=URL, the text of a member [AtURL]. Its error is a text
// that is not of this form.
func ParseMember(text string) (Member, error) {
	name, endpoint, _ := strings.Cut(text, "=")
	u, err := url.Parse(endpoint)
	if name == "" || err != nil || u.Host == "" {
		return Member{}, fmt.Errorf("%q is not NAME=URL", text)
	}
	return AtURL(name, endpoint), nil
}

func (m Member) listTools(ctx context.Context) ([]*mcp.Tool, error) {
	transport, err := m.transport(ctx)
	if err != nil {
		return nil, err
	}
	client := mcp.NewClient(&mcp.Implementation{Name: Name, Version: "1.0.0"}, nil)
	session, err := client.Connect(ctx, transport, nil)
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
