package jsonrpc

import "github.com/tidwall/gjson"

// ResultReply renders a JSON-RPC response with a raw result. id is the request's
// raw id, echoed byte for byte.
func ResultReply(id, result []byte) []byte {
	out := make([]byte, 0, 40+len(id)+len(result))
	out = append(out, `{"jsonrpc":"2.0","id":`...)
	out = append(out, id...)
	out = append(out, `,"result":`...)
	out = append(out, result...)
	return append(out, '}')
}

// AppendString appends text as a JSON string.
func AppendString(out []byte, text string) []byte { return gjson.AppendJSONString(out, text) }
