package gateway

import (
	"mcp-router/config"
	"mcp-router/session"
)

// newSessions seals sessions with the configured keys, or with one that dies
// with the host: it is made once and shared by the workers.
func newSessions(cfg *config.Gateway, world World) *session.Codec {
	keys := make([]session.Key, len(cfg.SessionKeys))
	for i, key := range cfg.SessionKeys {
		keys[i] = session.Key(key)
	}
	if len(keys) == 0 {
		keys = []session.Key{hostKey(world)}
		world.Warn("gateway.sessionKeys and " + config.EnvironmentSessionKeys + " are empty: sessions end with this Envoy, and no other one knows them")
	}
	return session.New(cfg.Name, int64(cfg.SessionTTL), keys[0], keys[1:]...)
}

const hostKeyName = "mcp-router/key"

// hostKey returns the key of this host, made by the worker that comes first.
func hostKey(world World) (key session.Key) {
	value, version := world.Load(hostKeyName)
	if len(value) == len(key) {
		return session.Key(value)
	}
	world.Random(key[:])
	if world.Save(hostKeyName, key[:], version) {
		return key
	}
	if value, _ = world.Load(hostKeyName); len(value) == len(key) {
		return session.Key(value)
	}
	return key
}
