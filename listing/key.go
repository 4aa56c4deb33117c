package listing

import (
	"crypto/sha256"
	"encoding/binary"
	"hash"
)

// Key is all that shaped a list: two requests that differ in any of it must not
// share one.
type Key struct {
	// Method is the list's; Stateless says of what era the client is.
	Method    string
	Stateless bool
	// Client is what the client says of itself and servers may heed, raw: its
	// capabilities and, for a stateless one, its name.
	Client [][]byte
	// Params are the request's own parameters without the cursor, raw.
	Params []byte
	// Servers are all of them, in configuration order.
	Servers []KeyServer
}

// KeyServer is what one server knows of who asks.
type KeyServer struct {
	Hash [4]byte
	// Private are the session id or the values of forwarded headers. Lists that
	// are public do not depend on them.
	Private []string
}

// digest stands for a key. Keys hold session ids and credentials, which shared
// memory must not.
type digest [sha256.Size]byte

// digests are those of the list for this client alone, and for any.
func (k *Key) digests() (private, public digest) {
	return k.digest(true), k.digest(false)
}

func (k *Key) digest(private bool) (d digest) {
	h := sha256.New()
	flags := byte(0)
	if private {
		flags |= 1
	}
	if k.Stateless {
		flags |= 2
	}
	h.Write([]byte{flags})
	field(h, []byte(k.Method))
	field(h, k.Params)
	count(h, len(k.Client))
	for _, c := range k.Client {
		field(h, c)
	}
	for _, s := range k.Servers {
		h.Write(s.Hash[:])
		if !private {
			continue
		}
		count(h, len(s.Private))
		for _, p := range s.Private {
			field(h, []byte(p))
		}
	}
	h.Sum(d[:0])
	return d
}

// field adds a value with its length in front, so that no two lists of values
// run into each other.
func field(h hash.Hash, value []byte) {
	count(h, len(value))
	h.Write(value)
}

func count(h hash.Hash, n int) {
	h.Write(binary.BigEndian.AppendUint32(nil, uint32(n)))
}
