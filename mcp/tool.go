package mcp

import (
	"fmt"

	"github.com/tidwall/gjson"
)

// toolMembers are the members of a tool whose type hosts check, and that type;
// null counts as absent. One that is of another type makes some hosts drop the
// whole list that the tool is in (schema of 2025-11-25, Tool).
var toolMembers = [...]struct {
	name string
	kind string
}{
	{"title", "string"}, {"description", "string"},
	{"outputSchema", "object"}, {"annotations", "object"}, {"execution", "object"}, {"_meta", "object"},
	{"icons", "array"},
}

// ToolProblem says what about a tool of a list makes hosts drop it, or the list,
// or is "". raw is an object of a text that is known to be valid JSON; of
// members that it has twice each has to be good. The message quotes nothing of
// raw.
func ToolProblem(raw []byte) string {
	tool := gjson.ParseBytes(raw)
	if !tool.IsObject() {
		return "is not an object"
	}
	problem, named, hasSchema := "", false, false
	tool.ForEach(func(key, value gjson.Result) bool {
		switch name := key.String(); name {
		case "name":
			named = true
			if value.Type != gjson.String || value.Str == "" {
				problem = "name is not a string, or empty"
			}
		case "inputSchema":
			hasSchema = true
			problem = schemaProblem(value)
		default:
			problem = memberProblem(name, value)
		}
		return problem == ""
	})
	switch {
	case problem != "":
		return problem
	case !named:
		return "has no name"
	case !hasSchema:
		return "has no inputSchema"
	}
	return ""
}

func memberProblem(name string, value gjson.Result) string {
	if value.Type == gjson.Null {
		return ""
	}
	for i := range toolMembers {
		if m := &toolMembers[i]; m.name == name && !isA(value, m.kind) {
			return fmt.Sprintf("%s is not of type %s", name, m.kind)
		}
	}
	return ""
}

func isA(value gjson.Result, kind string) bool {
	switch kind {
	case "object":
		return value.IsObject()
	case "array":
		return value.IsArray()
	default:
		return value.Type == gjson.String
	}
}

// schemaProblem checks the root of an input schema, as hosts do.
func schemaProblem(schema gjson.Result) string {
	if !schema.IsObject() {
		return "inputSchema is not an object"
	}
	problem, typed := "", false
	schema.ForEach(func(key, value gjson.Result) bool {
		switch key.String() {
		case "type":
			typed = value.Type == gjson.String && value.Str == "object"
			if !typed {
				problem = `inputSchema is not of type "object"`
			}
		case "properties":
			if !value.IsObject() {
				problem = "inputSchema.properties is not an object"
			}
		case "required":
			problem = requiredProblem(value)
		}
		return problem == ""
	})
	if problem == "" && !typed {
		return `inputSchema is not of type "object"`
	}
	return problem
}

func requiredProblem(required gjson.Result) string {
	if !required.IsArray() {
		return "inputSchema.required is not an array"
	}
	problem := ""
	required.ForEach(func(_, name gjson.Result) bool {
		if name.Type != gjson.String {
			problem = "inputSchema.required holds what is no string"
		}
		return problem == ""
	})
	return problem
}
