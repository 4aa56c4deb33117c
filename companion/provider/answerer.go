package provider

import (
	"context"
	"errors"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Answerer answers a provider's questions: the client on whose behalf a call
// runs.
type Answerer interface {
	// Client identifies whom the questions go to.
	Client() any
	// Transient says that the client is not met again after the call.
	Transient() bool
	Elicit(context.Context, *mcp.ElicitParams) (*mcp.ElicitResult, error)
	Sample(context.Context, *mcp.CreateMessageWithToolsParams) (*mcp.CreateMessageWithToolsResult, error)
}

// errWhom refuses a question that cannot be put to anyone for certain. The
// provider then does not go on: a person must never consent to someone else's
// command.
var errWhom = errors.New("the question cannot be matched to one client; nobody was asked")
