// Package names turns server and tool into one name and back: it splits the
// prefixed names that clients call, and makes the names that lists publish.
package names

import (
	"cmp"
	"slices"
	"strings"

	"mcp-router/config"
)

const (
	// MaxTool is the longest tool name that is routed, in bytes: MCP names have
	// at most 128 characters (2025-11-25, "Tool Names") of up to four bytes.
	MaxTool = 512
	// MaxName is how much of a client's name is looked at, in bytes: more than the
	// longest server name, separator and tool together. What stands behind it
	// makes the tool too long, and no server or separator is looked for there.
	MaxName = 1024
)

// Names splits prefixed names into server and tool. It is immutable and safe
// for concurrent use.
type Names struct {
	// servers are sorted by name. A search touches less memory than a map, and a
	// request finds the caches filled with other things.
	servers []named
	// separators, the longest first, so that of two that match at one place the
	// more specific one is cut.
	separators []string
	// starts has the first byte of every separator: most places in a name are
	// settled by it.
	starts [256]bool
	// shortest and longest are the lengths of server names.
	shortest, longest int
}

// named is a server's name and its place in the configuration.
type named struct {
	name  string
	index int
}

// New knows the servers and separators of a valid configuration.
func New(cfg *config.Config) *Names {
	servers := make([]string, len(cfg.Servers))
	for i := range cfg.Servers {
		servers[i] = cfg.Servers[i].Name
	}
	return newNames(servers, cfg.Separators)
}

func newNames(servers, separators []string) *Names {
	n := &Names{separators: slices.Clone(separators)}
	for i, server := range servers {
		n.servers = append(n.servers, named{server, i})
		n.longest = max(n.longest, len(server))
		if i == 0 || len(server) < n.shortest {
			n.shortest = len(server)
		}
	}
	slices.SortFunc(n.servers, func(a, b named) int { return cmp.Compare(a.name, b.name) })
	for _, separator := range n.separators {
		n.starts[separator[0]] = true
	}
	slices.SortStableFunc(n.separators, func(a, b string) int { return len(b) - len(a) })
	return n
}

// MaySplit reports whether a name of so many bytes, or fewer, can have a server and
// a separator.
func (n *Names) MaySplit(bytes int) bool { return bytes > n.shortest && len(n.servers) > 0 }

// Split finds the longest configured server name that is followed by a
// separator: server is its place in the configuration. The tool begins at byte
// tool of name, whatever separators follow.
func (n *Names) Split(name string) (server, tool int, ok bool) {
	for at := min(len(name), n.longest); at > 0; at-- {
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

func (n *Names) separatorAt(name string, at int) string {
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

func (n *Names) find(name string) (server int, ok bool) {
	low, high := 0, len(n.servers)
	for low < high {
		middle := (low + high) / 2
		if server := &n.servers[middle]; server.name < name {
			low = middle + 1
		} else if server.name == name {
			return server.index, true
		} else {
			high = middle
		}
	}
	return 0, false
}

// Prefix returns what stands before the first separator; ok is false when the
// name has none and so names no server at all.
func (n *Names) Prefix(name string) (prefix string, ok bool) {
	for at := range len(name) {
		if n.separatorAt(name, at) != "" {
			return name[:at], true
		}
	}
	return "", false
}
