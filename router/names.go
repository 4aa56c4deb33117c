package router

import (
	"cmp"
	"slices"
	"strings"

	"mcp-router/config"
)

// maxServerName is the longest server name that a configuration can hold.
const maxServerName = 64

// names splits prefixed tool names into server and tool.
type names struct {
	// servers are sorted by name. A search touches less memory than a map, and a
	// request finds the caches filled with other things.
	servers []named
	// separators, the longest first, so that of two that match at one place the
	// more specific one is cut.
	separators []string
	// starts has the first byte of every separator: most places in a name are
	// settled by it.
	starts [256]bool
}

// named is a server's name and its place in the configuration.
type named struct {
	name  string
	index int
}

func newNames(cfg *config.Config) *names {
	n := &names{separators: slices.Clone(cfg.Separators)}
	for i, server := range cfg.Servers {
		n.servers = append(n.servers, named{server.Name, i})
	}
	slices.SortFunc(n.servers, func(a, b named) int { return cmp.Compare(a.name, b.name) })
	for _, separator := range n.separators {
		n.starts[separator[0]] = true
	}
	slices.SortStableFunc(n.separators, func(a, b string) int { return len(b) - len(a) })
	return n
}

// split finds the longest configured server name that is followed by a
// separator. The tool begins at byte tool of name, whatever separators follow.
func (n *names) split(name string) (server, tool int, ok bool) {
	for at := min(len(name), maxServerName); at > 0; at-- {
		separator := n.separatorAt(name, at)
		if separator == "" {
			continue
		}
		if server, ok := n.find(name[:at]); ok {
			return server, at + len(separator), true
		}
	}
	return 0, 0, false
}

func (n *names) separatorAt(name string, at int) string {
	if at == len(name) || !n.starts[name[at]] {
		return ""
	}
	for _, separator := range n.separators {
		if strings.HasPrefix(name[at:], separator) {
			return separator
		}
	}
	return ""
}

func (n *names) find(name string) (server int, ok bool) {
	low, high := 0, len(n.servers)
	for low < high {
		middle := (low + high) / 2
		if n.servers[middle].name < name {
			low = middle + 1
		} else {
			high = middle
		}
	}
	if low == len(n.servers) || n.servers[low].name != name {
		return 0, false
	}
	return n.servers[low].index, true
}

// prefix returns what stands before the first separator; ok is false when the
// name has none and so names no server at all.
func (n *names) prefix(name string) (prefix string, ok bool) {
	first := -1
	for _, separator := range n.separators {
		if at := strings.Index(name, separator); at >= 0 && (first < 0 || at < first) {
			first = at
		}
	}
	if first < 0 {
		return "", false
	}
	return name[:first], true
}
