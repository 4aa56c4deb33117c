package learn

// Request is one tools/call of the tool.
type Request struct {
	Settings  Settings
	Catalogue *Catalogue
	Args      Args
	// Sampling says that the client can sample.
	Sampling bool
	// Confirming says that the client's user can be asked.
	Confirming bool
	// Notices are added to learn answers, e.g. that an upgrade is available.
	// One is cut at 400 bytes; those past a quarter of the budget are not said.
	Notices []string
	// Empty says why the catalogue is empty and what to do next; it is read
	// only when the catalogue is.
	Empty string
}

// maxIntentLoads bounds the providers that one intent may have loaded.
const maxIntentLoads = 2

// Dispatch is one tools/call on its way. It is used by one goroutine at a
// time, and resumed in the way that the step before asks for.
type Dispatch struct {
	request Request
	tool    string          // Args.Tool, "" when it names this tool itself
	tried   map[string]bool // providers that were to be loaded
	failure string          // why the last one was not
	stage   stage
	sampled string // the provider of round 1
	chosen  Call   // what round 2 chose
}

// stage is how far sampling is.
type stage uint8

const (
	notSampled stage = iota
	chooseProvider
	chooseCommand
	confirming
	gaveUp // the ranked answer is due
)

// Start begins a dispatch and returns its first step.
func Start(r Request) (*Dispatch, Step) {
	d := &Dispatch{request: r, tool: r.Args.Tool, tried: map[string]bool{}}
	if _, provider := r.Catalogue.Provider(d.tool); !provider && Fold(d.tool) == Fold(r.Settings.Name) {
		d.tool = "" // the model named the tool it is calling
	}
	return d, d.next()
}

// Loaded resumes after [Load] with a catalogue that holds the provider's
// commands.
func (d *Dispatch) Loaded(c *Catalogue) Step {
	d.request.Catalogue = c
	return d.next()
}

// LoadFailed resumes after [Load]. why is a safe sentence for the model, e.g.
// "mcp.storage could not be installed: ...".
func (d *Dispatch) LoadFailed(why string) Step {
	d.failure = why
	return d.next()
}

// Sampled resumes after [Sample] with the text of the model's answer. Anything
// odd in it leads to the ranked answer.
func (d *Dispatch) Sampled(text string) Step {
	switch d.stage {
	case chooseProvider:
		if p, ok := d.sampledProvider(text); ok {
			d.stage, d.sampled = chooseCommand, p.Name
			return d.next()
		}
	case chooseCommand:
		if call, ok := d.sampledCall(text); ok {
			return d.runSampled(call)
		}
	case notSampled, confirming, gaveUp: // nothing was asked
	}
	return d.SampleFailed()
}

// SampleFailed resumes after [Sample] when the client refused, failed, or
// answered without text.
func (d *Dispatch) SampleFailed() Step {
	d.stage = gaveUp
	return d.next()
}

// next decides on everything known so far.
func (d *Dispatch) next() Step {
	args, catalogue := &d.request.Args, d.request.Catalogue
	switch {
	case args.problem != "":
		return d.usage(args.problem)
	case len(catalogue.providers) == 0:
		return d.nothing()
	case d.stage == chooseCommand:
		return d.sampleCommand()
	case d.tool != "":
		return d.named()
	case args.Learn && args.Intent == "" && args.Command == "":
		return d.root(nil)
	case args.Learn:
		return d.ranked()
	case args.Command != "":
		return d.usage(d.homeless())
	case args.Intent == "":
		return d.usage("")
	case d.request.Sampling && d.stage != gaveUp:
		return d.sampleProvider()
	}
	return d.ranked()
}

// named serves a request that names a tool.
func (d *Dispatch) named() Step {
	p, ok := d.request.Catalogue.Provider(d.tool)
	if !ok {
		return d.unknownTool()
	}
	if step, wait := d.load(p, false); wait {
		return step
	}
	args := &d.request.Args
	if args.Command == "" {
		return d.commands(p)
	}
	c, ok := p.Command(args.Command)
	switch {
	case !ok:
		return d.unknownCommand(p)
	case args.Learn:
		return d.oneCommand(p, c)
	case !d.request.Settings.allows(c):
		return d.refused(p, c)
	}
	return Call{p.Name, c.Name, args.parametersFor(c)}
}

// load returns the step that a provider's missing commands need: load them,
// or, when that was tried, say why there are none. It reports whether there is
// such a step.
func (d *Dispatch) load(p *Provider, optional bool) (Step, bool) {
	switch {
	case p.Loaded:
		return nil, false
	case !d.tried[p.Name]:
		d.tried[p.Name], d.failure = true, ""
		return Load{p.Name, optional}, true
	case optional:
		return nil, false
	case d.failure == "" && len(p.Commands) > 0:
		return nil, false // loaded, and changed again since: what is known will do
	}
	return d.notLoaded(p), true
}
