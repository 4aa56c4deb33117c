package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcp-router/companion/provider"
	"mcp-router/learn"
)

// maxInputRounds bounds how often a provider of the stateless era may ask during
// one call of a session client.
const maxInputRounds = 10

var (
	errRounds  = fmt.Errorf("the provider asked for input more than %d times", maxInputRounds)
	errRequest = errors.New("the provider asked for something that clients are not asked for here")
)

// invoke runs the command that the dispatch ended with.
func (c *call) invoke(s learn.Call) (json.RawMessage, error) {
	u, ok := c.server.directory.View().Owner(s.Provider)
	if !ok {
		return toolError(s.Provider + " is no longer available."), nil
	}
	i := &provider.Invocation{
		Command: s.Command, Parameters: s.Parameters,
		Meta: forwardedMeta(c.request.Params.Meta), Progress: c.progress.relayer(),
	}
	if !c.stateless {
		return c.result(c.inSession(u, i))
	}
	if !c.ourState || c.state.Inner != "" { // what comes back is for the provider
		i.Responses, i.State = c.request.Params.InputResponses, c.request.Params.RequestState
		for _, r := range i.Responses {
			if e, ok := r.(*mcp.ElicitResult); ok && !isElicitAction(e.Action) {
				return nil, invalidParams(errAnswerType)
			}
		}
		if c.ourState {
			i.State = c.state.Inner
		}
	}
	return c.follow(park(c.server.life, func(ctx context.Context, a provider.Answerer) (json.RawMessage, error) {
		i.Answerer = a
		return u.Call(ctx, c.caps, i, c.progress.listener())
	}))
}

// inSession runs the command for a session client. A provider of the stateless
// era that wants input gets it by being called again, as it asked to be.
func (c *call) inSession(u *provider.Upstream, i *provider.Invocation) (json.RawMessage, error) {
	i.Answerer = sessionAnswerer{session: c.request.Session, request: c.ctx}
	for range maxInputRounds {
		raw, err := u.Call(c.ctx, c.caps, i, c.progress.listener())
		if err != nil {
			return nil, err
		}
		in, asks := asksInput(raw)
		if !asks {
			return provider.InSession(raw), nil
		}
		i.State = in.RequestState
		if i.Responses, err = answers(c.ctx, i.Answerer, in.InputRequests); err != nil {
			return nil, err
		}
	}
	return nil, errRounds
}

// answers puts a provider's questions to the client, one after the other.
func answers(ctx context.Context, a provider.Answerer, requests mcp.InputRequestMap) (mcp.InputResponseMap, error) {
	responses := mcp.InputResponseMap{}
	for key, request := range requests {
		var response mcp.InputResponse
		var err error
		switch p := request.(type) {
		case *mcp.ElicitParams:
			response, err = a.Elicit(ctx, p)
		case *mcp.CreateMessageWithToolsParams:
			response, err = a.Sample(ctx, p)
		default:
			err = errRequest
		}
		if err != nil {
			return nil, fmt.Errorf("the command was not completed, its question was not answered: %w", err)
		}
		responses[key] = response
	}
	return responses, nil
}

// resume goes on with a parked call whose client has called again.
func (c *call) resume() (json.RawMessage, error) {
	p := c.server.lot.take(c.state.Parked)
	if p == nil {
		return toolError("The question was answered already or too late; the command was not completed."), nil
	}
	given, err := p.answer(c.request.Params.InputResponses)
	if given && err == nil {
		return c.follow(p)
	}
	question, failed := c.parkAgain(p) // the question stands
	if err != nil {
		return nil, invalidParams(err)
	}
	return question, failed
}

// follow waits for a parked call and answers with its result, or its question.
func (c *call) follow(p *parkedCall) (json.RawMessage, error) {
	question, raw, err := p.wait(c.ctx)
	if question != nil {
		return c.parkAgain(p)
	}
	if in, asks := asksInput(raw); asks && len(c.state.Answers) > 0 {
		// The provider keeps its own state. Ours is needed too: without it the
		// next request would start with the intent again.
		c.state.Inner = in.RequestState
		in.RequestState, err = c.server.sealer.seal(c.state, c.request.Params.Name, c.request.Params.Arguments)
		if err != nil {
			return nil, err
		}
		return json.Marshal(in)
	}
	return c.result(raw, err)
}

// parkAgain answers with the pending question of a parked call.
func (c *call) parkAgain(p *parkedCall) (json.RawMessage, error) {
	question, err := c.ask(p.pending.key, p.pending.request, callState{Parked: p.id})
	if err != nil {
		p.cancel()
		return nil, err
	}
	c.server.lot.keep(p) // from here on the call is in other hands
	return question, nil
}

// result makes what came of a command the answer: the provider's result as it
// is, and for everything else a tool result that the model can read. What the
// client itself must see is an error: that it has left, and errors that the
// protocol has for it.
func (c *call) result(raw json.RawMessage, err error) (json.RawMessage, error) {
	if err == nil {
		if len(raw) == 0 || raw[0] != '{' {
			return toolError("The provider answered without a result."), nil
		}
		return raw, nil
	}
	if c.ctx.Err() != nil {
		return nil, c.ctx.Err()
	}
	if errors.Is(err, provider.ErrForeignState) {
		return nil, invalidParams(errState)
	}
	if e := provider.ProtocolError(err); e != nil && c.concernsClient(e) {
		return nil, e
	}
	return toolError(provider.FailureText(err)), nil
}

// concernsClient says whether a provider's error is for the client and not for
// the model: URL elicitation, a capability that it lacks, and what is wrong with
// the state or the answers that it sent.
func (c *call) concernsClient(e *jsonrpc.Error) bool {
	switch e.Code {
	case mcp.CodeURLElicitationRequired, mcp.CodeMissingRequiredClientCapabilities:
		return true
	case jsonrpc.CodeInvalidParams:
		return c.request.Params.RequestState != "" || len(c.request.Params.InputResponses) > 0
	}
	return false
}
