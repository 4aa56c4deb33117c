package server

import (
	"context"
	"errors"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// asker puts a provider's questions to the client on whose behalf a call runs.
type asker interface {
	// client identifies whom the questions go to.
	client() any
	elicit(context.Context, *mcp.ElicitParams) (*mcp.ElicitResult, error)
	sample(context.Context, *mcp.CreateMessageWithToolsParams) (*mcp.CreateMessageWithToolsResult, error)
}

// errWhom refuses a question that cannot be put to anyone for certain. The
// provider then does not go on: a person must never consent to someone else's
// command.
var errWhom = errors.New("the question cannot be matched to one client; nobody was asked")

// sessionAsker asks a session-era client, within the request being served so
// that over HTTP the question travels on that request's own stream.
type sessionAsker struct {
	session *mcp.ServerSession
	request context.Context
}

func (a sessionAsker) client() any { return a.session }

func (a sessionAsker) elicit(ctx context.Context, p *mcp.ElicitParams) (*mcp.ElicitResult, error) {
	ctx, cancel := within(a.request, ctx)
	defer cancel()
	return a.session.Elicit(ctx, p)
}

func (a sessionAsker) sample(ctx context.Context, p *mcp.CreateMessageWithToolsParams) (*mcp.CreateMessageWithToolsResult, error) {
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
