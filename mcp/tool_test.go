package mcp

import (
	"strings"
	"testing"
)

func TestToolProblem(t *testing.T) {
	const typed = `inputSchema is not of type "object"`
	schema := func(s string) string { return `{"name":"t","inputSchema":` + s + `}` }
	with := func(member string) string { return `{"name":"t",` + member + `,"inputSchema":{"type":"object"}}` }
	for _, test := range []struct{ name, tool, want string }{
		{"the least", schema(`{"type":"object"}`), ""},
		{"everything", `{"inputSchema":{"$id":"x","properties":{"a":true},"required":["a"],"type":"object","anyOf":[1]},"title":"T","description":"D","outputSchema":{"type":"array"},
			"annotations":{"readOnlyHint":false},"execution":{},"_meta":{},"icons":[],"futureField":[1],"name":"t"}`, ""},
		{"escaped keys", `{"n\u0061me":"t","inputSch\u0065ma":{"typ\u0065":"obj\u0065ct"}}`, ""},
		{"nulls that count as absent", with(`"title":null,"description":null,"outputSchema":null,"annotations":null,"icons":null,"_meta":null`), ""},
		{"null", `null`, "is not an object"},
		{"a list", `[]`, "is not an object"},
		{"nothing", `{}`, "has no name"},
		{"no name", `{"inputSchema":{"type":"object"}}`, "has no name"},
		{"an empty name", `{"name":""}`, "name is not a string, or empty"},
		{"a number as a name", `{"name":1}`, "name is not a string, or empty"},
		{"two names, one bad", `{"name":"t","name":null}`, "name is not a string, or empty"},
		{"no schema", `{"name":"t"}`, "has no inputSchema"},
		{"a null schema", schema(`null`), "inputSchema is not an object"},
		{"a schema in a string", schema(`"{}"`), "inputSchema is not an object"},
		{"an untyped schema", schema(`{}`), typed},
		{"a schema of alternatives", schema(`{"anyOf":[{"type":"object"}]}`), typed},
		{"a nullable schema", schema(`{"type":["object","null"]}`), typed},
		{"two types, one bad", schema(`{"type":"object","type":"array"}`), typed},
		{"two types, the first bad", schema(`{"type":"array","type":"object"}`), typed},
		{"two schemas, one bad", `{"name":"t","inputSchema":{"type":"object"},"inputSchema":{}}`, typed},
		{"null required", schema(`{"type":"object","required":null}`), "inputSchema.required is not an array"},
		{"required in a property", schema(`{"type":"object","required":true}`), "inputSchema.required is not an array"},
		{"required of numbers", schema(`{"type":"object","required":["a",1]}`), "inputSchema.required holds what is no string"},
		{"null properties", schema(`{"type":"object","properties":null}`), "inputSchema.properties is not an object"},
		{"listed properties", schema(`{"properties":[],"type":"object"}`), "inputSchema.properties is not an object"},
		{"a description that is no text", with(`"description":["D"]`), "description is not of type string"},
		{"a title that is no text", with(`"title":1`), "title is not of type string"},
		{"boolean output", with(`"outputSchema":true`), "outputSchema is not of type object"},
		{"listed annotations", with(`"annotations":[]`), "annotations is not of type object"},
		{"one icon", with(`"icons":{}`), "icons is not of type array"},
		{"meta in a string", with(`"_meta":"{}"`), "_meta is not of type object"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := ToolProblem([]byte(test.tool)); got != test.want {
				t.Errorf("ToolProblem(%s) = %q, want %q", test.tool, got, test.want)
			}
		})
	}
}

func TestToolProblemDoesNotDescend(t *testing.T) {
	deep := `{"name":"t","inputSchema":{"type":"object","properties":` + strings.Repeat(`{"a":`, 250) + `1` + strings.Repeat(`}`, 250) + `}}`
	if got := ToolProblem([]byte(deep)); got != "" {
		t.Errorf("a deep schema has a problem: %s", got)
	}
}
