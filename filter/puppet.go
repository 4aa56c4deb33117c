//go:build puppet

package filter

import (
	"mcp-router/config"
	"mcp-router/router"
	"mcp-router/test/puppet"
)

// init puts the tests' puppet in the router's place. Built with the tag puppet only.
func init() {
	newHandler = func(_ *router.Shared, w world, _ *config.Config) handler { return puppet.Handler{World: w} }
}
