package learn

import (
	"mcp-router/jsonrpc"
	"mcp-router/mcp"

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
// before it, is over [MaxTool] or [MaxCommands], or is one that hosts choke on
// (mcp.ToolProblem). A text that is no array counts as one bad entry. Nothing of
// raw is kept.
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
	raw := []byte(tool.Raw)
	name := tool.Get("name")
	if len(raw) > MaxTool || len(name.Str) > MaxName || mcp.ToolProblem(raw) != "" {
		return Command{}, false
	}
	c := Command{
		Name:        name.Str,
		Description: clip(tool.Get("description").Str, MaxDescription),
		Title:       clip(tool.Get("title").Str, MaxName),
		Raw:         raw,
		Required:    required(tool),
		ReadOnly:    tool.Get("annotations.readOnlyHint").Type == gjson.True,
	}
	if c.Title == "" {
		c.Title = clip(tool.Get("annotations.title").Str, MaxName)
	}
	return c, true
}

// required returns the required names of a tool's input schema.
func required(tool gjson.Result) (names []string) {
	tool.Get("inputSchema.required").ForEach(func(_, name gjson.Result) bool {
		names = append(names, name.Str)
		return len(names) < MaxRequired
	})
	return names
}
