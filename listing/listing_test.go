package listing

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"mcp-router/jsonrpc"

	"github.com/tidwall/gjson"
)

// source is a server that publishes under its name, without escapes.
func source(name string) Source {
	s := Source{Name: name, Publish: func(tool string) (string, bool) { return name + "___" + tool, len(name)+3+len(tool) <= 128 }}
	copy(s.Hash[:], name)
	return s
}

func sources(names ...string) []Source {
	var all []Source
	for _, name := range names {
		all = append(all, source(name))
	}
	return all
}

// tool is a good tool with more members.
func tool(name, more string) string {
	return `{"name":"` + name + `",` + more + `"inputSchema":{"type":"object"}}`
}

func tools(entries ...string) string { return `{"tools":[` + strings.Join(entries, ",") + `]}` }

func mustAdd(t *testing.T, l *List, server int, result string) []byte {
	t.Helper()
	if !jsonrpc.Valid([]byte(result)) {
		t.Fatalf("%s is not JSON", result)
	}
	cursor, err := l.Add(server, []byte(result))
	if err != nil {
		t.Fatalf("Add(%d, %.80s): %v", server, result, err)
	}
	return cursor
}

// merge is the session client's list of one page of each server.
func merge(t *testing.T, kind *Kind, names []string, results ...string) string {
	t.Helper()
	l := New(kind, false, sources(names...))
	for i, result := range results {
		mustAdd(t, l, i, result)
	}
	return string(mustJSON(t, l.Merge().AppendResult(nil)))
}

func mustJSON(t *testing.T, text []byte) []byte {
	t.Helper()
	if !jsonrpc.Valid(text) {
		t.Fatalf("not JSON: %s", text)
	}
	return text
}

func TestEntriesAreSplicedAsTheyCame(t *testing.T) {
	odd := "{ \"inputSchema\" : {\"type\":\"object\",\"x\":1.10,\"y\":12345678901234567890},\n\"n\\u0061me\":\"g\\u00e9t\" ,\"annotations\":{\"readOnlyHint\":false},\"_meta\":{\"x\":1},\"futureField\":[] }"
	got := merge(t, Tools, []string{"b", "a"}, tools(odd, tool("z", "")), tools(tool("z", `"title":"Z",`)))
	want := `{"tools":[` + strings.Replace(odd, `"g\u00e9t"`, `"b___gét"`, 1) + `,` + tool("b___z", "") + `,` + tool("a___z", `"title":"Z",`) + `]}`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestANameThatIsPublishedAsItIsStaysByteForByte(t *testing.T) {
	bare := source("a")
	bare.Publish = func(tool string) (string, bool) { return tool, true }
	l := New(Tools, false, []Source{bare})
	mustAdd(t, l, 0, tools(tool(`g\u0065t`, "")))
	if got, want := string(l.Merge().AppendResult(nil)), tools(tool(`g\u0065t`, "")); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestAListIsNeverNull(t *testing.T) {
	for _, result := range []string{`{}`, `{"tools":null}`, `{"tools":[]}`, `{"tools":[null]}`, `{"nextCursor":null}`} {
		if got := merge(t, Tools, []string{"a"}, result); got != `{"tools":[]}` {
			t.Errorf("%s becomes %s", result, got)
		}
	}
	if got := string(New(Resources, false, nil).Merge().AppendResult(nil)); got != `{"resources":[]}` {
		t.Errorf("no servers: %s", got)
	}
}

func TestEntriesThatHostsChokeOnAreLeftOutAndCounted(t *testing.T) {
	good := tool("good", "")
	for _, tc := range []struct{ name, entry, why string }{
		{"null", `null`, `an entry is not an object`},
		{"no schema", `{"name":"bad"}`, `"bad" has no inputSchema`},
		{"a schema of alternatives", `{"name":"bad","inputSchema":{"anyOf":[{"type":"object"}]}}`, `"bad" inputSchema is not of type "object"`},
		{"null required", `{"name":"bad","inputSchema":{"type":"object","required":null}}`, `"bad" inputSchema.required is not an array`},
		{"two names", `{"name":"bad","name":"worse","inputSchema":{"type":"object"}}`, `"bad" has its name twice`},
		{"two spellings of name", `{"name":"bad","Name":"worse","inputSchema":{"type":"object"}}`, `"bad" has its name twice`},
		{"two schemas, the last one bad", `{"name":"bad","inputSchema":{"type":"object"},"inputSchema":null}`, `"bad" inputSchema is not an object`},
		{"a task", tool("bad", `"execution":{"taskSupport":"required"},`), `"bad" can only be called as a task`},
		{"a long name", tool(strings.Repeat("n", 126), ""), `"` + strings.Repeat("n", 64) + `" has a name that cannot be published`},
		{"a name that would forge a log line", tool(`a\nb`+strings.Repeat("é", 70), `"title":1,`), `"a\nb` + strings.Repeat(`\u00e9`, 30) + `\xc3" title is not of type string`},
		{"too large", tool("bad", `"x":"`+strings.Repeat("x", MaxEntry)+`",`), `"bad" is too large`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			l := New(Tools, false, sources("a"))
			mustAdd(t, l, 0, tools(tc.entry, good, tc.entry))
			if got, want := string(l.Merge().AppendResult(nil)), tools(tool("a___good", "")); got != want {
				t.Errorf("got %s, want %s", got, want)
			}
			if got, want := l.Report(0), (Report{LeftOut: 2, First: tc.why}); got != want {
				t.Errorf("Report = %+v, want %+v", got, want)
			}
		})
	}
}

func TestOptionalMembersThatSpoilAListAreTakenOut(t *testing.T) {
	got := merge(t, Tools, []string{"a"}, tools(`{"title":null,"name":"x","description":null,"inputSchema":{"type":"object"},"outputSchema":null,"annotations":null,"title":"t","new":null}`))
	if want := tools(`{"name":"a___x","inputSchema":{"type":"object"},"new":null}`); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestOutputSchemasOfOtherTypesAreForStatelessClientsOnly(t *testing.T) {
	good, array := `"outputSchema":{"type":"object"},`, `"outputSchema":{"type":"array"},`
	page := tools(tool("g", good), tool("b", array))
	for stateless, want := range map[bool]string{false: tool("a___b", ""), true: tool("a___b", array)} {
		l := New(Tools, stateless, sources("a"))
		mustAdd(t, l, 0, page)
		if got, want := string(l.Merge().AppendResult(nil)), tools(tool("a___g", good), want); got != want {
			t.Errorf("stateless %t: got %s, want %s", stateless, got, want)
		}
	}
}

func TestOnlyAllowedToolsAreListed(t *testing.T) {
	s := source("a")
	s.Allows = func(name string) bool { return strings.HasPrefix(name, "get") }
	l := New(Tools, false, []Source{s})
	mustAdd(t, l, 0, tools(tool("drop", ""), tool("get", ""), `{"name":"drop2"}`))
	if got := string(l.Merge().AppendResult(nil)); got != tools(tool("a___get", "")) || l.Report(0).LeftOut != 1 {
		t.Errorf("got %s, %+v: a tool that is not allowed is not one that is broken", got, l.Report(0))
	}
}

func TestOtherLists(t *testing.T) {
	for kind, tc := range map[*Kind][2]string{
		Prompts:   {`{"prompts":[{"name":"p","title":null,"arguments":[1]},{"title":"x"},{"name":""}]}`, `{"prompts":[{"name":"a___p","arguments":[1]}]}`},
		Resources: {`{"resources":[{"uri":"memo:x","name":"n"},{"uri":"memo:y"},{"name":"n","name":"m"},{"uri":1,"name":"n"}]}`, `{"resources":[{"uri":"memo:x","name":"n"}]}`},
		Templates: {`{"resourceTemplates":[{"name":"n","uriTemplate":"memo:{x}","mimeType":null},{}]}`, `{"resourceTemplates":[{"name":"n","uriTemplate":"memo:{x}"}]}`},
	} {
		if got := merge(t, kind, []string{"a"}, tc[0]); got != tc[1] {
			t.Errorf("%s: got %s, want %s", kind.Method, got, tc[1])
		}
		if KindOf(kind.Method) != kind {
			t.Errorf("KindOf(%s) is another", kind.Method)
		}
	}
	if KindOf("tools/call") != nil {
		t.Error("tools/call is no list")
	}
}

func TestOfTwoEntriesOfOneNameTheFirstIsThere(t *testing.T) {
	a, b := source("a"), source("b")
	bare := func(tool string) (string, bool) { return tool, true }
	a.Publish, b.Publish = bare, bare
	l := New(Tools, false, []Source{a, b})
	mustAdd(t, l, 1, tools(tool("x", `"title":"b",`), tool("y", "")))
	mustAdd(t, l, 0, tools(tool("x", `"title":"a",`), tool("x", `"title":"a again",`)))
	m := l.Merge()
	if got, want := string(m.AppendResult(nil)), tools(tool("x", `"title":"a",`), tool("y", "")); got != want || m.Repeated != 2 {
		t.Errorf("got %s, %d repeated, want %s, 2", got, m.Repeated, want)
	}
	for name, want := range map[string][4]byte{"x": a.Hash, "y": b.Hash, "z": {}} {
		if got, ok := m.Owner(name); got != want || ok != (name != "z") {
			t.Errorf("Owner(%s) = %q, %t, want %q", name, got, ok, want)
		}
	}
}

func TestPages(t *testing.T) {
	l := New(Tools, false, sources("a"))
	for _, step := range []struct{ result, cursor string }{
		{`{"tools":[` + tool("1", "") + `],"nextCursor":"p\u0032"}`, `"p\u0032"`},
		{`{"tools":[],"nextCursor":""}`, `""`}, // the empty string is a cursor
		{`{"nextCursor":" \"x"}`, `" \"x"`},
	} {
		if got := mustAdd(t, l, 0, step.result); string(got) != step.cursor {
			t.Fatalf("after %s the cursor is %s, want %s", step.result, got, step.cursor)
		}
	}
	if m := l.Merge(); !reflect.DeepEqual(m.Missing, []string{"a"}) || l.Answered() != 0 {
		t.Errorf("a list of which pages are missing is not whole: %v", m.Missing)
	}
	if got := mustAdd(t, l, 0, `{"tools":[`+tool("2", "")+`],"nextCursor":null}`); got != nil {
		t.Fatalf("null is no cursor, got %s", got)
	}
	if m := l.Merge(); string(m.AppendResult(nil)) != tools(tool("a___1", ""), tool("a___2", "")) || !m.Whole() || l.Answered() != 1 {
		t.Errorf("got %s", m.AppendResult(nil))
	}
}

func TestListsWithoutAnEndAreCutOff(t *testing.T) {
	l := New(Tools, false, sources("a", "b"))
	for i := range MaxPages {
		cursor := mustAdd(t, l, 0, fmt.Sprintf(`{"tools":[%s],"nextCursor":"%d"}`, tool(fmt.Sprint(i), ""), i))
		if (cursor == nil) != (i == MaxPages-1) {
			t.Fatalf("page %d: cursor %s", i+1, cursor)
		}
	}
	mustAdd(t, l, 1, `{"nextCursor":"x"}`)
	mustAdd(t, l, 1, `{"nextCursor":"y"}`)
	if cursor := mustAdd(t, l, 1, `{"nextCursor":"x"}`); cursor != nil {
		t.Errorf("a cursor that was asked for is asked for again: %s", cursor)
	}
	m := l.Merge()
	if n := gjson.GetBytes(m.AppendResult(nil), "tools.#").Int(); n != MaxPages || !m.Whole() || !l.Report(0).Endless || !l.Report(1).Endless {
		t.Errorf("%d tools, %+v, %+v", n, l.Report(0), l.Report(1))
	}
}

func TestResultsThatAreNoList(t *testing.T) {
	for _, result := range []string{
		`null`, `[]`, `"x"`, `5`, `{"tools":{}}`, `{"tools":"[]"}`, `{"tools":[],"tools":[]}`, `{"tools":[],"Tools":[]}`, `{"tools":[],"nextCursor":1}`, `{"tools":[],"nextCursor":{}}`,
		`{"tools":[],"nextCursor":"a","nextCursor":"b"}`, `{"tools":[],"nextCursor":"` + strings.Repeat("c", MaxCursor) + `"}`,
	} {
		l := New(Tools, false, sources("a"))
		if cursor, err := l.Add(0, []byte(result)); !errors.Is(err, ErrShape) || cursor != nil {
			t.Errorf("Add(%.60s) = %s, %v, want %v", result, cursor, err, ErrShape)
		}
		if m := l.Merge(); m.Whole() || string(m.AppendResult(nil)) != `{"tools":[],"_meta":{"mcp-router/unavailable":["a"]}}` {
			t.Errorf("after %.60s: %s", result, m.AppendResult(nil))
		}
	}
}

func TestListsAreBounded(t *testing.T) {
	large := tool("x", `"x":"`+strings.Repeat("x", MaxEntry-1000)+`",`)
	l := New(Tools, false, sources("a", "b"))
	full := tools(strings.Split(strings.Repeat(large+"\n", MaxPart/len(large)), "\n")[1:]...)
	full = strings.Replace(full, ",]", "]", 1)
	mustAdd(t, l, 0, full)
	if _, err := l.Add(0, []byte(tools(large, large))); !errors.Is(err, ErrTooLarge) {
		t.Errorf("a part over %d bytes: %v", MaxPart, err)
	}
	if l.size != 0 || l.Answered() != 0 {
		t.Errorf("a part that is too large leaves %d bytes", l.size)
	}
	many := make([]string, MaxEntries+1)
	for i := range many {
		many[i] = tool(fmt.Sprint(i), "")
	}
	mustAdd(t, l, 1, tools(many[1:]...))
	if _, err := l.Add(1, []byte(tools(many[0]))); !errors.Is(err, ErrTooLarge) {
		t.Errorf("%d entries: %v", len(many), err)
	}
	var names []string
	for i := range 8 {
		names = append(names, fmt.Sprint("s", i))
	}
	l = New(Tools, false, sources(names...))
	fit := 0
	for i := range names {
		if _, err := l.Add(i, []byte(full)); err == nil {
			fit++
		}
	}
	if m := l.Merge(); fit*len(full) > MaxList || (fit+1)*len(full) < MaxList || len(m.Missing) != len(names)-fit || len(m.entries) > MaxList {
		t.Errorf("%d parts of %d bytes fit, %v are missing, %d bytes", fit, len(full), m.Missing, len(m.entries))
	}
}
