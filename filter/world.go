package filter

import (
	"crypto/rand"
	"net/netip"

	"github.com/higress-group/proxy-wasm-go-sdk/proxywasm"

	"mcp-router/filter/hostcall"
	"mcp-router/gateway"
)

// world is the gateway's World on the host: values that all workers share are in
// the host's shared data.
type world struct{ logPrefix string }

var _ gateway.World = world{}

func (world) Now() int64 { return hostcall.Now() }

// Random never fails: where there is no randomness the runtime ends the VM.
func (world) Random(b []byte) { _, _ = rand.Read(b) }

func (world) Load(key string) ([]byte, uint32) { return hostcall.SharedData(key) }

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

// OnLoopback does not take a listener that is no IP address, a Unix socket say,
// for a loopback one.
func (world) OnLoopback() bool {
	address, err := proxywasm.GetProperty([]string{"destination", "address"})
	if err != nil {
		return false
	}
	local, err := netip.ParseAddrPort(string(address))
	return err == nil && local.Addr().Unmap().IsLoopback()
}

func (w world) Warn(line string) { proxywasm.LogWarn(w.logPrefix + line) }
