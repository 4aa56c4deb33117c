package session

import (
	"crypto/subtle"
	"strings"
	"unsafe"
)

// slots bounds the tokens that a codec remembers: at 6 KiB each they and their
// sessions stay below 4 MiB.
const slots = 256

// cache holds the tokens that were opened lately, each in the one place that
// its last characters say. Only tokens of ours get in, and a hit is a whole
// token, compared as bytes.
type cache [slots]struct {
	token   Token
	session *Session
}

// find returns the session of a token, nil if it is not remembered.
func (c *cache) find(token Token) *Session {
	if slot := &c[place(token)]; slot.session != nil && same(slot.token, token) {
		return slot.session
	}
	return nil
}

// put remembers a token in memory of its own: the request's is used again.
func (c *cache) put(token Token, s *Session) {
	slot := &c[place(token)]
	slot.token, slot.session = Token(strings.Clone(string(token))), s
}

// place is the slot of a token. Its end is the tag, which is as good as random;
// the last character may hold two bits only, so those before it count.
func place(token Token) int {
	if len(token) < 3 {
		return 0
	}
	return (int(token[len(token)-2])*31 + int(token[len(token)-3])) % slots
}

// same compares in time that tells nothing of where two tokens differ.
func same(a, b Token) bool {
	return subtle.ConstantTimeCompare(view(a), view(b)) == 1
}

func view(t Token) []byte { return unsafe.Slice(unsafe.StringData(string(t)), len(t)) }
