package config

import (
	"fmt"
	"strings"

	"github.com/tidwall/gjson"
)

func readGateway(r *reader, at string, v gjson.Result, d *draft) {
	g := defaults(gatewayRows)
	readObject(r, at, v, gatewayRows, &g)
	d.Gateway = &g
}

func readGatewayName(r *reader, at string, v gjson.Result, g *Gateway) {
	if v.Str == "" || len(v.Str) > MaxGatewayNameBytes {
		r.add(at, "must have 1 to %d bytes", MaxGatewayNameBytes)
		return
	}
	if hasControl(v.Str, "") {
		r.add(at, "must not contain control characters")
		return
	}
	g.Name = v.Str
}

func readInstructions(r *reader, at string, v gjson.Result, g *Gateway) {
	if len(v.Str) > MaxInstructionsBytes {
		r.add(at, "must not be longer than %d bytes", MaxInstructionsBytes)
		return
	}
	if hasControl(v.Str, "\n\r\t") {
		r.add(at, "must not contain control characters other than line breaks and tabs")
		return
	}
	g.Instructions = v.Str
}

// hasControl reports whether s has an ASCII control character that is not
// among those allowed.
func hasControl(s, allowed string) bool {
	for i := range len(s) {
		if c := s[i]; (c < ' ' || c == 0x7f) && strings.IndexByte(allowed, c) < 0 {
			return true
		}
	}
	return false
}

func readAllowedHosts(r *reader, at string, v gjson.Result, g *Gateway) {
	for _, host := range readTexts(r, at, v, MaxAllowed, badDomain) {
		g.AllowedHosts = append(g.AllowedHosts, strings.ToLower(host))
	}
}

func readAllowedOrigins(r *reader, at string, v gjson.Result, g *Gateway) {
	for _, origin := range readTexts(r, at, v, MaxAllowed, badOrigin) {
		g.AllowedOrigins = append(g.AllowedOrigins, strings.ToLower(origin))
	}
}

// badOrigin says why s is neither "*" nor an origin as browsers send it (RFC
// 6454, section 7), or is "".
func badOrigin(s string) string {
	if s == "*" {
		return ""
	}
	scheme, authority, found := strings.Cut(s, "://")
	switch {
	case !found || !isScheme(scheme):
		return `must be an origin such as "https://app.example.com", or "*" for any`
	case strings.ContainsAny(authority, "/?#@"):
		return "must end with the host or the port: an origin has no path" + tryOrigin(scheme, authority)
	case badDomain(authority) != "":
		return badDomain(authority)
	}
	return ""
}

// tryOrigin proposes the origin at the start of a URL.
func tryOrigin(scheme, rest string) string {
	host := rest[:strings.IndexAny(rest+"/", "/?#")]
	if badDomain(host) != "" {
		return ""
	}
	return fmt.Sprintf("; try %q", scheme+"://"+host)
}

// isScheme is the grammar of RFC 3986, section 3.1.
func isScheme(s string) bool {
	if s == "" || len(s) > maxNameBytes || !isAlphanumeric(s[0]) || s[0] <= '9' {
		return false
	}
	for i := range len(s) {
		if !isAlphanumeric(s[i]) && strings.IndexByte("+-.", s[i]) < 0 {
			return false
		}
	}
	return true
}

func readBindSession(r *reader, at string, v gjson.Result, g *Gateway) {
	g.BindSession = readHeaderNames(r, at, v, MaxBindSession)
}

func readForwardHeaders(r *reader, at string, v gjson.Result, s *Server) {
	s.ForwardHeaders = readHeaderNames(r, at, v, MaxHeaders)
}

// readHeaderNames reads the names of client headers, lower case: two spellings
// of one name are a problem.
func readHeaderNames(r *reader, at string, v gjson.Result, limit int) []string {
	spelled := map[string]string{}
	names := readTexts(r, at, v, limit, func(name string) string {
		if reason := badClientHeader(name); reason != "" {
			return reason
		}
		lower := strings.ToLower(name)
		if first, twice := spelled[lower]; twice && first != name {
			return fmt.Sprintf("is a duplicate of %q under case folding", first)
		}
		spelled[lower] = name
		return ""
	})
	for i, name := range names {
		names[i] = strings.ToLower(name)
	}
	return names
}

// badClientHeader says why a client's header of this name tells nothing that a
// server or a session may depend on, or is "".
func badClientHeader(name string) string {
	lower := strings.ToLower(name)
	if owner := headerOwner(lower); owner != "" {
		return "cannot be used: " + owner
	}
	switch {
	case lower == "host":
		return "cannot be used: every server has its own"
	case strings.HasPrefix(lower, "content-"):
		return "cannot be used: it describes the body, which differs from server to server"
	case lower == "accept" || lower == "accept-encoding":
		return "cannot be used: the gateway itself says what it accepts of a server"
	case strings.HasPrefix(lower, "x-envoy-"):
		return "cannot be used: it steers Envoy, which a client may not"
	}
	return badToken(name)
}
