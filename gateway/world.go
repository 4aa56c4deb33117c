package gateway

// World is what a gateway may ask of where it runs. Everything else that it
// knows comes with a request or with a server's answer.
type World interface {
	// Now is the wall clock, in milliseconds since 1970.
	Now() int64
	// Random fills the bytes from a cryptographic source.
	Random([]byte)
	// Load reads a value that all workers share and its version, which is 0 when
	// there is none. The value is the caller's to keep.
	Load(key string) (value []byte, version uint32)
	// Save writes a value if its version is still this one; with version 0, if
	// there is none. It reports whether it did: false means that another worker
	// was first. Values cannot be deleted, only made empty, so keys must come from
	// a bounded set.
	Save(key string, value []byte, version uint32) bool
	// OnLoopback reports whether the connection of the request that is being
	// decided came in on a loopback address. It may be asked from Head and Route.
	OnLoopback() bool
	// Warn leaves a line in the log about a degraded answer. It must hold nothing
	// that a client or a server sent but names, bounded and quoted.
	Warn(line string)
}
