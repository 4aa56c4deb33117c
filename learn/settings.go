package learn

// DefaultBudget is the default of [Settings.Budget], in bytes.
const DefaultBudget = 16 << 10

// minBudget is what the notices, the messages and a few rows need.
const minBudget = 4 << 10

// Settings describe the tool itself. They do not change between requests.
type Settings struct {
	// Name of the tool, e.g. "azure".
	Name string
	// Title is shown by hosts; default none.
	Title string
	// Description says what the tool is for; how its arguments work is added.
	Description string
	// Budget bounds a learn answer, in bytes of the whole result (text and
	// structuredContent together). Default [DefaultBudget], at least 4096. Only
	// the schema of a single command may go beyond it.
	Budget int
	// ReadOnly refuses every command whose readOnlyHint is not literally true,
	// and leaves it out of lists.
	ReadOnly bool
}

// howToCall is a part of the description.
const howToCall = `How to call: "intent" alone, in the language of the descriptions, finds the command that fits it, with its schema; ` +
	`where the client lends its model, a command that only reads is also run, any other only after the user has agreed. ` +
	`"learn": true lists the tools, with "tool" that tool's commands, with "tool" and "command" one command's schema; ` +
	`it runs no command. "tool", "command" and "parameters" run a command.`

// Definition returns the tool object for tools/list: compact JSON. It has no
// outputSchema, since the results of calls are those of the providers, and its
// annotations promise no more than the worst command behind it keeps.
func (s Settings) Definition() []byte {
	dst := appendString([]byte(`{"name":`), s.Name)
	if s.Title != "" {
		dst = appendString(append(dst, `,"title":`...), s.Title)
	}
	description := howToCall
	if s.Description != "" {
		description = s.Description + "\n" + howToCall
	}
	dst = appendString(append(dst, `,"description":`...), description)
	dst = append(dst, `,"inputSchema":{"type":"object","properties":{`+
		`"intent":{"type":"string","description":"What you want to do, in your own words."},`+
		`"tool":{"type":"string","description":"Name of a tool."},`+
		`"command":{"type":"string","description":"Name of a command of the tool."},`+
		`"parameters":{"type":"object","description":"Parameters of the command.","additionalProperties":true},`+
		`"learn":{"type":"boolean","description":"Describe, run no command.","default":false}}},"annotations":{"readOnlyHint":`...)
	if s.ReadOnly {
		return append(dst, `true,"destructiveHint":false,"idempotentHint":false,"openWorldHint":true}}`...)
	}
	return append(dst, `false,"destructiveHint":true,"idempotentHint":false,"openWorldHint":true}}`...)
}

func (s Settings) budget() int {
	if s.Budget == 0 {
		return DefaultBudget
	}
	return max(s.Budget, minBudget)
}

// allows reports whether a command may be listed and called.
func (s Settings) allows(c *Command) bool { return c.ReadOnly || !s.ReadOnly }
