// Package session keeps what a gateway must know about a client's session in
// the session id itself: a token, sealed with AES-GCM, which any replica with
// the key opens. Nothing about a session is stored anywhere else.
//
// It is pure: the nonce and the time are arguments.
package session

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/binary"
	"encoding/hex"
)

// Token is the Mcp-Session-Id between a client and the gateway. It never
// reaches a server.
type Token string

// ServerID is the Mcp-Session-Id between the gateway and a server. It never
// reaches a client but inside a token. A server that keeps no sessions has an
// empty one.
type ServerID string

// Hash is what a token knows a server by: config.Server.Identity. It is not the
// place in the configuration, which replicas and reloads may change.
type Hash [4]byte

// Bounds of what a token holds.
const (
	// MaxServerID bounds a server's session id, in bytes.
	MaxServerID = 1 << 10
	// MaxCapabilities bounds the client's capabilities, in bytes.
	MaxCapabilities = 1 << 10
	// MaxVersion bounds a protocol version, in bytes.
	MaxVersion = 32
	// MaxServers is how many servers one session has.
	MaxServers = 256
)

// Session is what a token holds. An opened one is shared by all requests of the
// session and must not be changed.
type Session struct {
	// Nonce names the session: no two have the same.
	Nonce Nonce
	// Issued is when the session began, in milliseconds since 1970.
	Issued int64
	// Version is the revision that the client and the gateway agreed on.
	Version string
	// Capabilities are the client's, the raw JSON object of its initialize; nil
	// when it was over MaxCapabilities.
	Capabilities []byte
	// Binding is what the session is bound to. See Bind.
	Binding Binding
	// Servers are those that the session is open with.
	Servers []Server
}

// Server is one server's part of a session.
type Server struct {
	Hash Hash
	// Version is the revision that the server and the gateway agreed on.
	Version string
	ID      ServerID
}

// Find returns the part of the server, false if the session is not open with it.
func (s *Session) Find(server Hash) (Server, bool) {
	for i := range s.Servers {
		if s.Servers[i].Hash == server {
			return s.Servers[i], true
		}
	}
	return Server{}, false
}

// Mark names a server to the client of a session and to nobody else: servers do
// not see tokens, so none of them can make up the mark of another.
func (s *Session) Mark(server Hash) string {
	sum := sha256.Sum256(append(s.Nonce[:], server[:]...))
	return hex.EncodeToString(sum[:markLength/2])
}

// markLength is that of a Mark, in characters.
const markLength = 16

// Binding is a hash of the header values that a session is bound to; all zero
// when it is bound to none.
type Binding [16]byte

// Bind hashes the values of the headers that bind a session, in the order of
// the configuration. A header that a request does not have counts as absent,
// which is another value than the empty one. No headers make no binding.
func Bind(values []Value) Binding {
	if len(values) == 0 {
		return Binding{}
	}
	hash := sha256.New()
	var length [8]byte
	for _, v := range values {
		n := uint64(0)
		if v.Present {
			n = uint64(len(v.Text)) + 1
		}
		binary.BigEndian.PutUint64(length[:], n)
		hash.Write(length[:])
		hash.Write([]byte(v.Text))
	}
	return Binding(hash.Sum(nil)[:len(Binding{})])
}

// Value is one header of a request as a binding sees it.
type Value struct {
	Present bool
	Text    string
}

// Bound reports whether the session is bound to the same values, in time that
// tells nothing of them.
func (s *Session) Bound(b Binding) bool {
	return subtle.ConstantTimeCompare(s.Binding[:], b[:]) == 1
}
