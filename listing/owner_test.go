package listing

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// owned is the list of a kind that servers a, b … have with these entries.
func owned(t *testing.T, kind *Kind, lists ...string) *Merged {
	t.Helper()
	names := []string{"a", "b", "c"}[:len(lists)]
	l := New(kind, false, sources(names...))
	for i, list := range lists {
		mustAdd(t, l, i, `{"`+kind.Member+`":[`+list+`]}`)
	}
	return l.Merge()
}

func shownOwners(servers [][4]byte) string {
	names := ""
	for _, server := range servers {
		for _, name := range []string{"a", "b", "c"} {
			if source(name).Hash == server {
				names += name
			}
		}
	}
	return names
}

func TestOwnersOfAURI(t *testing.T) {
	resource := func(uri string) string { return `{"uri":"` + uri + `","name":"n"}` }
	m := owned(t, Resources,
		resource("memo:x")+","+resource("memo:x")+","+resource(`file:\/\/\/a\u0062`),
		resource("memo:x")+","+resource("memo:y"), resource("memo:é"))
	for uri, want := range map[string]string{
		"memo:x": "ab", "memo:y": "b", "file:///ab": "a", "memo:é": "c", "memo:": "", "MEMO:x": "", "n": "", "": "",
	} {
		if got := shownOwners(m.Owners(uri)); got != want {
			t.Errorf("Owners(%s) = %q, want %q", uri, got, want)
		}
	}
	if m.Repeated != 1 || strings.Count(string(m.AppendResult(nil)), "memo:x") != 2 {
		t.Errorf("%d repeated in %s: a server's own second one goes, another's does not", m.Repeated, m.AppendResult(nil))
	}
}

func TestUIOwners(t *testing.T) {
	with := func(name, meta string) string {
		return `{"name":"` + name + `","inputSchema":{"type":"object"},"_meta":` + meta + `}`
	}
	m := owned(t, Tools,
		with("x", `{"ui":{"resourceUri":"ui://w/a.html"}}`)+","+with("y", `{"ui":{"resourceUri":"ui://w/a.html"}}`),
		with("x", `{"ui":{"resourceUri":"ui:\/\/w/b.html"}}`)+","+with("ui://w/c.html", `{"ui":null}`), with("z", `{"ui":["ui://w/a.html"]}`))
	for uri, want := range map[string]string{"ui://w/a.html": "a", "ui://w/b.html": "b", "ui://w/c.html": ""} {
		if got := shownOwners(m.UIOwners(uri)); got != want {
			t.Errorf("UIOwners(%s) = %q, want %q", uri, got, want)
		}
	}
}

func TestTemplates(t *testing.T) {
	for _, tc := range []struct {
		template   string
		yes, noURI []string
	}{
		{"memo:x", []string{"memo:x"}, []string{"memo:", "memo:xy", ""}},
		{"memo:{x}", []string{"memo:1", "memo:é%20", "memo:a?b"}, []string{"memo:", "memo:a/b", "Memo:1"}},
		{"a://{id}/data", []string{"a://7/data"}, []string{"a:///data", "a://7/8/data", "a://7/data/"}},
		{"a://{x}/{y}.{z}", []string{"a://1/2.3", "a://1/2.3.4"}, []string{"a://1/2", "a://1/.3x/"}},
		{"{x}{y}", []string{"ab"}, []string{"a", ""}},
		{"file:///{+path}", []string{"file:///a", "file:///a/b?c#d"}, []string{"file:///"}},
		{"file:///{path*}", []string{"file:///a,b"}, []string{"file:///a/b"}},
		{"x:{/path*}", []string{"x:", "x:/a/b"}, []string{"x:a", "x:/a?b"}},
		{"x:a{.ext}", []string{"x:a", "x:a.txt"}, []string{"x:atxt", "x:a.b/c"}},
		{"x:a{;k,l}", []string{"x:a", "x:a;k=1;l=2"}, []string{"x:a;k/"}},
		{"x:a{?q,limit}", []string{"x:a", "x:a?q=1&limit=2"}, []string{"x:aq=1", "x:a?q#f"}},
		{"x:a?f=1{&q}", []string{"x:a?f=1", "x:a?f=1&q=2"}, []string{"x:a?f=1q"}},
		{"x:a{#frag}", []string{"x:a", "x:a#f/g"}, []string{"x:af"}},
		{"a:{", nil, []string{"a:", "a:{", "a:b"}},
		{"a:{}", nil, []string{"a:", "a:{}", "a:b"}},
		{"a:}{x}", []string{"a:}b"}, []string{"a:b"}},
		{strings.Repeat("a", maxTemplate) + "{x}", nil, []string{strings.Repeat("a", maxTemplate) + "b"}},
	} {
		m := owned(t, Templates, `{"uriTemplate":"other:{x}","name":"o"},{"uriTemplate":"`+tc.template+`","name":"n"}`)
		for _, uri := range tc.yes {
			if m.TemplateOwners(uri) == nil {
				t.Errorf("%q does not match %q", tc.template, uri)
			}
		}
		for _, uri := range tc.noURI {
			if m.TemplateOwners(uri) != nil {
				t.Errorf("%q matches %q", tc.template, uri)
			}
		}
	}
}

func TestTemplateOwners(t *testing.T) {
	template := func(text string) string { return `{"uriTemplate":"` + text + `","name":"n"}` }
	m := owned(t, Templates, template("a:{x}")+","+template("{+any}"), template("a:{y}"), template("b:{x}"))
	for uri, want := range map[string]string{"a:1": "ab", "b:1": "ac", "c:/": "a", "": ""} {
		if got := shownOwners(m.TemplateOwners(uri)); got != want {
			t.Errorf("TemplateOwners(%s) = %q, want %q", uri, got, want)
		}
	}
	if long := "a:" + strings.Repeat("x", MaxURI-2); shownOwners(m.TemplateOwners(long)) != "ab" || m.TemplateOwners(long+"x") != nil {
		t.Error("a URI of MaxURI bytes is compared, a longer one is not")
	}
}

// A server can make neither a template nor a thousand of them costly.
func TestTemplatesCostNoMoreThanTheirSteps(t *testing.T) {
	uri := strings.Repeat("a", MaxURI)
	w := &match{uri: uri, steps: maxSteps, places: make([]bool, len(uri)+1), next: make([]bool, len(uri)+1)}
	if w.of(strings.Repeat("{+x}a", maxTemplate/5)+"b") || w.steps > 0 || w.steps < -maxSteps/10 {
		t.Errorf("%d steps are left of %d", w.steps, maxSteps)
	}
	var many []string
	for i := range 1000 {
		many = append(many, fmt.Sprintf(`{"uriTemplate":"{+x}a{+y}%d","name":"n"}`, i))
	}
	m := owned(t, Templates, strings.Join(many, ","), `{"uriTemplate":"{+x}","name":"n"}`)
	if got := m.TemplateOwners(uri); len(got) > 1 {
		t.Errorf("owners %v", got)
	}
	if got := shownOwners(m.TemplateOwners("xa1999")); got != "ab" {
		t.Errorf("a short URI is of %q, want ab", got)
	}
}

func FuzzTemplates(f *testing.F) {
	f.Add("a:{x}/{+y}{?z}", "a:1/2?z=3")
	f.Fuzz(func(t *testing.T, template, uri string) {
		if len(uri) > MaxURI {
			return
		}
		w := &match{uri: uri, steps: maxSteps, places: make([]bool, len(uri)+1), next: make([]bool, len(uri)+1)}
		first := w.of(template)
		if w.steps > 0 && w.of(template) != first {
			t.Errorf("%q and %q: the second time otherwise", template, uri)
		}
		if !strings.ContainsAny(template, "{}") && len(template) <= maxTemplate && first != (template == uri) {
			t.Errorf("%q without variables and %q: %t", template, uri, first)
		}
		if slices.Contains([]string{"{+x}"}, template) && first != (uri != "") {
			t.Errorf("everything is not everything: %q", uri)
		}
	})
}
