package server

import (
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// guard refuses requests that name another host, or come from another one's
// pages, and tells browsers which pages may call.
func guard(host string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		origin := r.Header.Get("Origin")
		w.Header().Add("Vary", "Origin")
		switch {
		case !knownHost(r.Host, host):
			http.Error(w, "this server is not known by that name", http.StatusForbidden)
		case !knownOrigins(r.Header.Values("Origin"), r.Host):
			http.Error(w, "requests from that origin are not served", http.StatusForbidden)
		case origin != "" && r.Method == http.MethodOptions && r.Header.Get("Access-Control-Request-Method") != "":
			allow(w.Header(), origin)
			preflight(w, r)
		default:
			if origin != "" {
				allow(w.Header(), origin)
			}
			next.ServeHTTP(w, r)
		}
	})
}

// exposed are the headers of replies that a page needs to see.
const exposed = "Mcp-Session-Id, Mcp-Protocol-Version, WWW-Authenticate"

// allow lets a page of origin read the reply.
func allow(h http.Header, origin string) {
	h.Set("Access-Control-Allow-Origin", origin)
	h.Set("Access-Control-Expose-Headers", exposed)
}

// preflight answers a browser that asks whether a page may send its request
// (Fetch, "CORS-preflight request"). The page's origin is known, so it may send
// what it likes: the headers are MCP's, and those of a proxy in front.
func preflight(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Add("Vary", "Access-Control-Request-Headers")
	h.Set("Access-Control-Allow-Methods", "POST, GET, DELETE")
	if wanted := r.Header.Get("Access-Control-Request-Headers"); wanted != "" {
		h.Set("Access-Control-Allow-Headers", wanted)
	}
	if r.Header.Get("Access-Control-Request-Private-Network") == "true" {
		h.Set("Access-Control-Allow-Private-Network", "true")
	}
	h.Set("Access-Control-Max-Age", "600")
	w.WriteHeader(http.StatusNoContent)
}

// knownHost says whether authority is host, loopback, or an address: only
// names can be pointed at us by somebody else.
func knownHost(authority, host string) bool {
	name := hostName(authority)
	return name != "" && (strings.EqualFold(name, host) || isLoopback(name) || net.ParseIP(name) != nil)
}

// knownOrigins says whether all origins that a request names are known. Browsers
// name one.
func knownOrigins(origins []string, authority string) bool {
	return !slices.ContainsFunc(origins, func(o string) bool { return !knownOrigin(o, authority) })
}

// knownOrigin says whether a page of origin may call: one served under the
// very authority that is called, or a loopback page calling loopback. Programs
// send no origin.
func knownOrigin(origin, authority string) bool {
	if origin == "" {
		return true
	}
	u, err := url.Parse(origin)
	if err != nil || u.Host == "" {
		return false
	}
	return strings.EqualFold(u.Host, authority) || isLoopback(u.Hostname()) && isLoopback(hostName(authority))
}

// hostName is an authority without its port and brackets.
func hostName(authority string) string {
	if h, _, err := net.SplitHostPort(authority); err == nil {
		return h
	}
	return strings.Trim(authority, "[]")
}

func isLoopback(name string) bool {
	ip := net.ParseIP(name)
	return strings.EqualFold(name, "localhost") || ip != nil && ip.IsLoopback()
}
