package server

import (
	"bytes"
	"encoding/json"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcp-router/companion/provider"
	"mcp-router/jsonrpc"
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
	if !bytes.Contains(raw, []byte(needsInput)) && !bytes.Contains(raw, []byte(`\u`)) {
		return in, false
	}
	var members map[string]json.RawMessage // its names are exact, those of a struct are not
	if json.Unmarshal(raw, &members) != nil || text(members["resultType"]) != needsInput {
		return in, false
	}
	in.ResultType = needsInput
	for name, into := range map[string]any{"inputRequests": &in.InputRequests, "requestState": &in.RequestState} {
		if value := members[name]; value != nil && json.Unmarshal(value, into) != nil {
			return in, false
		}
	}
	return in, true
}

// text is the value of a JSON string, "" of anything else.
func text(raw json.RawMessage) (s string) {
	if json.Unmarshal(raw, &s) != nil {
		return ""
	}
	return s
}

// completed returns the result as a client of the stateless era must have it:
// with a resultType and, as it should, the server's name. Members that are
// there stay unless they are of a wrong type; all other bytes stay too.
func completed(raw json.RawMessage) json.RawMessage {
	var present map[string]json.RawMessage
	if json.Unmarshal(raw, &present) != nil {
		return raw
	}
	var added []byte
	if text(present["resultType"]) == "" {
		added = append(added, `"resultType":"complete",`...)
		raw = without(raw, "resultType")
	}
	if meta := present["_meta"]; len(meta) == 0 || meta[0] != '{' {
		added = append(added, `"_meta":{"`+mcp.MetaKeyServerInfo+`":{"name":"`+provider.ProgramName+`","version":"`+provider.ProgramVersion+`"}},`...)
		raw = without(raw, "_meta")
	}
	if len(added) == 0 {
		return raw
	}
	at := bytes.IndexByte(raw, '{') + 1
	if bytes.TrimSpace(raw[at:])[0] == '}' {
		added = added[:len(added)-1]
	}
	out := make([]byte, 0, len(raw)+len(added))
	out = append(out, raw[:at]...)
	out = append(out, added...)
	return append(out, raw[at:]...)
}

// without takes a member, in any spelling, out of a result that has it in none that
// is right.
func without(raw json.RawMessage, name string) json.RawMessage {
	if !jsonrpc.Valid(raw) {
		return raw // deeper than anybody reads
	}
	if cut := jsonrpc.Without(bytes.TrimSpace(raw), name); len(cut) < len(bytes.TrimSpace(raw)) {
		return cut
	}
	return raw
}
