package learn

import "errors"

// ErrArguments is what [ParseArgs] returns for arguments that are not a JSON
// object: a protocol error (-32602), not a tool result.
var ErrArguments = errors.New("arguments must be a JSON object")

// Args are the arguments of one tools/call, normalised. Absent, null and the
// string "null" are the zero value.
type Args struct {
	// Intent is what the caller wants, in its own words.
	Intent string
	// Tool and Command are as sent, spaces around them cut.
	Tool, Command string
	// Learn asks for descriptions; nothing is executed.
	Learn bool

	parameters []byte   // the raw `parameters` object, nil when absent
	flat       []member // other members, in order
	problem    string   // why the arguments cannot be used, "" when they can
}

// member is one member of a JSON object, its value raw.
type member struct {
	key string
	raw []byte
}

// ParseArgs normalises the raw `arguments` of a tools/call. Empty input and
// null count as {}. Values of the wrong type are no error here: they are
// answered as a tool result by [Start].
func ParseArgs(raw []byte) (Args, error) { return Args{}, nil }
