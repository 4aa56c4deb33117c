package config

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tidwall/gjson"
)

func readServerHeader(r *reader, at string, v gjson.Result, d *draft) {
	if v.Str == "" {
		d.ServerHeader = ""
		return
	}
	if reason := badServerHeader(v.Str); reason != "" {
		r.add(at, "%s", reason)
		return
	}
	d.ServerHeader = strings.ToLower(v.Str)
}

// badServerHeader says why only we should set the header of this name, or is "".
func badServerHeader(name string) string {
	reason := badHeaderName(name)
	if reason == "" && isClients(strings.ToLower(name)) {
		return "must be a header of your own, such as x-mcp-server: it is removed from what clients send"
	}
	return reason
}

// reserve notes what a part of the document names as serverHeader. Of doubled
// fields, which are a problem, each one counts: the routes may match on any.
func (d *Document) reserve(part gjson.Result) {
	part.ForEach(func(key, v gjson.Result) bool {
		if fold(key.Str) == fold("serverHeader") && text.holds(v) && badServerHeader(v.Str) == "" {
			if name := strings.ToLower(v.Str); !slices.Contains(d.ServerHeaders, name) {
				d.ServerHeaders = append(d.ServerHeaders, name)
			}
		}
		return true
	})
}

func readHeaders(r *reader, at string, v gjson.Result, s *Server) {
	named := keySet{}
	v.ForEach(func(key, value gjson.Result) bool {
		here := join(at, key.Str)
		if !named.add(r, here, key.Str) || !text.fits(r, here, value) {
			return true
		}
		if reason := badHeaderName(key.Str); reason != "" {
			r.add(here, "%s", reason)
			return true
		}
		if reason := badHeaderValue(value.Str); reason != "" {
			r.add(here, "%s", reason)
			return true
		}
		s.Headers = append(s.Headers, Header{Name: strings.ToLower(key.Str), Value: value.Str})
		return true
	})
	if len(named) > MaxHeaders {
		r.add(at, "must not hold more than %d headers, found %d", MaxHeaders, len(named))
		s.Headers = s.Headers[:min(len(s.Headers), MaxHeaders)]
	}
}

// badHeaderName says why the router cannot set a header of this name, or is "".
func badHeaderName(name string) string {
	lower := strings.ToLower(name)
	switch lower {
	case ":authority", "host":
		return "cannot be set as a header; use domain"
	case ":path":
		return "cannot be set as a header; use path"
	}
	if owner := headerOwner(lower); owner != "" {
		return "cannot be set: " + owner
	}
	return badToken(name)
}

// badToken says why name is no header name, or is "".
func badToken(name string) string {
	if name == "" || len(name) > MaxHeaderNameBytes {
		return fmt.Sprintf("must be a header name of 1 to %d characters", MaxHeaderNameBytes)
	}
	for i := range len(name) {
		if !isToken(name[i]) {
			return "must be a header name: letters, digits, hyphens and no spaces or colons"
		}
	}
	return ""
}

// headerOwner says who alone decides the header, given in lower case, or is "".
func headerOwner(name string) string {
	switch name {
	case "connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade":
		return "it belongs to one connection (RFC 9110, section 7.6.1)"
	case "content-length", "content-encoding", "content-type", "expect":
		return "it describes the body, which the router writes"
	case "mcp-session-id", "mcp-protocol-version", "mcp-method", "mcp-name":
		return "it belongs to the protocol, which the router speaks"
	}
	switch {
	case strings.HasPrefix(name, ":"):
		return "it is a pseudo header"
	case strings.HasPrefix(name, "mcp-param-"):
		return "it belongs to the protocol, which the router speaks"
	}
	return ""
}

// isClients reports whether clients, or the host for them, send a header of this
// lower-case name for reasons of their own.
func isClients(name string) bool {
	switch name {
	case "accept", "accept-encoding", "accept-language", "authorization", "baggage", "cache-control", "cookie", "date",
		"forwarded", "from", "last-event-id", "origin", "pragma", "proxy-authorization", "range", "referer",
		"traceparent", "tracestate", "user-agent", "via", "x-request-id":
		return true
	}
	for _, prefix := range []string{"access-control-", "if-", "mcp-", "sec-", "x-forwarded-"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

// badHeaderValue says why a header cannot carry value, or is "". It never
// quotes value, which is a secret.
func badHeaderValue(value string) string {
	if len(value) > MaxHeaderValueBytes {
		return fmt.Sprintf("must not have a value longer than %d bytes", MaxHeaderValueBytes)
	}
	if strings.Trim(value, " \t") != value {
		return "must not have a value that begins or ends with white space"
	}
	for i := range len(value) {
		if c := value[i]; c < ' ' && c != '\t' || c == 0x7f {
			return "must not have control characters, such as line breaks, in its value"
		}
	}
	return ""
}

// isToken reports whether c may stand in a header name (RFC 9110, 5.6.2).
func isToken(c byte) bool {
	return isAlphanumeric(c) || strings.IndexByte("!#$%&'*+-.^_`|~", c) >= 0
}
