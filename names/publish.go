package names

import (
	"slices"
	"strings"
	"unicode/utf8"

	"mcp-router/config"
)

// MaxPublished bounds a published name, in bytes: hosts refuse longer ones
// (MCP 2025-11-25, "Tool Names").
const MaxPublished = 128

// Publisher names the servers' tools, and whatever else has a name, in lists,
// and takes such names apart again without knowing any list. It is immutable
// and safe for concurrent use.
type Publisher struct {
	raw *Names
	// published splits what we published ourselves: the servers' names escaped,
	// and no other separator.
	published *Names
	servers   []string
	aliases   []string
	separator string
}

// NewPublisher publishes names with one of the configuration's separators.
func NewPublisher(cfg *config.Config, separator string) *Publisher {
	p := &Publisher{raw: New(cfg), separator: separator}
	for i := range cfg.Servers {
		p.servers = append(p.servers, cfg.Servers[i].Name)
		p.aliases = append(p.aliases, escape(cfg.Servers[i].Name))
	}
	p.published = newNames(p.aliases, []string{separator})
	return p
}

// Publish names a tool of the server at a place in the configuration. Model APIs
// refuse names with other bytes than [A-Za-z0-9_-], so these are escaped. ok is
// false for what no name can stand for: one that would be too long, or that
// would come back as something else.
func (p *Publisher) Publish(server int, tool string) (name string, ok bool) {
	if tool == "" || len(tool) > MaxPublished {
		return "", false
	}
	name = p.aliases[server] + p.separator + escape(tool)
	if len(name) > MaxPublished {
		return "", false
	}
	back, same, ok := p.Resolve(name)
	return name, ok && back == server && same == tool
}

// PublishBare leaves a tool's name as the server has it. ok is false when it
// would come back as another server's, is too long or empty.
func (p *Publisher) PublishBare(tool string) (name string, ok bool) {
	if tool == "" || len(tool) > MaxPublished {
		return "", false
	}
	_, _, taken := p.Resolve(tool)
	return tool, !taken
}

// Resolve takes a name apart: one that Publish made, or a server's name, any of
// the separators and the tool as it is. ok is false when it names no server.
func (p *Publisher) Resolve(name string) (server int, tool string, ok bool) {
	if server, at, ok := p.published.Split(name); ok {
		return server, unescape(name[at:]), true
	}
	server, at, ok := p.raw.Split(name)
	if !ok {
		return 0, "", false
	}
	if name[len(p.servers[server]):at] == p.separator {
		return server, unescape(name[at:]), true
	}
	return server, name[at:], true
}

// Prefix returns what stands before the first separator of a name, for messages
// about servers that are not there.
func (p *Publisher) Prefix(name string) (prefix string, ok bool) { return p.raw.Prefix(name) }

// escape writes every byte outside [A-Za-z0-9_-] as _xHH, and so the underscore
// of what already reads like that.
func escape(s string) string {
	if !strings.ContainsFunc(s, isOdd) && !strings.Contains(s, "_x") {
		return s
	}
	const hex = "0123456789abcdef"
	b := make([]byte, 0, len(s)+16)
	for i := range len(s) {
		if c := s[i]; isOdd(rune(c)) || isEscape(s[i:]) {
			b = append(b, '_', 'x', hex[c>>4], hex[c&15])
		} else {
			b = append(b, c)
		}
	}
	return string(b)
}

// unescape is the inverse of escape. A name whose escapes do not stand for text
// is taken as it is: it has to go into JSON.
func unescape(s string) string {
	for at := range len(s) - 1 {
		if s[at] == '_' && s[at+1] == 'x' {
			return unescapeFrom(s, at)
		}
	}
	return s
}

// unescapeFrom is unescape from the first place on where an escape may be. Nearly
// all names have none.
//
//go:noinline
func unescapeFrom(s string, at int) string {
	b := slices.Grow([]byte(s[:at]), len(s)-at)
	for i := at; i < len(s); i++ {
		if isEscape(s[i:]) {
			b = append(b, nibble(s[i+2])<<4|nibble(s[i+3]))
			i += 3
		} else {
			b = append(b, s[i])
		}
	}
	if !utf8.Valid(b) {
		return s
	}
	return string(b)
}

func isOdd(r rune) bool {
	return !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '_' || r == '-')
}

func isEscape(s string) bool {
	return len(s) >= 4 && s[0] == '_' && s[1] == 'x' && isHex(s[2]) && isHex(s[3])
}

func isHex(c byte) bool { return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' }

func nibble(c byte) byte {
	if c <= '9' {
		return c - '0'
	}
	return c - 'a' + 10
}
