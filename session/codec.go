package session

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"strings"
)

// Key seals and opens tokens: AES-256.
type Key = [32]byte

// Nonce makes a seal unique. It must come from a cryptographic source and never
// be used again.
type Nonce [12]byte

// MaxToken bounds a token, in characters: proxies and servers allow header
// lines of 8 KiB, and a request has other headers too.
const MaxToken = 6 << 10

// ErrUnknown is a token that opens no session: broken, of another gateway or
// key, or too old. It is one error, so that nobody learns which.
var ErrUnknown = errors.New("unknown session")

// A token is base64url of: format (1 byte), key mark (1), nonce (12), sealed
// fields, tag (16).
const (
	format  = 1
	header  = 1 + 1 + len(Nonce{})
	tagSize = 16
	least   = header + tagSize
)

// encoding takes and makes one spelling only of a token.
var encoding = base64.RawURLEncoding.Strict()

// Codec seals and opens the tokens of one gateway. Keys are set up once. It is
// not safe for concurrent use: it remembers the tokens that it opened.
type Codec struct {
	keys   []sealer // the first one seals
	name   []byte   // what every token is tied to
	ttl    int64
	opened cache
}

// sealer is a key that was set up.
type sealer struct {
	// mark tells the keys apart without trying them all, so that a foreign token
	// costs no more than one of ours.
	mark byte
	aead cipher.AEAD
}

// New returns the codec of the gateway with this name. The first key seals, all
// of them open; ttl is how many milliseconds a session lasts. Gateways of
// different names do not open each other's tokens.
func New(gateway string, ttl int64, first Key, others ...Key) *Codec {
	c := &Codec{name: append([]byte{format}, gateway...), ttl: ttl}
	for _, key := range append([]Key{first}, others...) {
		c.keys = append(c.keys, setUp(key))
	}
	return c
}

func setUp(key Key) sealer {
	block, err := aes.NewCipher(key[:])
	if err != nil {
		panic(err) // a key of 32 bytes is never refused
	}
	aead, err := cipher.NewGCM(block)
	if err != nil {
		panic(err) // nor is AES
	}
	sum := sha256.Sum256(key[:])
	return sealer{mark: sum[0], aead: aead}
}

// Seal makes the token of a session, under its Nonce. Servers that do not fit
// into MaxToken are left out, those with the longest ids first, as are those
// whose id is over MaxServerID or not of visible ASCII; left is how many. They
// have to be opened again when they are needed.
func (c *Codec) Seal(s *Session) (token Token, left int) {
	fields, left := s.fields(encoding.DecodedLen(MaxToken) - least)
	key := c.keys[0]
	raw := make([]byte, header, least+len(fields))
	raw[0], raw[1] = format, key.mark
	copy(raw[2:], s.Nonce[:])
	raw = key.aead.Seal(raw, s.Nonce[:], fields, c.name)
	return Token(encoding.EncodeToString(raw)), left
}

// Open returns the session of a token at the time now, in milliseconds since
// 1970, or ErrUnknown. A token that was opened lately costs a comparison.
func (c *Codec) Open(token Token, now int64) (*Session, error) {
	s := c.opened.find(token)
	if s == nil {
		if s = c.open(token); s == nil {
			return nil, ErrUnknown
		}
		c.opened.put(token, s)
	}
	if now-s.Issued > c.ttl { // clocks of replicas differ: one from the future is fine
		return nil, ErrUnknown
	}
	return s, nil
}

// open undoes Seal, nil for whatever Seal did not make.
func (c *Codec) open(token Token) *Session {
	if len(token) > MaxToken || len(token) < encoding.EncodedLen(least) || strings.ContainsAny(string(token), "\r\n") {
		return nil // the decoder skips line breaks
	}
	raw, err := encoding.DecodeString(string(token))
	if err != nil || raw[0] != format {
		return nil
	}
	nonce := Nonce(raw[2:header])
	for _, key := range c.keys {
		if key.mark != raw[1] {
			continue
		}
		if fields, err := key.aead.Open(nil, nonce[:], raw[header:], c.name); err == nil {
			return parse(fields, nonce)
		}
	}
	return nil
}
