// Package listing makes one list out of many servers' lists: it reads their
// pages, leaves out entries that hosts choke on, publishes names and splices the
// entries together as they came. Merged lists are kept in a table that all
// workers share.
//
// It is pure: time and the shared memory are arguments.
package listing

import "mcp-router/mcp"

// Kind is one of the protocol's lists.
type Kind struct {
	// Method asks for it, and Member of the result holds the entries.
	Method, Member string
	// prefixed is true where the name is published under the server's name. What is
	// called by a URI is not: a URI is an identity.
	prefixed bool
	// needs are the members that an entry must have, and problem says what about a
	// member, a raw value, hosts choke on, or is "".
	needs   []string
	problem func(member string, value []byte) string
	// schemas are the members of an entry that hold a JSON Schema.
	schemas []string
	// keys are members of an entry: first the one that clients call it by, then
	// those that may be absent, where null counts as absent to some hosts and
	// spoils the list for others.
	keys []string
}

// The kinds. Their fields must not be changed.
var (
	Tools = &Kind{
		Method: mcp.MethodToolsList, Member: "tools", prefixed: true,
		needs: mcp.ToolNeeds, problem: mcp.ToolMemberProblem,
		schemas: []string{"inputSchema", "outputSchema"},
		keys:    []string{"name", "title", "description", "outputSchema", "annotations", "execution", "icons", "_meta"},
	}
	Prompts = &Kind{
		Method: mcp.MethodPromptsList, Member: "prompts", prefixed: true,
		needs: []string{"name"}, problem: emptyName,
		keys: []string{"name", "title", "description", "arguments", "icons", "_meta"},
	}
	Resources = &Kind{
		Method: mcp.MethodResources, Member: "resources",
		needs: []string{"uri", "name"}, problem: emptyName,
		keys: []string{"uri", "title", "description", "mimeType", "size", "annotations", "icons", "_meta"},
	}
	Templates = &Kind{
		Method: mcp.MethodTemplates, Member: "resourceTemplates",
		needs: []string{"uriTemplate", "name"}, problem: emptyName,
		keys: []string{"uriTemplate", "title", "description", "mimeType", "annotations", "icons", "_meta"},
	}
)

// name is the member of an entry that clients call it by.
func (k *Kind) name() string { return k.keys[0] }

// KindOf returns the list that a method asks for, nil for any other method.
func KindOf(method string) *Kind {
	for _, kind := range []*Kind{Tools, Prompts, Resources, Templates} {
		if kind.Method == method {
			return kind
		}
	}
	return nil
}

// emptyName is the problem of entries whose names must be strings that are not
// empty.
func emptyName(member string, value []byte) string {
	switch member {
	case "name", "uri", "uriTemplate":
		if value[0] != '"' || len(value) == len(`""`) {
			return member + " is not a string, or empty"
		}
	}
	return ""
}
