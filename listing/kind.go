// Package listing makes one list out of many servers' lists: it reads their
// pages, leaves out entries that hosts choke on, publishes names and splices the
// entries together as they came. Merged lists are kept in a table that all
// workers share.
//
// It is pure: time and the shared memory are arguments.
package listing

import (
	"slices"

	"mcp-router/mcp"

	"github.com/tidwall/gjson"
)

// Kind is one of the protocol's lists.
type Kind struct {
	// Method asks for it, and Member of the result holds the entries.
	Method, Member string
	// prefixed is true where the name is published under the server's name. What is
	// called by a URI is not: a URI is an identity.
	prefixed bool
	// problem says what about an entry hosts choke on, or is "".
	problem func(raw []byte) string
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
		Method: mcp.MethodToolsList, Member: "tools", prefixed: true, problem: mcp.ToolProblem,
		schemas: []string{"inputSchema", "outputSchema"},
		keys:    []string{"name", "title", "description", "outputSchema", "annotations", "execution", "icons", "_meta"},
	}
	Prompts = &Kind{
		Method: mcp.MethodPromptsList, Member: "prompts", prefixed: true, problem: named("name"),
		keys: []string{"name", "title", "description", "arguments", "icons", "_meta"},
	}
	Resources = &Kind{
		Method: mcp.MethodResources, Member: "resources", problem: named("uri", "name"),
		keys: []string{"uri", "title", "description", "mimeType", "size", "annotations", "icons", "_meta"},
	}
	Templates = &Kind{
		Method: mcp.MethodTemplates, Member: "resourceTemplates", problem: named("uriTemplate", "name"),
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

// named is the check of entries that need no more than these members, each a
// string that is not empty.
func named(members ...string) func(raw []byte) string {
	return func(raw []byte) string {
		entry := gjson.ParseBytes(raw)
		if !entry.IsObject() {
			return "is not an object"
		}
		missing := slices.Clone(members)
		problem := ""
		entry.ForEach(func(key, value gjson.Result) bool {
			name := key.String()
			if !slices.Contains(members, name) {
				return true
			}
			if value.Type != gjson.String || value.Str == "" {
				problem = name + " is not a string, or empty"
			}
			missing = slices.DeleteFunc(missing, func(m string) bool { return m == name })
			return problem == ""
		})
		if problem == "" && len(missing) > 0 {
			return "has no " + missing[0]
		}
		return problem
	}
}
