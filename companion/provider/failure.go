package provider

import (
	"errors"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcp-router/companion/process"
	"mcp-router/learn"
)

// startError says why a process never became a provider, with what it said. It
// has been stopped: how it ended is the reason unless we had one to end it.
func startError(name string, err error, p *child) error {
	ours := errors.Is(err, errNoAnswer) || errors.Is(err, errNoise) || errors.Is(err, errLine) || ProtocolError(err) != nil
	switch {
	case ours:
	case p.Err() != nil:
		err = p.Err()
	default:
		err = errors.New("it ended without an answer")
	}
	if said := p.Said.First(); said != "" {
		return fmt.Errorf("%s could not be started: %w: %s", name, err, said)
	}
	return fmt.Errorf("%s could not be started: %w", name, err)
}

// ErrForeignState refuses a call with a requestState by a server that never made
// one.
var ErrForeignState = errors.New("the provider has made no requestState")

// RefusedError is a call that the server did not take.
type RefusedError struct {
	// Status is the HTTP status line's, e.g. "401 Unauthorized".
	Status string
}

// Error implements error.
func (e *RefusedError) Error() string { return "the server refused the call: HTTP " + e.Status }

// refusedError returns the refusal in err, nil when there is none.
func refusedError(err error) *RefusedError {
	var e *RefusedError
	if !errors.As(err, &e) {
		return nil
	}
	return e
}

// notSentError is for a call that no server took, twice.
func notSentError(name, command string, err error) error {
	return fmt.Errorf("%s could not be reached to run %s: %w", name, command, err)
}

// codeNotSent is the code that the SDK gives its own error for a request that
// its HTTP transport could not deliver.
const codeNotSent = -32005

// ProtocolError returns the server's own error, nil when there was no answer.
func ProtocolError(err error) *jsonrpc.Error {
	var e *jsonrpc.Error
	if !errors.As(err, &e) || e.Code == codeNotSent || errors.Is(err, mcp.ErrConnectionClosed) {
		return nil
	}
	return e
}

// LostError is a call of which nobody knows whether it did its work.
type LostError struct {
	Provider, Command string
	// Err is how the server was lost.
	Err error
	// Said is the last that it wrote to stderr, one line, "" if nothing.
	Said string
}

// Error implements error.
func (e *LostError) Error() string {
	text := fmt.Sprintf("%s was lost while it ran %s (%v); the command may or may not have taken effect and was not run again",
		e.Provider, e.Command, e.Err)
	if e.Said != "" {
		text += ": " + e.Said
	}
	return text
}

// Unwrap returns how the server was lost.
func (e *LostError) Unwrap() error { return e.Err }

func (s *session) lost(provider, command string, err error) error {
	lost := &LostError{Provider: provider, Command: command, Err: err}
	if s.process == nil {
		return lost
	}
	s.close()
	if lost.Said = s.process.Said.Last(); s.process.Err() != nil {
		lost.Err = s.process.Err()
	}
	return lost
}

// FailureText tells the model of a failed command, in a sentence: the server's
// own error if it answered with one.
func FailureText(err error) string {
	if e := ProtocolError(err); e != nil {
		return fmt.Sprintf("The provider answered with error %d: %s", e.Code, process.OneLine(e.Message))
	}
	return learn.Sentence(err)
}
