package filter

import (
	"crypto/rand"
	"time"

	"github.com/higress-group/proxy-wasm-go-sdk/proxywasm"
)

// world is the gateway's World on the host: values that all workers share are in
// the host's shared data.
type world struct{}

func (world) Now() int64 { return time.Now().UnixMilli() }

// Random never fails: where there is no randomness the runtime ends the VM.
func (world) Random(b []byte) { _, _ = rand.Read(b) }

func (world) Load(key string) ([]byte, uint32) {
	value, version, err := proxywasm.GetSharedData(key)
	if err != nil {
		return nil, 0
	}
	return value, version
}

// absent is a version that no value has: the host counts them up from 1. It takes
// 0 for "whatever the version", and any other that does not fit as refused, but
// not for a value that is not there yet.
const absent = 1 << 31

func (world) Save(key string, value []byte, version uint32) bool {
	if version == 0 {
		version = absent
	}
	return proxywasm.SetSharedData(key, value, version) == nil
}
