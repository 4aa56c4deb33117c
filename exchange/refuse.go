package exchange

import (
	"fmt"
	"strconv"
	"strings"

	"mcp-router/nearest"
)

// Refuse answers a message with a JSON-RPC error, or a notification with 202: it
// has no id and so gets no answer (JSON-RPC 2.0 section 4.1).
func Refuse(status uint32, id []byte, code int, message string, labels Labels) Reply {
	if id == nil {
		return Accepted(labels)
	}
	return ErrorReply(status, id, code, message, labels)
}

// maxEcho bounds client text in our messages, in bytes.
const maxEcho = 64

// Quote shows text of a client's in a message: bounded and escaped.
func Quote(s string) string {
	if len(s) > maxEcho {
		s = strings.ToValidUTF8(s[:maxEcho], "") + "…"
	}
	return strconv.Quote(s)
}

// EmptyToolMessage is for a call that names a server and no tool.
func EmptyToolMessage(server string) string {
	return "server " + Quote(server) + " is named without a tool"
}

// LongToolMessage is for a tool name that is longer than any, in bytes.
func LongToolMessage(server string, limit int) string {
	return fmt.Sprintf("tool name for server %s is longer than %d bytes", Quote(server), limit)
}

// DeniedToolMessage is for a tool that the server's lists do not allow.
func DeniedToolMessage(server, tool string) string {
	return "tool " + Quote(tool) + " of server " + Quote(server) + " is not available"
}

// TooLargeMessage is for a body over maxBodyBytes.
func TooLargeMessage(limit int) string {
	return fmt.Sprintf("body is larger than %d bytes", limit)
}

// UnknownServerMessage is for a name whose server is not configured.
func UnknownServerMessage(prefix string, servers []string) string {
	message := "unknown server " + Quote(prefix)
	if near := nearest.Names(prefix, servers, 3); len(near) > 0 {
		message += ", did you mean " + strings.Join(near, " or ") + "?"
	}
	return message
}
