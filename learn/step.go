package learn

// Step is what a [Dispatch] wants next. The set is closed: [Load], [Sample],
// [Call] and [Answer].
type Step interface{ step() }

// Load asks for the commands of a provider that is not loaded. The caller
// resumes with [Dispatch.Loaded] and a catalogue that holds them, or with
// [Dispatch.LoadFailed].
type Load struct {
	// Provider is the provider's name in the catalogue.
	Provider string
	// Optional says that the answer only gets better by it: a caller that
	// would have to install something first resumes with
	// [Dispatch.LoadFailed], and the answer is made without it.
	Optional bool
}

// Sample asks the client's model (sampling/createMessage, or input_required).
// The caller resumes with [Dispatch.Sampled] or [Dispatch.SampleFailed].
type Sample struct {
	// Round is 1 (which provider) or 2 (which command); there is no third.
	Round int
	// System is the system prompt.
	System string
	// Prompt is the one user message.
	Prompt string
	// MaxTokens bounds the model's answer.
	MaxTokens int
}

// Call is the end of a dispatch: this command is to be called and its result
// handed back untouched. It was found in the catalogue and read-only mode
// allows it.
type Call struct {
	// Provider and Command are the catalogue's own spellings.
	Provider, Command string
	// Parameters is a JSON object, the caller's bytes.
	Parameters []byte
}

// Answer is the end of a dispatch without a call.
type Answer struct {
	// Text is the content: JSON for what was learnt, a sentence for errors.
	Text string
	// Structured is the same JSON as Text, nil where Text is a sentence.
	Structured []byte
	// IsError marks a tool error that the model can correct.
	IsError bool
}

func (Load) step()   {}
func (Sample) step() {}
func (Call) step()   {}
func (Answer) step() {}

// Result returns the answer as the result of tools/call, compact JSON.
func (a Answer) Result() []byte { return nil }
