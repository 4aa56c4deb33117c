package exchange

import "strings"

// Media types that MCP uses.
const (
	// ContentTypeJSON is the media type of every body that we write.
	ContentTypeJSON = "application/json"
	// ContentTypeEvents is that of a stream of server-sent events.
	ContentTypeEvents = "text/event-stream"
)

// IsJSON reports whether a media type is application/json.
func IsJSON(contentType string) bool { return isMediaType(contentType, ContentTypeJSON) }

// IsEvents reports whether a media type is text/event-stream.
func IsEvents(contentType string) bool { return isMediaType(contentType, ContentTypeEvents) }

// isMediaType compares whatever the parameters, letter case and white space
// (RFC 9110 section 8.3.1).
func isMediaType(contentType, want string) bool {
	if contentType == want {
		return true
	}
	mediaType, _, _ := strings.Cut(contentType, ";")
	return strings.EqualFold(strings.TrimSpace(mediaType), want)
}

// Coded reports whether the body is coded, compressed say, so that nobody can
// read it as it is.
func (r *Request) Coded() bool {
	coding := r.ContentEncoding
	return coding.Present() && IsCoding(coding.Value)
}

// IsCoding reports whether a content-encoding changes the body.
func IsCoding(coding string) bool { return !strings.EqualFold(strings.TrimSpace(coding), "identity") }

// On reports whether the request's path, without the query, is one of paths. No
// paths are all.
func (r *Request) On(paths []string) bool {
	if len(paths) == 0 {
		return true
	}
	path := r.Path.Value
	if query := strings.IndexByte(path, '?'); query >= 0 {
		path = path[:query]
	}
	for _, ours := range paths {
		if path == ours {
			return true
		}
	}
	return false
}
