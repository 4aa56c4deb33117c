package server

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// sessionAnswerer asks a session-era client, within the request being served so
// that over HTTP the question travels on that request's own stream.
type sessionAnswerer struct {
	session *mcp.ServerSession
	request context.Context
}

func (a sessionAnswerer) Client() any { return a.session }

func (a sessionAnswerer) Transient() bool { return false }

func (a sessionAnswerer) Elicit(ctx context.Context, p *mcp.ElicitParams) (*mcp.ElicitResult, error) {
	ctx, cancel := within(a.request, ctx)
	defer cancel()
	r, err := a.session.Elicit(ctx, p)
	if err == nil && !isElicitAction(r.Action) {
		return nil, errAnswerType
	}
	return r, err
}

func (a sessionAnswerer) Sample(ctx context.Context, p *mcp.CreateMessageWithToolsParams) (*mcp.CreateMessageWithToolsResult, error) {
	ctx, cancel := within(a.request, ctx)
	defer cancel()
	return a.session.CreateMessageWithTools(ctx, p)
}

// within returns request, ended also when question ends.
func within(request, question context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(request)
	stop := context.AfterFunc(question, cancel)
	return ctx, func() { stop(); cancel() }
}
