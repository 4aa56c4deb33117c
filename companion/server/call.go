package server

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
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
	if c.stateless {
		c.caps = requestCapabilities(r.Params.Meta)
	} else {
		c.caps = sessionCapabilities(r.Session.InitializeParams())
	}
	c.progress = newProgress(ctx, r)
	return c, nil
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
		problems = d.Refresh(c.ctx, !root, c.caps, c.progress.listener())
	}
	if root && (c.args.Learn || c.args.Intent != "") {
		d.Describe(c.ctx)
		notices = append(d.Notices(), problems...)
	}
	return learn.Start(learn.Request{
		Settings: c.server.settings, Catalogue: d.View().Catalogue, Args: c.args,
		Sampling: c.caps.Has(provider.CanSample), Notices: notices, Empty: d.Missing(problems),
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

// sample asks the client's model: at once in a session, else by answering the
// request with the question, which is returned as the result.
func (c *call) sample(dispatch *learn.Dispatch, s learn.Sample) (learn.Step, json.RawMessage, error) {
	if !c.stateless {
		text, ok := c.sampleSession(s)
		return c.sampledStep(dispatch, s, text, ok), nil, nil
	}
	if c.sampled < len(c.state.Answers) {
		c.sampled++
		return c.sampledStep(dispatch, s, c.state.Answers[c.sampled-1], true), nil, nil
	}
	key := "sample-" + strconv.Itoa(s.Round)
	response, given := c.request.Params.InputResponses[key]
	if !given || !c.ourState {
		question, err := c.ask(key, sampleParams(s), c.state)
		return nil, question, err
	}
	message, ok := response.(*mcp.CreateMessageWithToolsResult)
	if !ok {
		return nil, nil, invalidParams(errAnswerType)
	}
	text := sampledText(message.Content)
	usable := text != "" && len(text) <= maxSampled
	if usable {
		c.state.Answers = append(c.state.Answers, text)
		c.sampled++
	}
	return c.sampledStep(dispatch, s, text, usable), nil, nil
}

// sampledStep goes on with a model's answer.
func (c *call) sampledStep(dispatch *learn.Dispatch, s learn.Sample, text string, ok bool) learn.Step {
	if !ok {
		return dispatch.SampleFailed()
	}
	if s.Round == 1 {
		c.chosen = text
	}
	return dispatch.Sampled(text)
}

func (c *call) sampleSession(s learn.Sample) (string, bool) {
	message, err := c.request.Session.CreateMessageWithTools(c.ctx, sampleParams(s))
	if err != nil {
		return "", false
	}
	text := sampledText(message.Content)
	return text, text != ""
}

func sampleParams(s learn.Sample) *mcp.CreateMessageWithToolsParams {
	return &mcp.CreateMessageWithToolsParams{
		SystemPrompt: s.System, MaxTokens: int64(s.MaxTokens),
		Messages: []*mcp.SamplingMessageV2{{Role: "user", Content: []mcp.Content{&mcp.TextContent{Text: s.Prompt}}}},
	}
}

// sampledText is the first text block of a model's answer.
func sampledText(content []mcp.Content) string {
	for _, block := range content {
		if t, ok := block.(*mcp.TextContent); ok {
			return t.Text
		}
	}
	return ""
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
