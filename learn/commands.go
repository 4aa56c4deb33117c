package learn

import (
	"mcp-router/jsonrpc"

	"github.com/tidwall/gjson"
)

// Command is one tool of a provider. It must not be changed once it is part of
// a catalogue.
type Command struct {
	// Name is the tool's own name, 1 to [MaxName] bytes.
	Name string
	// Description is cut at [MaxDescription] bytes.
	Description string
	// Title is the tool's title, else annotations.title, else "".
	Title string
	// Raw is the tool object, byte for byte.
	Raw []byte
	// Required are the first [MaxRequired] names of inputSchema.required.
	Required []string
	// ReadOnly says that annotations.readOnlyHint is literally true.
	ReadOnly bool
}

// Commands reads a `tools` array of tools/list results. An entry is left out
// and counted in skipped when it has no usable name, has the name of an entry
// before it, is over [MaxTool] or [MaxCommands], or its inputSchema is one that
// hosts choke on: not an object of type "object", or with `required` or
// `properties` of another type. A text that is no array counts as one bad
// entry. Nothing of raw is kept.
func Commands(raw []byte) (list []Command, skipped int) {
	if !jsonrpc.Valid(raw) {
		return nil, 1
	}
	tools := gjson.ParseBytes(raw)
	if !tools.IsArray() {
		return nil, 1
	}
	seen := map[string]bool{}
	tools.ForEach(func(_, tool gjson.Result) bool {
		c, ok := readCommand(tool)
		if !ok || seen[c.Name] || len(list) == MaxCommands {
			skipped++
			return true
		}
		seen[c.Name] = true
		list = append(list, c)
		return true
	})
	return list, skipped
}

func readCommand(tool gjson.Result) (Command, bool) {
	name, schema := tool.Get("name"), tool.Get("inputSchema")
	if !tool.IsObject() || len(tool.Raw) > MaxTool || name.Type != gjson.String ||
		name.Str == "" || len(name.Str) > MaxName {
		return Command{}, false
	}
	required, ok := readRequired(schema)
	if !ok {
		return Command{}, false
	}
	c := Command{
		Name:        name.Str,
		Description: clip(tool.Get("description").Str, MaxDescription),
		Title:       clip(tool.Get("title").Str, MaxName),
		Raw:         []byte(tool.Raw),
		Required:    required,
		ReadOnly:    tool.Get("annotations.readOnlyHint").Type == gjson.True,
	}
	if c.Title == "" {
		c.Title = clip(tool.Get("annotations.title").Str, MaxName)
	}
	return c, true
}

// readRequired returns the required names of an input schema, and whether the
// schema is one that a list may carry.
func readRequired(schema gjson.Result) (names []string, ok bool) {
	if !schema.IsObject() || schema.Get("type").Str != "object" {
		return nil, false
	}
	if p := schema.Get("properties"); p.Exists() && !p.IsObject() {
		return nil, false
	}
	required := schema.Get("required")
	if required.Exists() && !required.IsArray() {
		return nil, false
	}
	ok = true
	required.ForEach(func(_, name gjson.Result) bool {
		ok = name.Type == gjson.String
		if len(names) < MaxRequired {
			names = append(names, name.Str)
		}
		return ok
	})
	return names, ok
}
