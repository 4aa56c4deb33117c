package provider

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"mcp-router/learn"
	"mcp-router/nearest"
)

// maxServers bounds a providers file.
const maxServers = 256

// ParseServers reads a providers file, {"servers":{"<name>":{…}}} or, as many
// clients have it, {"mcpServers":{…}}, in the order of the file. A byte order
// mark is accepted, and UTF-16 with one. Entries that are disabled are checked
// and left out. All problems are reported at once, each with its place and path.
func ParseServers(file []byte) ([]ServerEntry, error) {
	r := fileReader{text: decodeText(file), names: map[string]string{}}
	root, err := r.text.parse()
	if err != nil {
		return nil, fmt.Errorf("providers file: %w", err)
	}
	r.file(root)
	return r.list, errors.Join(r.problems...)
}

// fileReader collects entries and problems.
type fileReader struct {
	text     text
	list     []ServerEntry
	names    map[string]string // of all entries, by their folded form
	problems []error
}

// problem notes what is wrong at an offset.
func (r *fileReader) problem(at int, path, format string, args ...any) {
	if path != "" {
		path += ": "
	}
	r.problems = append(r.problems, fmt.Errorf("providers file: %s: %s%s", r.text.position(at), path, fmt.Sprintf(format, args...)))
}

// fileMembers are those of the file. $schema, and inputs of editors, have no
// effect.
var fileMembers = []string{"servers", "mcpServers", "$schema", "inputs"}

func (r *fileReader) file(root node) {
	if !root.is('{') {
		r.problem(root.at, "", "must be an object")
		return
	}
	var found []string
	for _, m := range root.members {
		switch m.name {
		case "servers", "mcpServers":
			found = append(found, m.name)
			if len(found) > 1 {
				r.problem(m.at, m.name, "the servers are listed already, in %s", found[0])
				continue
			}
			r.servers(m.name, m.node)
		case "$schema", "inputs":
		default:
			r.unknown(m, "", fileMembers)
		}
	}
	if len(found) == 0 && len(r.problems) == 0 {
		r.problem(root.at, "", `needs "servers", an object with an entry for each server`)
	}
}

func (r *fileReader) unknown(m member, path string, known []string) {
	hint := ""
	if near := nearest.Names(m.name, known, 1); len(near) > 0 {
		hint = fmt.Sprintf(", did you mean %q?", near[0])
	}
	r.problem(m.at, path, "unknown field %q%s", m.name, hint)
}

func (r *fileReader) servers(path string, servers node) {
	if !servers.is('{') {
		r.problem(servers.at, path, "must be an object")
		return
	}
	if n := len(servers.members); n > maxServers {
		r.problem(servers.at, path, "%d entries, at most %d", n, maxServers)
		return
	}
	for _, m := range servers.members {
		at := path + "." + m.name
		if why := r.nameProblem(m.name); why != "" {
			r.problem(m.at, at, "%s", why)
		}
		if e := r.entry(at, m); !e.disabled {
			r.list = append(r.list, e)
		}
	}
}

// nameProblem says why a server cannot have a name, "" when it can.
func (r *fileReader) nameProblem(name string) string {
	folded := learn.Fold(name)
	taken, isTaken := r.names[folded]
	r.names[folded] = name
	switch {
	case strings.TrimSpace(name) == "":
		return "a server needs a name"
	case len(name) > learn.MaxName:
		return fmt.Sprintf("a name has at most %d bytes, this one %d", learn.MaxName, len(name))
	case taken == name && isTaken:
		return "is there twice"
	case isTaken:
		return fmt.Sprintf("means the same name as %q: letter case, -, ., / and spaces do not tell names apart", taken)
	}
	return ""
}

// entryMembers are those of an entry.
var entryMembers = []string{
	"url", "headers", "command", "args", "env", "cwd", "type", "title", "description", "installInstructions", "group",
	"startTimeout", "callTimeout", "disabled",
}

// ignoredMembers are accepted and have no effect: members of the Azure MCP
// Server's registry.json, and of clients' files.
var ignoredMembers = []string{
	"toolPrefix", "oauthScopes", "minVersion", "versionArgs", "versionPattern",
	"alwaysAllow", "autoApprove", "gallery", "timeout", "version",
}

func (r *fileReader) entry(path string, of member) ServerEntry {
	e := ServerEntry{Name: of.name}
	if !of.node.is('{') {
		r.problem(of.node.at, path, "must be an object")
		return e
	}
	before := len(r.problems)
	seen := map[string]int{}
	for _, m := range of.node.members {
		if _, twice := seen[m.name]; twice {
			r.problem(m.at, path+"."+m.name, "is there twice")
		}
		seen[m.name] = m.node.at
		r.member(path, m, &e)
	}
	if len(r.problems) > before {
		return e
	}
	for _, p := range e.problems() {
		at, ok := seen[p.member]
		if !ok {
			at = of.at
		}
		r.problem(at, strings.TrimSuffix(path+"."+p.member, "."), "%s", p.text)
	}
	return e
}

func (r *fileReader) member(path string, m member, e *ServerEntry) {
	at := path + "." + m.name
	switch m.name {
	case "url":
		r.string(at, m.node, &e.URL)
	case "type":
		r.string(at, m.node, &e.Type)
	case "command":
		r.string(at, m.node, &e.Command)
	case "cwd":
		r.string(at, m.node, &e.Dir)
	case "title":
		r.string(at, m.node, &e.Title)
	case "description":
		r.string(at, m.node, &e.Description)
	case "installInstructions":
		r.string(at, m.node, &e.InstallInstructions)
	case "group":
		r.string(at, m.node, &e.Group)
	case "args":
		e.Args = r.strings(at, m.node)
	case "env":
		e.Env = r.texts(at, m.node)
	case "headers":
		e.Headers = r.texts(at, m.node)
	case "startTimeout":
		r.duration(at, m.node, &e.StartTimeout)
	case "callTimeout":
		r.duration(at, m.node, &e.CallTimeout)
	case "disabled":
		off, ok := m.node.token.(bool)
		if e.disabled = off; !ok {
			r.problem(m.node.at, at, "must be true or false")
		}
	default:
		if !slices.Contains(ignoredMembers, m.name) {
			r.unknown(m, path, entryMembers)
		}
	}
}

func (r *fileReader) string(path string, n node, into *string) {
	s, ok := n.token.(string)
	if !ok {
		r.problem(n.at, path, "must be a string")
	}
	*into = s
}

func (r *fileReader) strings(path string, n node) []string {
	if !n.is('[') {
		r.problem(n.at, path, "must be an array of strings")
		return nil
	}
	list := make([]string, len(n.items))
	for i, item := range n.items {
		r.string(fmt.Sprintf("%s[%d]", path, i), item, &list[i])
	}
	return list
}

// texts reads an object of strings, its order kept. Numbers and booleans are
// written as people write them into environments.
func (r *fileReader) texts(path string, n node) (list []Setting) {
	if !n.is('{') {
		r.problem(n.at, path, "must be an object of strings")
		return nil
	}
	for _, m := range n.members {
		s := Setting{Name: m.name}
		switch v := m.node.token.(type) {
		case json.Number, bool:
			s.Value = fmt.Sprint(v)
		default:
			r.string(path+"."+m.name, m.node, &s.Value)
		}
		list = append(list, s)
	}
	return list
}

func (r *fileReader) duration(path string, n node, into *time.Duration) {
	var s string
	r.string(path, n, &s)
	d, err := time.ParseDuration(s)
	if s != "" && (err != nil || d <= 0) {
		r.problem(n.at, path, `must be a time such as "90s" or "5m"`)
	}
	*into = d
}
