package learn

// Step is what a [Dispatch] wants next. The set is closed: [Load], [Sample],
// [Confirm], [Call] and [Answer].
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

// Confirm asks the client's user before a command is run that a model has chosen
// and that may change something. The caller resumes with [Dispatch.Confirmed].
type Confirm struct {
	// Question names the command and all its parameters.
	Question string
}

// Call is the end of a dispatch: this command is to be called and its result
// handed back untouched. It was found in the catalogue and read-only mode
// allows it.
type Call struct {
	// Provider and Command are the catalogue's own spellings.
	Provider, Command string
	// Parameters is a JSON object of the caller's bytes; the same arguments
	// give the same bytes, so that a call can be repeated with the answers to
	// an input_required result.
	Parameters []byte
}

// Answer is the end of a dispatch without a call.
type Answer struct {
	// Text is the content: JSON for what was learnt, a sentence for errors.
	Text string
	// Structured is the JSON of Text, nil where Text is a sentence.
	Structured []byte
	// IsError marks a tool error that the model can correct.
	IsError bool
}

func (Load) step()    {}
func (Sample) step()  {}
func (Confirm) step() {}
func (Call) step()    {}
func (Answer) step()  {}

// Result returns the answer as the result of tools/call (MCP 2025-06-18,
// "Structured content"), compact JSON. It carries no resultType: that belongs
// to the revision that the client speaks.
func (a Answer) Result() []byte {
	dst := make([]byte, 0, 2*len(a.Text)+len(a.Structured)+128)
	dst = append(dst, `{"content":[{"type":"text","text":`...)
	dst = appendString(dst, a.Text)
	dst = append(dst, `}]`...)
	if a.Structured != nil {
		dst = append(append(dst, `,"structuredContent":`...), a.Structured...)
	}
	if a.IsError {
		dst = append(dst, `,"isError":true`...)
	}
	return append(dst, '}')
}

// learnt answers with JSON, as text and structured.
func learnt(json []byte) Answer { return Answer{Text: string(json), Structured: json} }

// failed answers with a sentence that the model can act on.
func failed(text string) Answer { return Answer{Text: text, IsError: true} }

// resultSize is the length of Result.
func (a Answer) resultSize() int { return len(a.Result()) }
