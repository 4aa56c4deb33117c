package server

import (
	"errors"
	"fmt"

	"mcp-router/companion/process"
)

// startError says why a process never became a provider, with what it said. It
// has been stopped: how it ended is the reason unless we had one to end it.
func startError(name string, err error, p *process.Process) error {
	ours := errors.Is(err, errNoAnswer) || errors.Is(err, errNoise) || errors.Is(err, errLine) || protocolError(err) != nil
	if !ours && p.Err() != nil {
		err = p.Err()
	}
	if said := p.Said.First(); said != "" {
		return fmt.Errorf("%s could not be started: %w: %s", name, err, said)
	}
	return fmt.Errorf("%s could not be started: %w", name, err)
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
