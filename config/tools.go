package config

// ToolFilter decides which of a server's own tool names exist for clients. One
// predicate serves both listing and calling. The zero value allows everything.
type ToolFilter struct {
	// Allow, when not empty, lists the only names that are allowed.
	Allow []string
	// Deny wins over Allow.
	Deny []string
}

// Allows reports whether the tool may be listed and called. Patterns know one
// glob sign: "*" stands for any run of characters, the empty one included.
func (f ToolFilter) Allows(tool string) bool {
	return len(f.Allow)+len(f.Deny) == 0 || f.allows(tool)
}

func (f *ToolFilter) allows(tool string) bool {
	for _, pattern := range f.Deny {
		if globMatch(pattern, tool) {
			return false
		}
	}
	if len(f.Allow) == 0 {
		return true
	}
	for _, pattern := range f.Allow {
		if globMatch(pattern, tool) {
			return true
		}
	}
	return false
}

// globMatch is iterative with one backtrack point, so its cost is bounded by
// len(pattern) * len(s) and no input can exhaust the stack.
func globMatch(pattern, s string) bool {
	var p, i int
	star, mark := -1, 0
	for i < len(s) {
		switch {
		case p < len(pattern) && pattern[p] == '*':
			star, mark = p, i
			p++
		case p < len(pattern) && pattern[p] == s[i]:
			p++
			i++
		case star >= 0:
			mark++
			p, i = star+1, mark
		default:
			return false
		}
	}
	for p < len(pattern) && pattern[p] == '*' {
		p++
	}
	return p == len(pattern)
}
