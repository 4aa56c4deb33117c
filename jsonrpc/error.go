package jsonrpc

import (
	"strconv"

	"github.com/tidwall/gjson"
)

// ErrorReply renders a JSON-RPC error response. id is the request's raw id,
// echoed byte for byte; nil stands for null (JSON-RPC 2.0 section 5). The
// message may hold anything: it is escaped.
func ErrorReply(id []byte, code int, message string) []byte {
	out := make([]byte, 0, 64+len(id)+len(message))
	out = append(out, `{"jsonrpc":"2.0","id":`...)
	if len(id) == 0 {
		id = []byte("null")
	}
	out = append(out, id...)
	out = append(out, `,"error":{"code":`...)
	out = strconv.AppendInt(out, int64(code), 10)
	out = append(out, `,"message":`...)
	out = gjson.AppendJSONString(out, message)
	return append(out, "}}"...)
}

// ErrorReplyWith is ErrorReply with data, a raw value.
func ErrorReplyWith(id []byte, code int, message string, data []byte) []byte {
	out := ErrorReply(id, code, message)
	out = append(append(out[:len(out)-len("}}")], `,"data":`...), data...)
	return append(out, "}}"...)
}

// ValidID reports whether a raw id is one that MCP allows for requests: a
// string or a number (null is not).
func ValidID(raw []byte) bool {
	if len(raw) == 0 {
		return false
	}
	c := raw[0]
	return c == '"' || c == '-' || c-'0' <= 9
}
