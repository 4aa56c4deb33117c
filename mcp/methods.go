package mcp

// Methods that code names. The table has them all.
const (
	MethodInitialize   = "initialize"
	MethodPing         = "ping"
	MethodDiscover     = "server/discover"
	MethodListen       = "subscriptions/listen"
	MethodToolsList    = "tools/list"
	MethodToolsCall    = "tools/call"
	MethodPromptsList  = "prompts/list"
	MethodPromptsGet   = "prompts/get"
	MethodResources    = "resources/list"
	MethodTemplates    = "resources/templates/list"
	MethodRead         = "resources/read"
	MethodSubscribe    = "resources/subscribe"
	MethodUnsubscribe  = "resources/unsubscribe"
	MethodComplete     = "completion/complete"
	MethodSetLevel     = "logging/setLevel"
	MethodInitialized  = "notifications/initialized"
	MethodCancelled    = "notifications/cancelled"
	MethodRootsChanged = "notifications/roots/list_changed"
)

// OtherMethod labels every method that the table does not list.
const OtherMethod = "other"

// Kind says who answers a method behind a gateway.
type Kind uint8

const (
	// Local is answered by the gateway itself.
	Local Kind = iota
	// Routed goes to the one server that its member names.
	Routed
	// Merged is asked of every server and answered with one result.
	Merged
	// Notification has no answer.
	Notification
)

// Method is one row of the protocol's table.
type Method struct {
	Name string
	// Eras are those in which the method exists.
	Eras Era
	Kind Kind
	// Member is the member of params that says what a routed method is about.
	Member string
	// Mirrored is true when the header Mcp-Name repeats that member, which the
	// stateless era asks for.
	Mirrored bool
}

// methods lists what the revisions up to 2026-07-28 define. Labels of metrics
// come from here, so their number is bounded whatever clients send.
var methods = [...]Method{
	{Name: MethodToolsCall, Eras: Both, Kind: Routed, Member: "name", Mirrored: true},
	{Name: MethodToolsList, Eras: Both, Kind: Merged},
	{Name: MethodInitialize, Eras: Session, Kind: Merged},
	{Name: MethodDiscover, Eras: Stateless, Kind: Merged},
	{Name: MethodPing, Eras: Session, Kind: Local},
	{Name: MethodPromptsList, Eras: Both, Kind: Merged},
	{Name: MethodPromptsGet, Eras: Both, Kind: Routed, Member: "name", Mirrored: true},
	{Name: MethodResources, Eras: Both, Kind: Merged},
	{Name: MethodTemplates, Eras: Both, Kind: Merged},
	{Name: MethodRead, Eras: Both, Kind: Routed, Member: "uri", Mirrored: true},
	{Name: MethodSubscribe, Eras: Session, Kind: Routed, Member: "uri"},
	{Name: MethodUnsubscribe, Eras: Session, Kind: Routed, Member: "uri"},
	{Name: MethodComplete, Eras: Both, Kind: Routed, Member: "ref"},
	{Name: MethodSetLevel, Eras: Session, Kind: Merged},
	{Name: MethodListen, Eras: Stateless, Kind: Local},
	{Name: MethodInitialized, Eras: Session, Kind: Notification},
	{Name: MethodCancelled, Eras: Session, Kind: Notification},
	{Name: "notifications/progress", Eras: Session, Kind: Notification},
	{Name: MethodRootsChanged, Eras: Session, Kind: Notification},
}

// Methods returns the whole table.
func Methods() []Method { return methods[:] }

// MethodOf returns a method's row, nil when MCP does not define it.
func MethodOf(name string) *Method {
	for i := range methods {
		if methods[i].Name == name {
			return &methods[i]
		}
	}
	return nil
}

// MethodLabel returns the method's name when MCP defines it, else OtherMethod.
func MethodLabel(method string) string {
	if row := MethodOf(method); row != nil {
		return row.Name
	}
	return OtherMethod
}
