package server

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcp-router/companion/provider"
	"mcp-router/learn"
)

// maxSampled bounds how much of a model's answer is kept between two rounds of
// a stateless call, in bytes. Names and parameters are shorter.
const maxSampled = 16 << 10

// call is one tools/call of the tool: it carries out the steps that package
// learn decides on.
type call struct {
	server    *Server
	ctx       context.Context
	request   *mcp.CallToolRequest
	args      learn.Args
	stateless bool
	caps      provider.Capabilities
	progress  *progress // nil without a token

	// Of a stateless client that calls again.
	state    callState
	ourState bool // its requestState was ours
	sampled  int  // how many of state.Answers were used

	// chosen is the model's answer of round 1. The provider that it names may be
	// installed, as if the arguments had named it.
	chosen string
}

// newCall reads a request. Errors are protocol errors.
func (s *Server) newCall(ctx context.Context, r *mcp.CallToolRequest) (*call, error) {
	args, err := learn.ParseArgs(r.Params.Arguments)
	if err != nil {
		return nil, invalidParams(err)
	}
	c := &call{server: s, ctx: ctx, request: r, args: args, stateless: isStateless(r.Params.Meta)}
	c.state, c.ourState, err = s.sealer.open(r.Params.RequestState, r.Params.Name, r.Params.Arguments)
	if err != nil {
		return nil, invalidParams(err)
	}
	if !c.ourState && r.Params.RequestState != "" && !c.reachesProvider() {
		return nil, invalidParams(errState) // nobody else can have made it
	}
	if c.stateless {
		c.caps = requestCapabilities(r.Params.Meta)
	} else {
		c.caps = sessionCapabilities(r.Session.InitializeParams())
	}
	c.progress = newProgress(ctx, r)
	return c, nil
}

// reachesProvider says whether the arguments name a command to run: only then
// can a state be a provider's.
func (c *call) reachesProvider() bool {
	return c.args.Tool != "" && c.args.Command != "" && !c.args.Learn
}

// run returns the result's bytes. Errors are protocol errors.
func (c *call) run() (json.RawMessage, error) {
	if c.state.Parked != "" {
		return c.resume()
	}
	dispatch, step := c.start()
	for {
		switch s := step.(type) {
		case learn.Load:
			step = c.load(dispatch, s)
		case learn.Sample:
			next, question, err := c.sample(dispatch, s)
			if question != nil || err != nil {
				return question, err
			}
			step = next
		case learn.Confirm:
			next, question, err := c.confirm(dispatch, s)
			if question != nil || err != nil {
				return question, err
			}
			step = next
		case learn.Call:
			return c.invoke(s)
		case learn.Answer:
			return s.Result(), nil
		default:
			return nil, fmt.Errorf("step %T is not known", s)
		}
	}
}

// start brings the directory up to date as far as this call needs it: a call
// or learn of a known provider needs nothing from azd.
func (c *call) start() (*learn.Dispatch, learn.Step) {
	d := c.server.directory
	var problems, notices []string
	root := c.args.Tool == "" || strings.EqualFold(c.args.Tool, c.server.settings.Name)
	if _, known := d.View().Owner(c.args.Tool); !known {
		want := provider.Wanted{Missing: !root, Commands: root && c.args.Intent != ""}
		problems = d.Refresh(c.ctx, want, c.caps, c.progress.listener())
	}
	if root && (c.args.Learn || c.args.Intent != "") {
		d.Describe(c.ctx)
		notices = append(d.Notices(), problems...)
	}
	return learn.Start(learn.Request{
		Settings: c.server.settings, Catalogue: d.View().Catalogue, Args: c.args,
		Sampling: c.caps.Has(provider.CanSample), Confirming: c.caps.Has(provider.CanElicit), Notices: notices, Empty: d.Missing(problems),
	})
}

// load makes a provider's commands known.
func (c *call) load(dispatch *learn.Dispatch, s learn.Load) learn.Step {
	d := c.server.directory
	u, ok := d.View().Owner(s.Provider)
	switch {
	case !ok:
		return dispatch.LoadFailed(s.Provider + " is no longer available")
	case s.Optional && !u.Ready() && !strings.Contains(strings.ToLower(c.chosen), strings.ToLower(s.Provider)):
		return dispatch.LoadFailed(s.Provider + " is not installed yet")
	}
	if err := u.Load(c.ctx, c.caps, c.progress.listener()); err != nil {
		return dispatch.LoadFailed(err.Error())
	}
	return dispatch.Loaded(d.View().Catalogue)
}

// ask answers a stateless request with a question.
func (c *call) ask(key string, question mcp.InputRequest, state callState) (json.RawMessage, error) {
	sealed, err := c.server.sealer.seal(state, c.request.Params.Name, c.request.Params.Arguments)
	if err != nil {
		return nil, err
	}
	return json.Marshal(inputRequired{
		ResultType: needsInput, InputRequests: mcp.InputRequestMap{key: question}, RequestState: sealed,
	})
}
