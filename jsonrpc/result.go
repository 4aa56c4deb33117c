package jsonrpc

import "github.com/tidwall/gjson"

// ResultReply renders a JSON-RPC response with a raw result. id is the request's
// raw id, echoed byte for byte.
func ResultReply(id, result []byte) []byte {
	return append(append(BeginResult(id, len(result)+1), result...), '}')
}

// BeginResult begins such a response: a result is to be appended, and a brace. There
// is room for size bytes.
func BeginResult(id []byte, size int) []byte {
	out := make([]byte, 0, 40+len(id)+size)
	out = append(out, `{"jsonrpc":"2.0","id":`...)
	out = append(out, id...)
	return append(out, `,"result":`...)
}

// AppendString appends text as a JSON string.
func AppendString(out []byte, text string) []byte { return gjson.AppendJSONString(out, text) }
