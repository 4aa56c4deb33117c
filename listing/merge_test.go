package listing

import (
	"strings"
	"testing"
)

func TestMissingServersAreNamed(t *testing.T) {
	l := New(Tools, false, sources("a", `b"`, "c", "d"))
	mustAdd(t, l, 2, tools(tool("x", "")))
	l.Fail(0, nil)
	l.Empty(3)
	m := l.Merge()
	if got, want := string(mustJSON(t, m.AppendResult(nil))), `{"tools":[`+tool("c___x", "")+`],"_meta":{"mcp-router/unavailable":["a","b\""]}}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if m.Whole() || l.Answered() != 2 {
		t.Errorf("whole %t, %d answered", m.Whole(), l.Answered())
	}
	want := `{"tools":[` + tool("c___x", "") + `],"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"g"},"mcp-router/unavailable":["a","b\""]},"resultType":"complete","ttlMs":0,"cacheScope":"private"}`
	if got := string(mustJSON(t, m.AppendStatelessResult(nil, 0, []byte(`{"name":"g"}`)))); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestAnOlderPartStandsInForAServerThatFails(t *testing.T) {
	l := New(Tools, false, sources("a", "b"))
	mustAdd(t, l, 0, `{"tools":[`+tool("new", "")+`],"nextCursor":"more"}`)
	l.Fail(0, []byte(tool("a___x", "")+`,`+tool("a___y", "")))
	mustAdd(t, l, 1, tools(tool("z", "")))
	want := `{"tools":[` + tool("a___x", "") + `,` + tool("a___y", "") + `,` + tool("b___z", "") + `],"_meta":{"mcp-router/unavailable":["a"]}}`
	if got := string(mustJSON(t, l.Merge().AppendResult(nil))); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestHints(t *testing.T) {
	with := func(hints string) string { return `{` + hints + `"tools":[]}` }
	const minute = `"ttlMs":60000,"cacheScope":"public",`
	for _, tc := range []struct {
		name    string
		results []string
		want    Hints
	}{
		{"all public, the shortest time", []string{with(minute), with(`"ttlMs":5,"cacheScope":"public",`)}, Hints{5, true}},
		{"one private", []string{with(minute), with(`"ttlMs":70000,"cacheScope":"private",`)}, Hints{60000, false}},
		{"one says nothing", []string{with(minute), with("")}, Hints{60000, false}},
		{"bad values", []string{with(minute), with(`"ttlMs":-5,"cacheScope":"",`)}, Hints{60000, false}},
		{"values of other types", []string{with(`"ttlMs":"5","cacheScope":true,`), with(`"ttlMs":null,"cacheScope":null,`)}, Hints{Unknown, false}},
		{"stale at once", []string{with(`"ttlMs":0,"cacheScope":"public",`), with(minute)}, Hints{0, true}},
		{"a time beyond all", []string{with(`"ttlMs":1e300,"cacheScope":"public",`), with(`"ttlMs":1e300,"cacheScope":"public",`)}, Hints{maxTTL, true}},
	} {
		l := New(Tools, true, sources("a", "b"))
		for i, result := range tc.results {
			mustAdd(t, l, i, result)
		}
		if got := l.Merge().Hints; got != tc.want {
			t.Errorf("%s: %+v, want %+v", tc.name, got, tc.want)
		}
	}
	l := New(Tools, true, sources("a"))
	mustAdd(t, l, 0, `{`+minute+`"nextCursor":"x"}`)
	mustAdd(t, l, 0, `{"ttlMs":9}`)
	if got, want := l.Merge().Hints, (Hints{9, false}); got != want {
		t.Errorf("pages that differ: %+v, want %+v", got, want)
	}
	l = New(Tools, true, sources("a"))
	mustAdd(t, l, 0, `{"tools":[],`+strings.TrimSuffix(minute, ",")+`}`)
	if got, want := string(l.Merge().AppendStatelessResult(nil, 7, nil)), `{"tools":[],"resultType":"complete","ttlMs":7,"cacheScope":"public"}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// schemaTool is a tool with this input schema.
func schemaTool(name, schema string) string {
	return `{"name":"` + name + `","inputSchema":` + schema + `}`
}

func TestOfTwoSchemasWithOneIdentifierTheLaterLosesIt(t *testing.T) {
	for _, tc := range []struct {
		name, first, second, want string
		renounced                 int
	}{
		{"different ones", `{"$id":"x","type":"object"}`, `{ "$id":"x","type":"object","properties":{}}`, `{ "type":"object","properties":{}}`, 1},
		{"in escapes", `{"$id":"x","type":"object"}`, `{"type":"object","$id":"\u0078"}`, `{"type":"object"}`, 1},
		{"the same", `{"$id":"x","type":"object"}`, `{"$id":"x","type":"object"}`, `{"$id":"x","type":"object"}`, 0},
		{"other identifiers", `{"$id":"x","type":"object"}`, `{"$id":"y","type":"object","a":1}`, `{"$id":"y","type":"object","a":1}`, 0},
		{"not at the top", `{"$id":"x","type":"object"}`, `{"type":"object","$defs":{"a":{"$id":"x"}}}`, `{"type":"object","$defs":{"a":{"$id":"x"}}}`, 0},
		{"no string", `{"$id":1,"type":"object"}`, `{"$id":1,"type":"object","a":1}`, `{"$id":1,"type":"object","a":1}`, 0},
		{"references to its own parts", `{"$id":"x","type":"object"}`, `{"$id":"x","type":"object","a":[{"$ref":"#/$defs/a"},{"$dynamicRef" : "#b"}]}`, `{"type":"object","a":[{"$ref":"#/$defs/a"},{"$dynamicRef" : "#b"}]}`, 1},
		{"a reference elsewhere", `{"$id":"x","type":"object"}`, `{"$id":"x","type":"object","a":{"b":[{"$ref":"y#/a"}]}}`, `{"$id":"x","type":"object","a":{"b":[{"$ref":"y#/a"}]}}`, 0},
		{"an escaped reference elsewhere", `{"$id":"x","type":"object"}`, `{"$id":"x","type":"object","a":{"$r\u0065f":"y"}}`, `{"$id":"x","type":"object","a":{"$r\u0065f":"y"}}`, 0},
		{"an empty reference", `{"$id":"x","type":"object"}`, `{"$id":"x","type":"object","a":{"$ref":""}}`, `{"$id":"x","type":"object","a":{"$ref":""}}`, 0},
		{"text that reads like a reference", `{"$id":"x","type":"object"}`, `{"$id":"x","type":"object","enum":["$ref","y","\"$ref\":\"y\""]}`, `{"type":"object","enum":["$ref","y","\"$ref\":\"y\""]}`, 1},
	} {
		t.Run(tc.name, func(t *testing.T) {
			l := New(Tools, false, sources("a", "b"))
			mustAdd(t, l, 0, tools(schemaTool("t", tc.first)))
			mustAdd(t, l, 1, tools(schemaTool("t", tc.second)))
			m := l.Merge()
			if got, want := string(mustJSON(t, m.AppendResult(nil))), tools(schemaTool("a___t", tc.first), schemaTool("b___t", tc.want)); got != want || m.Renounced != tc.renounced {
				t.Errorf("got %s, %d renounced\nwant %s, %d", got, m.Renounced, want, tc.renounced)
			}
		})
	}
}

func TestBothSchemasOfAToolCount(t *testing.T) {
	entry := `{"outputSchema":{"$id":"x","type":"object","o":1},"name":"t","inputSchema":{"$id":"x","type":"object","i":1}}`
	l := New(Tools, false, sources("a", "b"))
	mustAdd(t, l, 0, tools(entry))
	mustAdd(t, l, 1, tools(strings.Replace(strings.Replace(entry, `"o":1`, `"o":2`, 1), `"i":1`, `"i":2`, 1)))
	want := tools(`{"outputSchema":{"type":"object","o":1},"name":"a___t","inputSchema":{"$id":"x","type":"object","i":1}}`,
		`{"outputSchema":{"type":"object","o":2},"name":"b___t","inputSchema":{"type":"object","i":2}}`)
	if m := l.Merge(); string(mustJSON(t, m.AppendResult(nil))) != want || m.Renounced != 3 {
		t.Errorf("got %s, %d\nwant %s, 3", m.AppendResult(nil), m.Renounced, want)
	}
}
