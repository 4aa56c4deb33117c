package server

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"strings"
	"time"
)

const (
	// statePrefix marks a requestState as ours; a provider's own has none.
	statePrefix = "azd1."
	// stateTTL is how long a client may take for its answer.
	stateTTL = 5 * time.Minute
)

// callState is what is remembered between the rounds of one stateless call. It
// travels through the client, sealed.
type callState struct {
	// Answers are the texts that the client's model has given so far.
	Answers []string `json:"a,omitempty"`
	// Confirmed says that the user has agreed to what the model has chosen.
	Confirmed bool `json:"c,omitempty"`
	// Inner is the provider's own requestState.
	Inner string `json:"i,omitempty"`
	// Parked names a call that goes on in this process.
	Parked string `json:"p,omitempty"`
}

// sealedState is the content of a requestState.
type sealedState struct {
	callState
	Expires int64  `json:"t"` // Unix seconds
	Digest  []byte `json:"d"` // of the tool's name and arguments
}

// errState refuses a requestState that we did not make for this call, or too
// long ago.
var errState = errors.New("requestState was not issued for this call, or has expired")

// sealer seals call states with a key of this process. A state is bound to the
// tool and its arguments, and expires.
type sealer struct {
	aead cipher.AEAD
	now  func() time.Time
}

// newSealer makes a sealer with a random key.
func newSealer(now func() time.Time) (*sealer, error) {
	key := make([]byte, 32)
	rand.Read(key)
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		return nil, err
	}
	return &sealer{aead: aead, now: now}, nil
}

// seal makes a requestState.
func (s *sealer) seal(state callState, tool string, arguments []byte) (string, error) {
	plain, err := json.Marshal(sealedState{
		callState: state, Expires: s.now().Add(stateTTL).Unix(), Digest: digest(tool, arguments),
	})
	if err != nil {
		return "", err
	}
	return statePrefix + base64.RawURLEncoding.EncodeToString(s.aead.Seal(nil, nil, plain, nil)), nil
}

// open reads a requestState back. ours is false for one that is a provider's,
// or empty. Errors: [errState].
func (s *sealer) open(text, tool string, arguments []byte) (state callState, ours bool, err error) {
	text, ours = strings.CutPrefix(text, statePrefix)
	if !ours {
		return callState{}, false, nil
	}
	sealed, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return callState{}, true, errState
	}
	plain, err := s.aead.Open(nil, nil, sealed, nil)
	if err != nil {
		return callState{}, true, errState
	}
	var content sealedState
	if json.Unmarshal(plain, &content) != nil || s.now().Unix() > content.Expires ||
		!bytes.Equal(content.Digest, digest(tool, arguments)) {
		return callState{}, true, errState
	}
	return content.callState, true, nil
}

// digest is the same for equal arguments however they are spaced.
func digest(tool string, arguments []byte) []byte {
	var compact bytes.Buffer
	if json.Compact(&compact, arguments) != nil {
		compact.Write(arguments)
	}
	h := sha256.New()
	h.Write([]byte(tool))
	h.Write([]byte{0})
	h.Write(compact.Bytes())
	return h.Sum(nil)
}
