package server

import (
	"bytes"
	"encoding/json"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcp-router/companion/provider"
	"mcp-router/learn"
)

// rawResult is a result that the SDK sends as the bytes it is.
type rawResult struct {
	mcp.Result // satisfies the SDK; not what is sent
	raw        json.RawMessage
}

// MarshalJSON implements json.Marshaler.
func (r rawResult) MarshalJSON() ([]byte, error) { return r.raw, nil }

func toolResult(raw json.RawMessage) mcp.Result {
	return rawResult{Result: &mcp.CallToolResult{}, raw: raw}
}

// toolError is a tool result that tells the model what went wrong.
func toolError(text string) json.RawMessage {
	return learn.Answer{Text: text, IsError: true}.Result()
}

// Results that want an answer carry this resultType (revision 2026-07-28).
const needsInput = "input_required"

// inputRequired is a stateless result that asks the client for something.
type inputRequired struct {
	ResultType    string              `json:"resultType"`
	InputRequests mcp.InputRequestMap `json:"inputRequests"`
	RequestState  string              `json:"requestState,omitempty"`
}

// asksInput reads a provider's result as an inputRequired; ok is false for any
// other.
func asksInput(raw json.RawMessage) (in inputRequired, ok bool) {
	if !bytes.Contains(raw, []byte(needsInput)) {
		return in, false
	}
	err := json.Unmarshal(raw, &in)
	return in, err == nil && in.ResultType == needsInput
}

// completed returns the result as a client of the stateless era must have it:
// with a resultType and, as it should, the server's name. Members that are
// there stay; all other bytes stay too.
func completed(raw json.RawMessage) json.RawMessage {
	var present map[string]json.RawMessage
	if json.Unmarshal(raw, &present) != nil {
		return raw
	}
	var added []byte
	if present["resultType"] == nil {
		added = append(added, `"resultType":"complete",`...)
	}
	if present["_meta"] == nil {
		added = append(added, `"_meta":{"`+mcp.MetaKeyServerInfo+`":{"name":"`+provider.ProgramName+`","version":"`+provider.ProgramVersion+`"}},`...)
	}
	if len(added) == 0 {
		return raw
	}
	at := bytes.IndexByte(raw, '{') + 1
	if len(present) == 0 {
		added = added[:len(added)-1]
	}
	out := make([]byte, 0, len(raw)+len(added))
	out = append(out, raw[:at]...)
	out = append(out, added...)
	return append(out, raw[at:]...)
}
