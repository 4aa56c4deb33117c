package mcp

// MethodToolsCall is the one method that router mode routes.
const MethodToolsCall = "tools/call"

// OtherMethod labels every method that the table does not list.
const OtherMethod = "other"

// methods lists what the revisions up to 2026-07-28 define. Labels of metrics
// come from here, so their number is bounded whatever clients send.
var methods = [...]string{
	"initialize", "server/discover", "ping",
	"tools/list", MethodToolsCall, "prompts/list", "prompts/get",
	"resources/list", "resources/templates/list", "resources/read", "resources/subscribe", "resources/unsubscribe",
	"completion/complete", "logging/setLevel", "subscriptions/listen",
	"notifications/initialized", "notifications/cancelled", "notifications/progress", "notifications/roots/list_changed",
}

// MethodLabel returns the method's name when MCP defines it, else OtherMethod.
func MethodLabel(method string) string {
	for _, known := range methods {
		if known == method {
			return known
		}
	}
	return OtherMethod
}
