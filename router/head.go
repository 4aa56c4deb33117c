package router

import (
	"strings"

	"mcp-router/config"
	"mcp-router/exchange"
)

// OnPaths reports whether a request's path, without the query, is one that a
// configuration looks at.
func OnPaths(cfg *config.Config, req *exchange.Request) bool {
	if len(cfg.Paths) == 0 {
		return true
	}
	path, _, _ := strings.Cut(req.Path.Value, "?")
	for _, ours := range cfg.Paths {
		if path == ours {
			return true
		}
	}
	return false
}

// readable reports whether the headers promise a body that may hold an MCP
// message: a POST of JSON as it is, not coded.
func readable(req *exchange.Request) bool {
	if req.Method.Value != "POST" || !isJSON(req.ContentType.Value) {
		return false
	}
	coding := req.ContentEncoding
	return !coding.Present() || strings.EqualFold(strings.TrimSpace(coding.Value), "identity")
}

// isJSON reports whether a media type is application/json, whatever its
// parameters, letter case and white space (RFC 9110 section 8.3.1).
func isJSON(contentType string) bool {
	if contentType == exchange.ContentTypeJSON {
		return true
	}
	mediaType, _, _ := strings.Cut(contentType, ";")
	return strings.EqualFold(strings.TrimSpace(mediaType), exchange.ContentTypeJSON)
}
