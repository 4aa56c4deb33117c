package server

import (
	"encoding/json"
	"strconv"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcp-router/learn"
)

// How a call asks its client: the model for a choice, the user for consent.

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
	response, given := c.response(key)
	if !given {
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

// response is the client's answer to a question of ours.
func (c *call) response(key string) (mcp.InputResponse, bool) {
	if !c.ourState {
		return nil, false
	}
	r, given := c.request.Params.InputResponses[key]
	return r, given
}

// confirm asks the client's user, in the way of its era as sample does.
func (c *call) confirm(dispatch *learn.Dispatch, s learn.Confirm) (learn.Step, json.RawMessage, error) {
	const key = "confirm"
	question := &mcp.ElicitParams{Message: s.Question, RequestedSchema: map[string]any{"type": "object", "properties": map[string]any{}}}
	if !c.stateless {
		r, err := c.request.Session.Elicit(c.ctx, question)
		return dispatch.Confirmed(err == nil && r.Action == "accept"), nil, nil
	}
	response, given := c.response(key)
	if !given && !c.state.Confirmed {
		asked, err := c.ask(key, question, c.state)
		return nil, asked, err
	}
	if given {
		r, ok := response.(*mcp.ElicitResult)
		if !ok {
			return nil, nil, invalidParams(errAnswerType)
		}
		c.state.Confirmed = r.Action == "accept"
	}
	return dispatch.Confirmed(c.state.Confirmed), nil, nil
}
