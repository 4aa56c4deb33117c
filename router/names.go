package router

import (
	"sort"
	"strings"

	"mcp-router/config"
)

// maxServerName is the longest server name that a configuration can hold.
const maxServerName = 64

// names splits prefixed tool names into server and tool.
type names struct {
	servers map[string]int
	// separators, the longest first, so that of two that match at one place the
	// more specific one is cut.
	separators []string
	// starts has the first byte of every separator: most places in a name are
	// settled by it.
	starts [256]bool
}

func newNames(cfg *config.Config) *names {
	n := &names{servers: make(map[string]int, len(cfg.Servers)), separators: append([]string(nil), cfg.Separators...)}
	for i, server := range cfg.Servers {
		n.servers[server.Name] = i
	}
	for _, separator := range n.separators {
		n.starts[separator[0]] = true
	}
	sort.SliceStable(n.separators, func(i, j int) bool { return len(n.separators[i]) > len(n.separators[j]) })
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
		if server, ok := n.servers[name[:at]]; ok {
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
