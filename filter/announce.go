package filter

import (
	"fmt"

	"github.com/higress-group/proxy-wasm-go-sdk/proxywasm"

	"mcp-router/config"
	"mcp-router/version"
)

// announce says in one line of the log what has started, and warns of rules that
// this host can never apply.
func (p *plugin) announce(doc *config.Document) {
	proxywasm.LogInfof("%s%s %s: %s", p.logPrefix, pluginName, version.String(), p.state(doc))
	if !p.higress && (p.scopes.table.ByRoute() || p.scopes.table.ByService()) {
		proxywasm.LogWarnf("%sthis host does not tell routes or services apart: rules by _match_route_, _match_route_prefix_ or _match_service_ are for Higress, "+
			"and calls that may be theirs are answered 503", p.logPrefix)
	}
}

// state is what the plugin does with requests, in few words.
func (p *plugin) state(doc *config.Document) string {
	summary := doc.Summary()
	problems := ""
	if n := len(doc.Problems); n > 0 {
		problems = ", the configuration has " + count(n, "problem")
	}
	mode := "router mode"
	if summary.Gateway {
		mode = "gateway mode"
	}
	switch {
	case summary.On == 0 && problems != "":
		return "off" + problems + ": every request passes"
	case summary.Parts == 0:
		return "off, nothing is configured: every request passes"
	case summary.On == 0:
		return "off, enable is false everywhere: every request passes"
	case summary.Serving == 0:
		return "idle" + problems + ": calls that it is for are answered 503, everything else passes"
	case problems != "":
		problems += fmt.Sprintf(": calls of %s are answered 503", count(summary.On-summary.Serving, "part"))
	}
	return fmt.Sprintf("%s, %s, %s%s", mode, count(summary.Servers, "server"), count(len(doc.Rules), "rule"), problems)
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
