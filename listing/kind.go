// Package listing makes one list out of many servers' lists: it reads their
// pages, leaves out entries that hosts choke on, publishes names and splices the
// entries together as they came. Merged lists are kept in a table that all
// workers share.
//
// It is pure: time and the shared memory are arguments.
package listing

import (
	"mcp-router/mcp"

	"github.com/tidwall/gjson"
)

// Kind is one of the protocol's lists.
type Kind struct {
	// Method asks for it, and Member of the result holds the entries.
	Method, Member string
	// name is the member of an entry that clients call it by.
	name string
	// prefixed is true where that is published under the server's name. What is
	// called by a URI is not: a URI is an identity.
	prefixed bool
	// problem says what about an entry hosts choke on, or is "".
	problem func(raw []byte) string
	// schemas are the members of an entry that hold a JSON Schema.
	schemas []string
	// optional are those that may be absent, where null counts as absent to some
	// hosts and spoils the list for others.
	optional []string
}

// The kinds. Their fields must not be changed.
var (
	Tools = &Kind{
		Method: mcp.MethodToolsList, Member: "tools", name: "name", prefixed: true, problem: mcp.ToolProblem,
		schemas:  []string{"inputSchema", "outputSchema"},
		optional: []string{"title", "description", "outputSchema", "annotations", "execution", "icons", "_meta"},
	}
	Prompts = &Kind{
		Method: "prompts/list", Member: "prompts", name: "name", prefixed: true, problem: named("name"),
		optional: []string{"title", "description", "arguments", "icons", "_meta"},
	}
	Resources = &Kind{
		Method: "resources/list", Member: "resources", name: "uri", problem: named("uri", "name"),
		optional: []string{"title", "description", "mimeType", "size", "annotations", "icons", "_meta"},
	}
	Templates = &Kind{
		Method: "resources/templates/list", Member: "resourceTemplates", name: "uriTemplate", problem: named("uriTemplate", "name"),
		optional: []string{"title", "description", "mimeType", "annotations", "icons", "_meta"},
	}
)

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
		found, problem := 0, ""
		entry.ForEach(func(key, value gjson.Result) bool {
			for _, member := range members {
				switch {
				case key.String() != member:
				case value.Type != gjson.String || value.Str == "":
					problem = member + " is not a string, or empty"
				default:
					found++
				}
			}
			return problem == ""
		})
		if problem == "" && found < len(members) {
			return "lacks " + members[0] + orOthers(members[1:])
		}
		return problem
	}
}

func orOthers(members []string) string {
	if len(members) == 0 {
		return ""
	}
	return " or " + members[0]
}
