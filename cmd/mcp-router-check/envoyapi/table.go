// Package envoyapi knows the messages of Envoy's API that a gateway's
// configuration is made of, and reads their JSON as Envoy does: more strictly than
// a glance (a duration is "3600s", not "1h"), and more leniently than the
// documentation (one entry may stand for a list, "yes" for true).
package envoyapi

import (
	_ "embed" // the table
	"strconv"
	"strings"
)

//go:embed messages.txt
var messagesText string

// message is a message of the API.
type message struct {
	// name has no package.
	name string
	// fields are found by both of their spellings.
	fields map[string]*field
	// names are the fields' names in snake_case, in the order of the table.
	names []string
	// groups are fields of which one may be set, or must be.
	groups []group
	needs  []string
}

type field struct {
	name string
	// kind is a message's or an enum's full name, or a word of the table.
	kind     string
	repeated bool
	isMap    bool
	// most is the greatest number that the field takes; 0 for any.
	most uint64
}

type group struct {
	names  []string
	needed bool
}

var messages, enums = readTable(messagesText)

// fieldNames are the names of all fields of all messages.
var fieldNames = func() map[string]bool {
	all := map[string]bool{}
	for _, m := range messages {
		for _, name := range m.names {
			all[name] = true
		}
	}
	return all
}()

// readTable reads the table, whose text is as fixed as code.
func readTable(text string) (messages map[string]*message, enums map[string][]string) {
	messages, enums = map[string]*message{}, map[string][]string{}
	var m *message
	enum := ""
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		kind, rest, _ := strings.Cut(strings.TrimSpace(line), ": ")
		switch {
		case strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, "message "):
			name := strings.TrimPrefix(line, "message ")
			m = &message{name: shortName(name), fields: map[string]*field{}}
			messages[name] = m
		case strings.HasPrefix(line, "enum "):
			enum = strings.TrimPrefix(line, "enum ")
		case enum != "":
			enums[enum] = strings.Fields(line)
		case kind == "needs":
			m.needs = strings.Fields(rest)
		case kind == "one of", kind == "needs one of":
			m.groups = append(m.groups, group{names: strings.Fields(rest), needed: kind != "one of"})
		default:
			m.addFields(kind, strings.Fields(rest))
		}
	}
	return messages, enums
}

func (m *message) addFields(kind string, names []string) {
	template := field{}
	kind, template.repeated = strings.CutPrefix(kind, "repeated ")
	kind, template.isMap = strings.CutPrefix(kind, "map ")
	kind, most, _ := strings.Cut(kind, " at most ")
	template.kind = kind
	template.most, _ = strconv.ParseUint(most, 10, 64) // 0 where nothing stands
	for _, name := range names {
		f := template
		f.name = name
		m.fields[name], m.fields[camelCase(name)] = &f, &f
		m.names = append(m.names, name)
	}
}

// camelCase is protobuf's other spelling of a field's name.
func camelCase(name string) string {
	var out []byte
	for i := 0; i < len(name); i++ {
		if name[i] == '_' && i+1 < len(name) {
			i++
			out = append(out, strings.ToUpper(name[i:i+1])...)
			continue
		}
		out = append(out, name[i])
	}
	return string(out)
}

// shortName is a full name without its package.
func shortName(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }
