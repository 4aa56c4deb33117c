package listing

import (
	"encoding/json"
	"testing"

	"mcp-router/jsonrpc"
	"mcp-router/mcp"
)

// FuzzMerge lists whatever servers may answer: the list is valid JSON, holds
// nothing that hosts choke on and no name twice, whoever reads it.
func FuzzMerge(f *testing.F) {
	for _, seed := range []string{
		tools(tool("x", ""), tool(`\u0078`, `"title":null,`), `null`), `{"tools":[{"inputSchema":{"$id":"x","type":"object"},"name":"x","NAME":"y"}]}`,
		tools(schemaTool("a", `{"$id":"x","type":"object","a":{"$ref":"#"}}`), schemaTool("b", `{"$id":"x","type":"object"}`)),
		`{"tools":[],"nextCursor":"x","ttlMs":1.5,"cacheScope":"public"}`, `{"tools":{"a":1}}`, `{"Tools":[],"tools":[{}]}`, `{"t\u006fols":[` + tool("x", `"outputSchema":{"type":"array"},`) + `]}`,
	} {
		f.Add(seed, seed, true)
	}
	f.Fuzz(func(t *testing.T, first, second string, stateless bool) {
		l := New(Tools, stateless, sources("a", "b"))
		for i, result := range []string{first, second} {
			if !jsonrpc.Valid([]byte(result)) {
				return
			}
			if _, err := l.Add(i, []byte(result)); err != nil {
				l.Fail(i, nil)
			}
		}
		m := l.Merge()
		result := m.AppendResult(nil)
		if stateless {
			result = m.AppendStatelessResult(nil, 1, []byte(`{}`))
		}
		var got struct {
			Tools []json.RawMessage `json:"tools"`
		}
		if err := json.Unmarshal(result, &got); err != nil || !jsonrpc.Valid(result) || got.Tools == nil {
			t.Fatalf("%s: %v", result, err)
		}
		names := map[string]bool{}
		for _, raw := range got.Tools {
			var entry struct {
				Name         string          `json:"name"`
				OutputSchema json.RawMessage `json:"outputSchema"`
			}
			if err := json.Unmarshal(raw, &entry); err != nil || names[entry.Name] || mcp.ToolProblem(raw) != "" {
				t.Fatalf("entry %s: %v, %s, there before: %t", raw, err, mcp.ToolProblem(raw), names[entry.Name])
			}
			names[entry.Name] = true
			if owner, ok := m.Owner(entry.Name); !ok || owner != source(entry.Name[:1]).Hash {
				t.Fatalf("the owner of %q is %q, %t", entry.Name, owner, ok)
			}
		}
	})
}

// FuzzRecord reads records that others with the same shared memory may write.
func FuzzRecord(f *testing.F) {
	m := &Merged{kind: Tools, entries: []byte("{},{}"), parts: []segment{{[4]byte{1}, 0, 2}, {[4]byte{2}, 3, 5}}}
	good := (&Stored{Merged: m, made: 1, expires: 2, generations: []uint32{1, 2}}).record(7, digest{9})
	f.Add(good)
	f.Add(good[:len(good)-1])
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, raw []byte) {
		s := readRecord(raw, Tools, 7, digest{9})
		if s == nil {
			return
		}
		if again := readRecord(s.record(7, digest{9}), Tools, 7, digest{9}); again == nil || string(again.entries) != string(s.entries) {
			t.Fatalf("%+v is written and read as %+v", s, again)
		}
		for _, part := range s.parts {
			s.Part(part.server, s.made)
		}
		readIndex(raw)
	})
}
