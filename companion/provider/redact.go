package provider

import (
	"errors"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// redacted is an error without the secrets in its text.
type redacted struct {
	error
	text string
}

// redact takes secrets out of an error's text.
func redact(err error, secrets []string) error {
	if err == nil {
		return nil
	}
	text := withoutSecrets(err.Error(), secrets)
	if text == err.Error() {
		return err
	}
	var answered *jsonrpc.Error
	if errors.As(err, &answered) { // its own message is what is shown
		return &jsonrpc.Error{Code: answered.Code, Message: withoutSecrets(answered.Message, secrets), Data: answered.Data}
	}
	return &redacted{error: err, text: text}
}

func withoutSecrets(text string, secrets []string) string {
	for _, s := range secrets {
		text = strings.ReplaceAll(text, s, "…")
	}
	return text
}

// Error implements error.
func (r *redacted) Error() string { return r.text }

// Unwrap returns the error as it was, to be compared; its text is not to be
// shown.
func (r *redacted) Unwrap() error { return r.error }
