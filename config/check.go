package config

import (
	"fmt"
	"strings"
)

// check notes what only shows when the fields of a part meet: its own and those
// it inherits. Pairs of which neither field is its own were checked before.
func (d *draft) check(r *reader, at string, inherited keySet) {
	if d.Enable && !d.named.has("servers") && !inherited.has("servers") {
		r.add(join(at, "servers"), "is required")
	}
	d.checkNames(r, at)
	d.checkServerHeader(r, at)
	d.checkGateway(r, at, inherited)
}

// checkNames makes sure that a name can be split in one way only.
func (d *draft) checkNames(r *reader, at string) {
	if !d.named.has("servers") && !d.named.has("separators") {
		return
	}
	configured := make(map[string]bool, len(d.Servers))
	for _, s := range d.Servers {
		configured[s.Name] = true
	}
	for i, s := range d.Servers {
		reason := ambiguity(s.Name, configured, d.Separators)
		switch {
		case s.Name == "" || reason == "":
		case d.named.has("servers"):
			r.add(fmt.Sprintf("%s[%d].name", join(at, "servers"), i), "%s", reason)
		default:
			r.add(join(at, "separators"), "do not go with servers[%d], whose name %s", i, reason)
		}
	}
}

// checkServerHeader keeps a server's own header from fighting with serverHeader.
func (d *draft) checkServerHeader(r *reader, at string) {
	if d.ServerHeader == "" || !d.named.has("servers") && !d.named.has("serverHeader") {
		return
	}
	for i, s := range d.Servers {
		for _, h := range s.Headers {
			switch {
			case h.Name != d.ServerHeader:
			case d.named.has("servers"):
				r.add(fmt.Sprintf("%s[%d].headers.%s", join(at, "servers"), i, h.Name), "is the serverHeader, which the router sets itself")
			default:
				r.add(join(at, "serverHeader"), "is also one of the headers of servers[%d]", i)
			}
		}
	}
}

// ambiguity says why "<name><separator><tool>" could be read as another server
// and tool, or is "". configured holds every server's name.
func ambiguity(name string, configured map[string]bool, separators []string) string {
	for _, separator := range separators {
		if strings.Contains(name, separator) {
			return fmt.Sprintf("must not contain the separator %q%s", separator, instead(name, separator, separators))
		}
	}
	for end := 1; end < len(name); end++ {
		shorter := name[:end]
		if !configured[shorter] {
			continue
		}
		for _, a := range separators {
			for _, b := range separators {
				if overlap(shorter+a, name+b) {
					return fmt.Sprintf("begins like server %q and its separator %q", shorter, a)
				}
			}
		}
	}
	return ""
}

// overlap reports whether some text could begin with both a and b.
func overlap(a, b string) bool {
	return strings.HasPrefix(a, b) || strings.HasPrefix(b, a)
}

// instead proposes name with "-" for the separator, if that is a good name.
func instead(name, separator string, separators []string) string {
	proposal := strings.ReplaceAll(name, separator, "-")
	for _, s := range separators {
		if strings.Contains(proposal, s) || !isServerName(proposal) {
			return ""
		}
	}
	return fmt.Sprintf("; try %q", proposal)
}
