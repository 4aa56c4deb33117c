package rules

import (
	"net/netip"
	"strings"
)

// Host is the host of an :authority in the one spelling that rules compare: lower
// case, without port and without the dot of the root, an IPv6 address in brackets
// and in its canonical form. ok is false for text that is no host name: user
// information, percent signs, more than one port. Envoy and other readers may
// take it for a host that we do not, so nothing may hang on such a spelling.
func Host(authority string) (host string, ok bool) {
	if strings.HasPrefix(authority, "[") {
		return ipv6(authority)
	}
	authority, port, _ := strings.Cut(authority, ":")
	authority = strings.TrimSuffix(authority, ".")
	if !isPort(port) || authority == "" || authority[len(authority)-1] == '.' {
		return "", false
	}
	for i := range len(authority) {
		if !isHostByte(authority[i]) {
			return "", false
		}
	}
	return strings.ToLower(authority), true
}

// isPort takes digits, or none (RFC 3986, section 3.2.3).
func isPort(s string) bool { return strings.Trim(s, "0123456789") == "" }

func ipv6(authority string) (host string, ok bool) {
	inner, rest, closed := strings.Cut(authority[1:], "]")
	port, hasPort := strings.CutPrefix(rest, ":")
	if !closed || rest != "" && !hasPort || !isPort(port) {
		return "", false
	}
	address, err := netip.ParseAddr(inner)
	if err != nil || !address.Is6() || address.Zone() != "" {
		return "", false
	}
	return "[" + address.String() + "]", true
}

// isHostByte takes what host names are made of. Underscores are none of DNS's,
// but Kubernetes and Consul have them.
func isHostByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '.' || c == '-' || c == '_'
}
