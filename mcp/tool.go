package mcp

import (
	"fmt"
	"slices"

	"github.com/tidwall/gjson"

	"mcp-router/jsonrpc"
)

// toolMembers are the members of a tool whose type hosts check, and that type;
// null counts as absent. One that is of another type makes some hosts drop the
// whole list that the tool is in (schema of 2025-11-25, Tool).
var toolMembers = [...]struct {
	name string
	kind string
	// first is the first byte of a value of the kind.
	first byte
}{
	{"title", "string", '"'}, {"description", "string", '"'},
	{"outputSchema", "object", '{'}, {"annotations", "object", '{'}, {"execution", "object", '{'}, {"_meta", "object", '{'},
	{"icons", "array", '['},
}

// ToolNeeds are the members that a tool must have.
var ToolNeeds = []string{"name", "inputSchema"}

// ToolProblem says what about a tool of a list makes hosts drop it, or the list,
// or is "". raw is an object of a text that is known to be valid JSON; of
// members that it has twice each has to be good. The message quotes nothing of
// raw.
func ToolProblem(raw []byte) string {
	tool := gjson.ParseBytes(raw)
	if !tool.IsObject() {
		return "is not an object"
	}
	problem := ""
	missing := slices.Clone(ToolNeeds)
	tool.ForEach(func(key, value gjson.Result) bool {
		name := key.String()
		missing = slices.DeleteFunc(missing, func(need string) bool { return need == name })
		problem = ToolMemberProblem(name, []byte(value.Raw))
		return problem == ""
	})
	if problem == "" && len(missing) > 0 {
		return "has no " + missing[0]
	}
	return problem
}

// ToolMemberProblem is ToolProblem for one member, a raw value.
func ToolMemberProblem(name string, value []byte) string {
	switch name {
	case "name":
		if value[0] != '"' || len(value) == len(`""`) {
			return "name is not a string, or empty"
		}
		return ""
	case "inputSchema":
		return schemaProblem(value)
	}
	if value[0] == 'n' {
		return "" // null
	}
	for i := range toolMembers {
		if m := &toolMembers[i]; m.name == name && value[0] != m.first {
			return fmt.Sprintf("%s is not of type %s", name, m.kind)
		}
	}
	return ""
}

// schemaKeys are the members of an input schema's root that hosts look at.
var schemaKeys = []string{"type", "properties", "required"}

// schemaProblem checks the root of an input schema, as hosts do.
func schemaProblem(schema []byte) string {
	if schema[0] != '{' {
		return "inputSchema is not an object"
	}
	problem, typed := "", false
	found := jsonrpc.Finder{Keys: schemaKeys, Members: make([]jsonrpc.Member, len(schemaKeys))}
	jsonrpc.WalkObject(schema, 0, func(key []byte, value int) (end int) {
		which, exactly := found.Note(key)
		if !exactly || problem != "" {
			return 0
		}
		switch schemaKeys[which] {
		case "type":
			end = jsonrpc.End(schema, value)
			if typed = jsonrpc.Is(schema[value:end], "object"); !typed {
				problem = `inputSchema is not of type "object"`
			}
		case "properties":
			if schema[value] != '{' {
				problem = "inputSchema.properties is not an object"
			}
		case "required":
			end, problem = requiredProblem(schema, value)
		}
		return end
	})
	if problem == "" && !typed {
		return `inputSchema is not of type "object"`
	}
	return problem
}

// requiredProblem also returns where the value ends, 0 if it does not know.
func requiredProblem(schema []byte, pos int) (end int, problem string) {
	if schema[pos] != '[' {
		return 0, "inputSchema.required is not an array"
	}
	end = jsonrpc.WalkArray(schema, pos, func(name int) int {
		if schema[name] != '"' {
			problem = "inputSchema.required holds what is no string"
		}
		return 0
	})
	return end, problem
}
