package exchange

import "mcp-router/jsonrpc"

// ErrorReply is a Reply with a JSON-RPC error. id is the request's raw id; nil
// is rendered as null.
func ErrorReply(status uint32, id []byte, code int, message string, labels Labels) Reply {
	return Reply{
		Status:  status,
		Headers: [][2]string{{"content-type", ContentTypeJSON}},
		Body:    jsonrpc.ErrorReply(id, code, message),
		Labels:  labels,
	}
}

// Accepted is the reply to a notification, whatever became of it: 202 without a
// body (MCP 2025-03-26, "Sending messages to the server").
func Accepted(labels Labels) Reply { return Reply{Status: 202, Labels: labels} }
