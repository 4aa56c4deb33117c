package learn

import (
	"fmt"
	"strings"

	"mcp-router/jsonrpc"

	"github.com/tidwall/gjson"
)

// Bounds of sampling.
const (
	maxSampleTokens = 1000
	maxPrompt       = 64 << 10 // bytes; what comes later in a list is left out
	maxSampled      = 64 << 10 // bytes of a model's answer that are read
)

const (
	providerPrompt = `Pick the one tool that serves the intent. Answer with its name and nothing else, or with Unknown when none does.`
	commandPrompt  = `Pick the one command that serves the intent and fill its parameters. Use only parameters of its inputSchema and only values that the intent gives; invent nothing. ` +
		`Answer with JSON and nothing else: {"command": "<name>", "parameters": {...}}, or with Unknown when none serves.`
)

// sampleProvider is round 1.
func (d *Dispatch) sampleProvider() Step {
	d.stage = chooseProvider
	prompt := d.intentPrompt("Tools:")
	for _, p := range d.visibleProviders() {
		prompt = appendItem(prompt, "- "+p.Name+": "+line(p.Description, maxNotice))
	}
	return Sample{1, providerPrompt, prompt, maxSampleTokens}
}

// sampledProvider reads the answer of round 1.
func (d *Dispatch) sampledProvider(text string) (*Provider, bool) {
	text = unfence(text)
	if strings.HasPrefix(text, "{") && jsonrpc.Valid([]byte(text)) {
		text = gjson.Get(text, "tool").Str
	}
	return d.request.Catalogue.Provider(strings.Trim(text, " \"'`.\n"))
}

// sampleCommand is round 2, best-ranked commands first.
func (d *Dispatch) sampleCommand() Step {
	p, ok := d.request.Catalogue.Provider(d.sampled)
	if !ok {
		return d.SampleFailed()
	}
	if step, wait := d.load(p, true); wait {
		return step
	}
	listed := map[*Command]bool{}
	prompt := d.intentPrompt("Commands:")
	add := func(c *Command) {
		if !listed[c] {
			listed[c] = true
			prompt = appendItem(prompt, string(appendMatch(nil, Match{Provider: p, Command: c})))
		}
	}
	visible := d.visibleCommands(p)
	for _, m := range d.request.Catalogue.rank(d.request.Args.Intent, len(visible), func(of *Provider, c *Command) bool {
		return of == p && c != nil && d.request.Settings.allows(c)
	}) {
		add(m.Command)
	}
	for _, c := range visible {
		add(c)
	}
	if len(listed) == 0 {
		return d.SampleFailed()
	}
	return Sample{2, commandPrompt, prompt, maxSampleTokens}
}

// sampledCall reads the answer of round 2.
func (d *Dispatch) sampledCall(text string) (Call, bool) {
	answer := []byte(unfence(text))
	p, ok := d.request.Catalogue.Provider(d.sampled)
	if !ok || !jsonrpc.Valid(answer) {
		return Call{}, false
	}
	json := gjson.ParseBytes(answer)
	name := json.Get("command").Str
	if name == "" {
		name = json.Get("tool").Str
	}
	c, ok := p.Command(name)
	if !ok || !d.request.Settings.allows(c) {
		return Call{}, false
	}
	parameters, ok := readObject(json.Get("parameters"))
	if parameters == nil {
		parameters = []byte("{}")
	}
	return Call{p.Name, c.Name, parameters}, ok
}

// maxConfirmed bounds the parameters that a user can be expected to read in a
// question, in bytes.
const maxConfirmed = 2 << 10

// runSampled runs what the model has chosen if it only reads. What may change
// something runs after the user was asked, else it is only proposed: an intent is
// no order to run whatever a model takes it for.
func (d *Dispatch) runSampled(call Call) Step {
	p, _ := d.request.Catalogue.Provider(call.Provider)
	c, _ := p.Command(call.Command)
	switch {
	case c.ReadOnly:
		return call
	case !d.request.Confirming || len(call.Parameters) > maxConfirmed:
		return d.proposed(p, c, call)
	}
	d.stage, d.chosen = confirming, call
	return Confirm{fmt.Sprintf("Run command %q of tool %q with the parameters %s? It was chosen for the intent %q and may change something.",
		c.Name, p.Name, call.Parameters, clip(d.request.Args.Intent, maxNotice))}
}

// Confirmed resumes after [Confirm]: yes only for a user who was asked and
// agreed.
func (d *Dispatch) Confirmed(yes bool) Step {
	if d.stage != confirming || !yes {
		return failed("Nothing was run: the user was asked and did not agree.")
	}
	return d.chosen
}

// proposed answers with a command that was not run, and how to run it.
func (d *Dispatch) proposed(p *Provider, c *Command, call Call) Step {
	match := appendMatchBody(nil, Match{Provider: p, Command: c}, c.Description, c.schema())
	match = append(append(append(match, `,"parameters":`...), compact(call.Parameters)...), '}')
	head := append(appendArray([]byte(`"matches":`), [][]byte{match}), ',')
	return d.composer(nil).noticing("Not run: from an intent alone only a command runs that just reads. "+
		`To run this one, call with its "tool", "command" and "parameters".`).object(head, nil)
}

func (d *Dispatch) intentPrompt(list string) string {
	return "Intent: " + clip(d.request.Args.Intent, maxIntent) + "\n" + list + "\n"
}

func appendItem(prompt, item string) string {
	if len(prompt)+len(item) >= maxPrompt {
		return prompt
	}
	return prompt + item + "\n"
}

// unfence takes the Markdown fence off a model's answer.
func unfence(text string) string {
	text = strings.TrimSpace(clip(text, maxSampled))
	_, after, fenced := strings.Cut(text, "```")
	if !fenced {
		return text
	}
	inside, _, _ := strings.Cut(after, "```")
	if i := strings.IndexByte(inside, '\n'); i >= 0 && !strings.ContainsAny(inside[:i], "{\"") {
		inside = inside[i+1:] // the language
	}
	return strings.TrimSpace(inside)
}
