package learn

// DefaultBudget is the default of [Settings.Budget], in bytes.
const DefaultBudget = 16 << 10

// Settings describe the tool itself. They do not change between requests.
type Settings struct {
	// Name of the tool, e.g. "azure".
	Name string
	// Description of the tool; what arguments do is added to it.
	Description string
	// Budget bounds a learn answer, in bytes of the whole result (text and
	// structuredContent together). Default [DefaultBudget].
	Budget int
	// ReadOnly refuses every command whose readOnlyHint is not literally true,
	// and leaves it out of lists.
	ReadOnly bool
}

// Definition returns the tool object for tools/list: compact JSON.
func (s Settings) Definition() []byte { return nil }

// Request is one tools/call of the tool.
type Request struct {
	Settings  Settings
	Catalogue *Catalogue
	Args      Args
	// Sampling says that the client can sample.
	Sampling bool
	// Notices are added to learn answers, e.g. "an upgrade of storage is
	// available: ...". Each is one sentence or two.
	Notices []string
	// Empty says why the catalogue is empty and what to do next; read only
	// when it is.
	Empty string
}

// Dispatch is one tools/call on its way. It is used by one goroutine at a
// time.
type Dispatch struct{ request Request }

// Start begins a dispatch and returns its first step.
func Start(r Request) (*Dispatch, Step) { return &Dispatch{request: r}, Answer{} }

// Loaded resumes after [Load] with a catalogue that holds the provider's
// commands.
func (d *Dispatch) Loaded(c *Catalogue) Step { return Answer{} }

// LoadFailed resumes after [Load]. why is a safe sentence for the model, e.g.
// "mcp.storage could not be installed: ...".
func (d *Dispatch) LoadFailed(why string) Step { return Answer{} }

// Sampled resumes after [Sample] with the text of the model's answer.
func (d *Dispatch) Sampled(text string) Step { return Answer{} }

// SampleFailed resumes after [Sample] when the client refused, failed, or
// answered without text.
func (d *Dispatch) SampleFailed() Step { return Answer{} }
