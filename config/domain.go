package config

import (
	"fmt"
	"net/netip"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"
)

// maxHostBytes is the longest host name that DNS knows.
const maxHostBytes = 253

func readDomain(r *reader, at string, v gjson.Result, s *Server) {
	if v.Str == "" {
		return
	}
	if reason := badDomain(v.Str); reason != "" {
		r.add(at, "%s", reason)
		return
	}
	s.Domain = v.Str
}

// badDomain says why s is not host or host:port as :authority carries them
// (RFC 9110, section 7.2), or is "". Of s it quotes a good host at most: what
// surrounds it may hold a password.
func badDomain(s string) string {
	if _, rest, found := strings.Cut(s, "://"); found {
		return "must be host or host:port, without a scheme" + tryHost(rest)
	}
	if strings.Contains(s, "@") {
		return "must be host or host:port, without user information" + tryHost(s)
	}
	if strings.ContainsAny(s, "/?#") {
		return "must be host or host:port; what follows belongs in path" + tryHost(s)
	}
	host, port, hasPort := splitPort(s)
	if reason := badHost(host); reason != "" {
		return reason
	}
	if hasPort && !isPort(port) {
		return "must have a port from 1 to 65535 after the colon, or none"
	}
	return ""
}

// tryHost proposes the authority at the start of a URL without its scheme.
func tryHost(s string) string {
	s = s[:strings.IndexAny(s+"/", "/?#")]
	s = s[strings.LastIndexByte(s, '@')+1:]
	if s == "" || badDomain(s) != "" {
		return ""
	}
	return fmt.Sprintf("; try %q", s)
}

// splitPort cuts the port off, heeding the brackets of an IPv6 address.
func splitPort(s string) (host, port string, hasPort bool) {
	colon := strings.LastIndexByte(s, ':')
	bare := strings.Count(s, ":") > 1 && s[0] != '['
	if colon < 0 || colon < strings.LastIndexByte(s, ']') || bare {
		return s, "", false
	}
	return s[:colon], s[colon+1:], true
}

// isPort takes decimal digits only, without leading zeros.
func isPort(s string) bool {
	n, err := strconv.ParseUint(s, 10, 16)
	return err == nil && n > 0 && strconv.FormatUint(n, 10) == s
}

func badHost(host string) string {
	if inner, ok := strings.CutPrefix(host, "["); ok {
		address, closed := strings.CutSuffix(inner, "]")
		if ip, err := netip.ParseAddr(address); !closed || err != nil || !ip.Is6() || ip.Zone() != "" {
			return "must hold an IPv6 address between the brackets"
		}
		return ""
	}
	if ip, err := netip.ParseAddr(host); err == nil && ip.Is6() && ip.Zone() == "" {
		return fmt.Sprintf("must have brackets around an IPv6 address; try %q", "["+host+"]")
	}
	if len(host) > maxHostBytes {
		return fmt.Sprintf("must not be longer than %d bytes", maxHostBytes)
	}
	for label := range strings.SplitSeq(host, ".") {
		if reason := badLabel(label); reason != "" {
			return reason
		}
	}
	return ""
}

// badLabel checks one part of a host name. Underscores are no DNS host names,
// but Kubernetes and Consul services have them.
func badLabel(label string) string {
	if label == "" || len(label) > 63 {
		return "must be a host name: parts of 1 to 63 characters between single dots"
	}
	for i := range len(label) {
		switch c := label[i]; {
		case c > 0x7f:
			return "must be ASCII; write an international name in its xn-- form"
		case c == '*':
			return "must be one host, without wildcards"
		case !isAlphanumeric(c) && c != '-' && c != '_':
			return "must be a host name: letters, digits, hyphens and dots"
		}
	}
	return ""
}
