package provider

import (
	"strings"

	"mcp-router/learn"
)

// maxGroupText bounds a description made of command names, in bytes.
const maxGroupText = 160

// groupByPrefix makes one provider of all commands whose names are equal up to
// the first "_", in the order in which they first appear. The commands keep
// their whole names: a provider's tool objects stay as they are.
func groupByPrefix(commands []learn.Command) []learn.Provider {
	var list []learn.Provider
	at := map[string]int{}
	for _, c := range commands {
		name, _, _ := strings.Cut(c.Name, "_")
		if name == "" {
			name = c.Name
		}
		i, seen := at[name]
		if !seen {
			i = len(list)
			at[name] = i
			list = append(list, learn.Provider{Name: name, Loaded: true})
		}
		list[i].Commands = append(list[i].Commands, c)
	}
	for i := range list {
		list[i].Description = groupText(list[i])
	}
	return list
}

// groupText says what a group holds, since no server describes it: the one
// command's own description, or the commands' names.
func groupText(p learn.Provider) string {
	if len(p.Commands) == 1 {
		return p.Commands[0].Description
	}
	var b strings.Builder
	for _, c := range p.Commands {
		words := strings.ReplaceAll(strings.TrimPrefix(c.Name, p.Name+"_"), "_", " ")
		if b.Len()+len(words) > maxGroupText {
			b.WriteString(", …")
			break
		}
		if b.Len() > 0 {
			b.WriteString(", ")
		}
		b.WriteString(words)
	}
	return b.String()
}
