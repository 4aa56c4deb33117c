package learn

import (
	"strings"

	"mcp-router/jsonrpc"

	"github.com/tidwall/gjson"
)

// Command is one tool of a provider. It must not be changed once it is part of
// a catalogue.
type Command struct {
	// Name is the tool's own name, 1 to [MaxCommandName] bytes.
	Name string
	// Description is cut at [MaxDescription] bytes.
	Description string
	// Title is the tool's title, else annotations.title, else "".
	Title string
	// Raw is the tool object, byte for byte up to [MaxTool].
	Raw []byte
	// Required are the first [MaxRequired] names of inputSchema.required.
	Required []string
	// ReadOnly says that annotations.readOnlyHint is literally true.
	ReadOnly bool
}

// Commands reads a `tools` array of tools/list results. An entry is left out
// and counted in omitted when it is no JSON object within [MaxTool] that holds a
// usable name, nests too deeply, has the name of an entry before it, or comes
// after [MaxCommands]. Whatever else is odd about it, such as its schema, is the
// provider's business: models read descriptions, hosts never do. Of an object
// over MaxTool name, description and required names are kept. A text that is no
// array counts as one entry. Nothing of raw is kept.
func Commands(raw []byte) (list []Command, omitted int) {
	tools := gjson.ParseBytes(raw)
	if !tools.IsArray() {
		return nil, 1
	}
	seen := map[string]bool{}
	tools.ForEach(func(_, tool gjson.Result) bool {
		c, ok := readCommand(tool)
		if !ok || seen[c.Name] || len(list) == MaxCommands {
			omitted++
			return true
		}
		seen[c.Name] = true
		list = append(list, c)
		return true
	})
	return list, omitted
}

func readCommand(tool gjson.Result) (Command, bool) {
	name := tool.Get("name")
	if !tool.IsObject() || !jsonrpc.Valid([]byte(tool.Raw)) || name.Type != gjson.String ||
		strings.TrimSpace(name.Str) == "" || len(name.Str) > MaxCommandName {
		return Command{}, false
	}
	c := Command{
		Name:        name.Str,
		Description: clip(tool.Get("description").Str, MaxDescription),
		Title:       clip(tool.Get("title").Str, MaxName),
		Raw:         []byte(tool.Raw),
		Required:    readRequired(tool.Get("inputSchema.required")),
		ReadOnly:    tool.Get("annotations.readOnlyHint").Type == gjson.True,
	}
	if c.Title == "" {
		c.Title = clip(tool.Get("annotations.title").Str, MaxName)
	}
	if len(c.Raw) > MaxTool {
		c.Raw = shortened(&c)
	}
	return c, true
}

// readRequired returns those required names of an input schema that are names.
func readRequired(required gjson.Result) (names []string) {
	if !required.IsArray() {
		return nil
	}
	required.ForEach(func(_, name gjson.Result) bool {
		if name.Type == gjson.String {
			names = append(names, name.Str)
		}
		return len(names) < MaxRequired
	})
	return names
}

// shortened makes a tool object of what is known of a command.
func shortened(c *Command) []byte {
	dst := appendString([]byte(`{"name":`), c.Name)
	dst = appendString(append(dst, `,"description":`...), c.Description)
	dst = append(append(dst, `,"inputSchema":`...), requiredSchema(c)...)
	if c.ReadOnly {
		dst = append(dst, `,"annotations":{"readOnlyHint":true}`...)
	}
	return append(dst, '}')
}
