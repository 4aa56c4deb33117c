package gateway

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"mcp-router/config"
)

// fingerprint stands for all of a configuration that shapes what workers share
// of its servers: two configurations in one host may have servers in common, but
// not what they let clients see of them.
func fingerprint(cfg *config.Config, servers []server) string {
	hash := sha256.New()
	_, _ = fmt.Fprintf(hash, "%q %q", cfg.Gateway.Name, cfg.Gateway.PublishedSeparator)
	for i := range servers {
		s := &servers[i]
		_, _ = fmt.Fprintf(hash, " %x %t %q %q %q %q", s.identity, s.Prefix, s.Tools.Allow, s.Tools.Deny, s.Protocol, s.ForwardHeaders)
		for _, header := range s.Headers {
			_, _ = fmt.Fprintf(hash, " %q=%q", header.Name, header.Value)
		}
	}
	return hex.EncodeToString(hash.Sum(nil)[:12])
}
